export { forceNetwork, type ForceNetworkOptions } from './forceNetwork.js'

export { coordination, type Coordination } from './coordination.js'

export * from '../bindings/index.js'
export * from './scene/index.js'
export * from './observables/index.js'

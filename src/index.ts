export * from '../bindings/index.js'

export { load, type Engine, type LoadOptions } from './load.js'
export { World, type Report, type Settings } from './world.js'
export { Bodies } from './bodies.js'
export { Boundary } from './boundaries.js'
export { Contacts, ContactState } from './contacts.js'
export { EngineError, InputError } from './errors.js'
export type { ContactProblem, ContactSolution } from './solveContacts.js'
export type {
  BodySpec, BoundarySpec, CylinderSpec, FrictionLaw, FrictionRule, PlaneSpec, Scene, SolverOptions, Vector,
} from './scene.js'

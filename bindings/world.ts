import * as L from '../assembly/layout.js'
import type { BodySpec, BoundarySpec, Scene, SolverOptions } from './scene.js'
import { EngineError, InputError } from './errors.js'
import * as check from './check.js'
import { Instance } from './instance.js'
import { type Team, maySleep } from './team.js'
import { type Friction, readFriction, readMaterials, writeFriction } from './friction.js'
import { readSolver, solverOf, writeSolver } from './solverOptions.js'
import { Bodies, readBody, writeBody } from './bodies.js'
import { Boundary, readBoundary, writeBoundary } from './boundaries.js'
import { Contacts } from './contacts.js'
import { type Fixed, fillFromSnapshot, readSnapshot, writeSnapshot } from './snapshot.js'

/** What a step says of itself. */
export interface Report {
  step: number
  time: number
  /** Candidates, and those of them that carry an impulse. */
  contacts: number
  active: number
  sweeps: number
  /** The smallest tolerance that the last sweep would have met, by the criterion chosen (0 for 'fixed'). */
  criterion: number
  /** Violation of the contact law at the end velocities, in mean impulses, whatever the criterion. */
  residual: { max: number; mean: number }
  /** Of the bodies where they are now, in metres; the mean is over active contacts. */
  overlap: { max: number; mean: number }
  /** Of grains and free boundaries. */
  kineticEnergy: number
  momentum: [number, number, number]
  /** About the origin. */
  angularMomentum: [number, number, number]
  /** Energy that contacts took in this step, and since the beginning. */
  dissipated: number
  dissipatedTotal: number
  /** Work of gravity and external forces, and of prescribed motion, in this step. */
  externalWork: number
  boundaryWork: number
  /** Times that candidates were searched for: 0 where the last list still held, several if a grain became faster than its reach. */
  searches: number
}

/** What may be changed while a world runs. */
export type Settings = Pick<Scene, 'timeStep' | 'gravity' | 'solver'>

const sceneFields = [
  'dimension', 'timeStep', 'gravity', 'seed', 'periodic', 'materials', 'friction', 'bodies', 'boundaries', 'solver',
  'gapRule', 'skin', 'allowedOverlap', 'maximumMemory',
]

/** Grains, walls and contacts that obey Signorini and Coulomb. Made by `createWorld` or `restore` of a loaded engine. */
export class World {
  readonly dimension: 2 | 3
  /** Names of the materials, in the order of the numbers in `bodies.materials`. */
  readonly materials: readonly string[]
  readonly allowedOverlap: number
  readonly periodic: Scene['periodic']
  readonly maximumMemory: number | undefined
  readonly bodies: Bodies
  readonly contacts: Contacts
  #instance: Instance | undefined
  #boundaries: Boundary[] = []
  readonly #team: Team | undefined

  private constructor(instance: Instance, fixed: Fixed, team: Team | undefined) {
    this.#instance = instance
    this.#team = team
    if (team) Atomics.store(instance.words, L.TEAM_MAY_SLEEP >> 2, Number(maySleep()))
    this.dimension = fixed.dimension
    this.materials = fixed.materials
    this.allowedOverlap = fixed.allowedOverlap
    this.periodic = fixed.periodic
    this.maximumMemory = fixed.maximumMemory
    this.bodies = new Bodies(instance)
    this.contacts = new Contacts(instance)
  }

  /** @internal */
  static create(module: WebAssembly.Module, value: Scene, team?: Team): World {
    const scene = check.object(value, 'scene') as Scene
    check.noOthers(scene, 'scene', sceneFields)
    const dimension = check.oneOf(scene.dimension, 'dimension', [2, 3])
    const materials = readMaterials(scene.materials)
    const friction: Friction = readFriction(materials, scene.friction)
    const solver = readSolver(scene.solver)
    const timeStep = check.positive(scene.timeStep, 'timeStep')
    const gravity = check.vector(check.given(scene.gravity, new Array(dimension).fill(0)), 'gravity', dimension)
    const seed = check.integer(check.given(scene.seed, 1), 'seed', 0, Number.MAX_SAFE_INTEGER)
    const gapRule = check.oneOf(check.given(scene.gapRule, 'positive'), 'gapRule', ['positive', 'signed'])
    const skin = check.notNegative(check.given(scene.skin, 0.01), 'skin')
    const allowedOverlap = check.notNegative(check.given(scene.allowedOverlap, 1e-6), 'allowedOverlap')
    const periodic = readPeriodic(scene.periodic, dimension)
    const maximum = scene.maximumMemory === undefined ? undefined : check.positive(scene.maximumMemory, 'maximumMemory')
    if (maximum !== undefined && (maximum < 2 ** 17 || maximum > 2 ** 32))
      throw new InputError('maximumMemory', 'from 131072 to 4294967296 bytes', maximum)

    const instance = new Instance(module, maximum, team !== undefined)
    instance.setI32(L.WORLD_DIMENSION, dimension)
    instance.setF64(L.WORLD_TIME_STEP, timeStep)
    instance.setVector(L.WORLD_GRAVITY, gravity)
    instance.setSeed(seed)
    instance.setI32(L.WORLD_GAP_RULE, gapRule === 'positive' ? L.GAP_POSITIVE : L.GAP_SIGNED)
    instance.setF64(L.WORLD_SKIN, skin)
    for (const [k, name] of (['x', 'y', 'z'] as const).entries()) {
      const [from, to] = periodic?.[name] ?? [0, 0]
      instance.setF64(L.WORLD_PERIOD_LOW + 8 * k, from)
      instance.setF64(L.WORLD_PERIOD_LENGTH + 8 * k, to - from)
    }
    writeFriction(instance, friction)
    writeSolver(instance, solver)
    const world = new World(instance, { dimension, materials, allowedOverlap, periodic, maximumMemory: maximum }, team)
    check.array(check.given(scene.boundaries, []), 'boundaries').forEach((b, k) => world.#appendBoundary(b, `boundaries[${k}]`))
    world.#add(check.array(check.given(scene.bodies, []), 'bodies'), 'bodies')
    return world
  }

  /** @internal */
  static restore(module: WebAssembly.Module, bytes: Uint8Array, team?: Team): World {
    const snapshot = readSnapshot(bytes)
    const instance = new Instance(module, snapshot.fixed.maximumMemory, team !== undefined)
    fillFromSnapshot(instance, snapshot)
    const world = new World(instance, snapshot.fixed, team)
    world.#listBoundaries()
    return world
  }

  get #live(): Instance {
    if (!this.#instance) throw new EngineError('this world was freed')
    return this.#instance
  }

  /** Gives the memory back. Not needed when the world is simply dropped: then the garbage collector does it. */
  free(): void {
    if (this.#instance) this.#team?.release(this.#instance)
    this.#instance?.free()
    this.#instance = undefined
    this.#boundaries = []
  }

  /**
   * Advances by `count` time steps and reports the last. If a step cannot be done, the world stays as it was before it. With 0 nothing moves,
   * but helper threads are called, so that they are there when the next step begins.
   */
  step(count = 1): Report {
    check.integer(count, 'count', 0)
    const instance = this.#live
    if (count === 0) this.#team?.call(instance)
    for (let k = 0; k < count; k++) {
      this.#team?.call(instance)
      instance.check(instance.run('a step', () => instance.exports.step()), 'step')
    }
    return this.report
  }

  /** Of the last step. */
  get report(): Report {
    const i = this.#live
    return {
      step: i.getI32(L.WORLD_STEPS),
      time: i.getF64(L.WORLD_TIME),
      contacts: i.getI32(L.WORLD_CONTACTS),
      active: i.getI32(L.WORLD_ACTIVE),
      sweeps: i.getI32(L.WORLD_SWEEPS),
      criterion: i.getF64(L.WORLD_CRITERION_VALUE),
      residual: { max: i.getF64(L.WORLD_RESIDUAL_MAX), mean: i.getF64(L.WORLD_RESIDUAL_MEAN) },
      overlap: { max: i.getF64(L.WORLD_OVERLAP_MAX), mean: i.getF64(L.WORLD_OVERLAP_MEAN) },
      kineticEnergy: i.getF64(L.WORLD_KINETIC_ENERGY),
      momentum: i.getVector(L.WORLD_MOMENTUM),
      angularMomentum: i.getVector(L.WORLD_ANGULAR_MOMENTUM),
      dissipated: i.getF64(L.WORLD_DISSIPATED),
      dissipatedTotal: i.getF64(L.WORLD_DISSIPATED_TOTAL),
      externalWork: i.getF64(L.WORLD_EXTERNAL_WORK),
      boundaryWork: i.getF64(L.WORLD_BOUNDARY_WORK),
      searches: i.getI32(L.WORLD_ROUNDS),
    }
  }

  get time(): number { return this.#live.getF64(L.WORLD_TIME) }
  get timeStep(): number { return this.#live.getF64(L.WORLD_TIME_STEP) }
  get gravity(): [number, number, number] { return this.#live.getVector(L.WORLD_GRAVITY) }
  get solver(): Required<SolverOptions> { return solverOf(this.#live) }
  get boundaries(): readonly Boundary[] { return this.#live && this.#boundaries }
  /** Bytes of memory that the world takes now. */
  get memoryBytes(): number { return this.#live.memory.buffer.byteLength }

  /** Changes settings. With a new time step the forces stay what they are, and impulses follow. */
  configure(settings: Partial<Settings>): void {
    const instance = this.#live
    check.noOthers(check.object(settings, 'settings'), 'settings', ['timeStep', 'gravity', 'solver'])
    const timeStep = check.positive(check.given(settings.timeStep, this.timeStep), 'timeStep')
    const gravity = settings.gravity === undefined ? this.gravity : check.vector(settings.gravity, 'gravity', this.dimension)
    const solver = settings.solver === undefined ? this.solver : this.#solverWith(settings.solver)
    if (timeStep !== this.timeStep) {
      const ratio = timeStep / this.timeStep
      const impulses = this.contacts.impulses
      for (let k = 0; k < impulses.length; k++) impulses[k]! *= ratio
      for (const b of this.#boundaries) b.scaleReaction(ratio)
      instance.setF64(L.WORLD_TIME_STEP, timeStep)
      instance.version++
    }
    instance.setVector(L.WORLD_GRAVITY, gravity)
    writeSolver(instance, solver)
  }

  /** What is not given stays; only the most sweeps follow a new criterion to its default. */
  #solverWith(given: SolverOptions): Required<SolverOptions> {
    const now: SolverOptions = this.solver
    const changes = (check.object(given, 'solver') as SolverOptions).criterion
    if (changes !== undefined && changes !== now.criterion) delete now.maxSweeps
    return readSolver({ ...now, ...given })
  }

  /** Adds bodies, one by one or in arrays, and returns their ids: all of them, or none and an error. */
  add(...specs: readonly (BodySpec | readonly BodySpec[])[]): number[] {
    return this.#add(specs.flat(), 'bodies')
  }

  #add(specs: readonly unknown[], field: string): number[] {
    const instance = this.#live
    const bodies = specs.map((spec, k) => readBody(spec, `${field}[${k}]`, this.dimension, this.materials))
    if (bodies.length === 0) return []
    const first = this.bodies.count
    instance.check(instance.run('adding bodies', () => instance.exports.appendBodies(bodies.length)), field)
    try {
      bodies.forEach((body, k) => writeBody(this.bodies, first + k, body))
      if (this.dimension === 2) instance.exports.orientDisks(first)
      instance.check(instance.run('checking overlaps', () =>
        instance.exports.checkOverlaps(first, this.#boundaries.length, this.allowedOverlap)), field)
    } catch (error) {
      instance.exports.dropAppended(bodies.length)
      throw error
    }
    instance.exports.measureMotion()
    return Array.from(this.bodies.ids.subarray(first))
  }

  /** Removes bodies by id, with their contacts. The others keep their ids, order and impulses. */
  remove(...ids: readonly (number | readonly number[])[]): void {
    const instance = this.#live
    const rows = ids.flat().map((id, k) => {
      const row = this.bodies.rowOf(check.integer(id, `ids[${k}]`, 0))
      if (row < 0) throw new InputError(`ids[${k}]`, 'the id of a body in this world', id)
      return row
    })
    instance.run('removing bodies', () => {
      instance.exports.clearMarks()
      for (const row of rows) instance.exports.markBody(row)
      instance.exports.compactBodies()
      instance.exports.measureMotion()
    })
  }

  /** Adds a wall. */
  addBoundary(spec: BoundarySpec): Boundary {
    return this.#appendBoundary(spec, `boundaries[${this.#boundaries.length}]`)
  }

  #appendBoundary(spec: unknown, field: string): Boundary {
    const instance = this.#live
    const values = readBoundary(spec, field, this.dimension, this.materials, this.periodic)
    const k = this.#boundaries.length
    instance.check(instance.run('adding a boundary', () => instance.exports.appendBoundary()), field)
    try {
      writeBoundary(instance, k, values)
      instance.check(instance.run('checking overlaps', () =>
        instance.exports.checkOverlaps(this.bodies.count, k, this.allowedOverlap)), field)
    } catch (error) {
      instance.exports.dropAppendedBoundary()
      throw error
    }
    this.#listBoundaries()
    instance.exports.measureMotion()
    return this.#boundaries[k]!
  }

  #listBoundaries(): void {
    const instance = this.#live
    while (this.#boundaries.length < instance.getI32(L.WORLD_BOUNDARIES))
      this.#boundaries.push(new Boundary(instance, this.dimension, this.#boundaries.length, this.periodic))
  }

  /**
   * Everything that decides how the world goes on, as bytes. `restore` makes a world of them that goes on bit for bit, with any number of
   * threads. It takes snapshots of its own version only.
   */
  snapshot(): Uint8Array {
    return writeSnapshot(this.#live, this)
  }

  /** 16 hexadecimal digits that stand for the state: equal states have equal hashes, in Node and in browsers, with any number of threads. */
  hash(): string {
    return BigInt.asUintN(64, this.#live.exports.stateHash()).toString(16).padStart(16, '0')
  }
}

function readPeriodic(value: unknown, dimension: 2 | 3): Scene['periodic'] {
  if (value === undefined) return undefined
  const given = check.object(value, 'periodic') as Record<string, unknown>
  const axes = dimension === 2 ? ['x', 'y'] : ['x', 'y', 'z']
  check.noOthers(given, 'periodic', axes)
  const out: Record<string, [number, number]> = {}
  for (const axis of axes) {
    const range = given[axis]
    if (range === undefined) continue
    if (!Array.isArray(range) || range.length !== 2) throw new InputError(`periodic.${axis}`, 'a range [from, to]', range)
    const from = check.number(range[0], `periodic.${axis}[0]`)
    const to = check.number(range[1], `periodic.${axis}[1]`)
    if (!(to > from)) throw new InputError(`periodic.${axis}`, 'a range [from, to] with from < to', range)
    out[axis] = [from, to]
  }
  return out
}

// One world, one WebAssembly instance, one memory. The only file that knows the loader.

import { instantiateSync } from '@assemblyscript/loader'
import * as L from '../assembly/layout.js'
import { EngineError, InputError } from './errors.js'

/** What assembly/index.ts exports. */
export interface Exports extends Record<string, unknown> {
  initialise(): number
  reserve(kind: number, count: number): number
  appendBodies(count: number): number
  dropAppended(count: number): void
  orientDisks(from: number): void
  clearMarks(): void
  markBody(row: number): void
  compactBodies(): void
  checkBodies(from: number): number
  appendBoundary(): number
  dropAppendedBoundary(): void
  checkOverlaps(body: number, boundary: number, allowed: number): number
  step(): number
  measureMotion(): void
  derive(column: number): void
  stateBytes(column: number): number
  stateHash(): bigint
  reserveArms(bodies: number, contacts: number): number
  solveArms(count: number): void
  assist(thread: number): void
  giveUp(): void
}

const PAGE = 65536
const MOST_PAGES = 65536
const names: Record<number, string> = {
  [L.POSITION]: 'positions', [L.VELOCITY]: 'velocities', [L.ANGULAR_VELOCITY]: 'angularVelocities',
  [L.ORIENTATION]: 'orientations', [L.ANGLE]: 'angles', [L.FORCE]: 'forces', [L.TORQUE]: 'torques',
  [L.RADIUS]: 'radii', [L.MASS]: 'masses', [L.INERTIA]: 'inertias', [L.KIND]: 'kinds', [L.MATERIAL]: 'materials',
}
const kinds = ['worlds', 'bodies', 'boundaries', 'contacts', 'solver bodies', 'cells', 'bodies', 'contacts', 'pairs of contacts', 'shares of the work']

type ViewType = 'f64' | 'i32' | 'u8'
type ViewOf<T extends ViewType> = T extends 'f64' ? Float64Array : T extends 'i32' ? Int32Array : Uint8Array
const constructors = { f64: Float64Array, i32: Int32Array, u8: Uint8Array }

export class Instance {
  readonly exports: Exports
  readonly memory: WebAssembly.Memory
  /** Counts the calls that may have changed or moved anything. */
  version = 0
  #views = new Map<number, Float64Array | Int32Array | Uint8Array>()
  #scalars = new DataView(new ArrayBuffer(0))
  #words: Int32Array | undefined
  isFreed = false

  /** `shared`: for a module that threads share, whose memory must have a maximum. */
  constructor(module: WebAssembly.Module, maximumBytes?: number, shared = false) {
    const maximum = maximumBytes === undefined ? (shared ? MOST_PAGES : undefined) : Math.floor(maximumBytes / PAGE)
    try {
      this.memory = new WebAssembly.Memory(maximum === undefined ? { initial: 1 } : { initial: 1, maximum, shared })
    } catch (cause) {
      throw new EngineError(`no memory for another world: ${(cause as Error).message}`, { cause })
    }
    this.exports = instantiateSync<Exports>(module, { env: { memory: this.memory } }).exports as unknown as Exports
    this.check(this.exports.initialise())
  }

  // ---- scalars of the world, by their offset in layout.ts
  get #data(): DataView {
    if (this.#scalars.buffer !== this.memory.buffer) this.#scalars = new DataView(this.memory.buffer)
    return this.#scalars
  }
  getF64(offset: number): number { return this.#data.getFloat64(L.WORLD + offset, true) }
  setF64(offset: number, value: number): void { this.#data.setFloat64(L.WORLD + offset, value, true) }
  getI32(offset: number): number { return this.#data.getInt32(L.WORLD + offset, true) }
  setI32(offset: number, value: number): void { this.#data.setInt32(L.WORLD + offset, value, true) }
  getVector(offset: number): [number, number, number] {
    return [this.getF64(offset), this.getF64(offset + 8), this.getF64(offset + 16)]
  }
  setVector(offset: number, [x, y, z]: readonly [number, number, number]): void {
    this.setF64(offset, x)
    this.setF64(offset + 8, y)
    this.setF64(offset + 16, z)
  }

  setSeed(seed: number): void { this.#data.setBigUint64(L.WORLD + L.WORLD_RANDOM, BigInt(seed), true) }

  /** Address of a column. */
  address(id: number): number {
    return this.#data.getUint32(L.COLUMN_ADDRESSES + 4 * id, true)
  }

  /** The first `length` numbers of a column, without a copy. Re-made when memory or the column has moved. */
  view<T extends ViewType>(id: number, type: T, length: number): ViewOf<T> {
    const address = this.address(id)
    const held = this.#views.get(id)
    if (held && held.buffer === this.memory.buffer && held.byteOffset === address && held.length === length)
      return held as ViewOf<T>
    const made = new constructors[type](this.memory.buffer, address, length)
    this.#views.set(id, made)
    return made as ViewOf<T>
  }

  /** The memory as words, for those who share it. */
  get words(): Int32Array {
    if (this.#words?.buffer !== this.memory.buffer) this.#words = new Int32Array(this.memory.buffer)
    return this.#words!
  }

  /** Lets go of memory and views, also for those who still hold this. */
  free(): void {
    this.isFreed = true
    this.#views.clear()
    this.#words = undefined
    this.#scalars = new DataView(new ArrayBuffer(0))
    const freed = (): never => {
      throw new EngineError('this world was freed')
    }
    Object.defineProperties(this, { memory: { get: freed }, exports: { get: freed } })
  }

  /** Runs an export that changes things. */
  run<T>(what: string, call: () => T): T {
    this.version++
    return this.read(what, call)
  }

  /** Runs an export; a trap, which no input should be able to cause, comes out with an explanation. */
  read<T>(what: string, call: () => T): T {
    try {
      return call()
    } catch (cause) {
      if (cause instanceof EngineError || cause instanceof InputError) throw cause
      const helper = this.#data.getInt32(L.TEAM_FAILED, true) !== 0
      this.exports.giveUp() // helpers must not wait for this thread
      if (helper)
        throw new EngineError(
          `a helper thread stopped in the middle of ${what}. The world must not be used any more; go back to a snapshot.`, { cause })
      throw new EngineError(
        `the engine trapped in ${what} (${(cause as Error).message}). This is a fault of signorini, not of your input: ` +
        'please report it with the scene. The world must not be used any more; go back to a snapshot.', { cause })
    }
  }

  /** Turns the code that an export returned into an error, if it is one. */
  check(code: number, context = ''): void {
    if (code === L.FINE) return
    throw this.explain(code, context)
  }

  explain(code: number, context: string): Error {
    const index = this.getI32(L.WORLD_FAULT_INDEX)
    const field = this.getI32(L.WORLD_FAULT_FIELD)
    const value = this.getF64(L.WORLD_FAULT_VALUE)
    const at = context ? `${context}: ` : ''
    const where = `bodies.${names[field] ?? field} of body ${index}`
    switch (code) {
      case L.FAULT_MEMORY:
        return new EngineError(
          `${at}out of memory: asked for room for ${index} ${kinds[field]}, ${mebibytes(value)} in all; ` +
          `the memory has ${mebibytes(this.memory.buffer.byteLength)} and cannot grow that far`)
      case L.FAULT_NOT_FINITE:
        return new InputError(at + where, Number.isFinite(value) ? `a number up to ${L.LARGEST}, not too small` : 'a finite number', value)
      case L.FAULT_NOT_POSITIVE:
        return new InputError(at + where, 'a positive number', value)
      case L.FAULT_NOT_PLANAR:
        return new InputError(at + where, 'nothing out of the plane in two dimensions', value)
      case L.FAULT_TOO_MANY:
        return new EngineError(`${at}asked for ${value} solver bodies, the most is ${L.MAX_SOLVER_BODIES}`)
      case L.FAULT_DIVERGED:
        return new EngineError(
          `${at}the velocity of ${index < 0 ? `boundary ${-1 - index}` : `body ${index}`} is out of range after the solve; ` +
          'forces or velocities are too large for the numbers, or the update diverges (the parallel one may)')
      case L.FAULT_OUTRAN:
        return new EngineError(
          `${at}${index < 0 ? `boundary ${-1 - index}` : `body ${index}`} moved farther than was searched, ${value} times over; the solve diverges or the time step is too long`)
      case L.FAULT_OVERLAP:
        return new InputError(
          `${at}body ${index}`, 'no overlap at the start', `${value.toPrecision(4)} radii of overlap with ${
            field < 0 ? `boundary ${-1 - field}` : `body ${field}`}`,
          'Move them apart, or let the scene have a larger allowedOverlap')
      case L.FAULT_NO_CHOICE:
        return new InputError(
          at + where, field === L.KIND ? '0 dynamic, 1 fixed or 2 kinematic' : `a material below ${this.getI32(L.WORLD_MATERIALS)}`, value)
      case L.FAULT_TOO_FAR:
        return new EngineError(
          `${at}a body would cross more than ${value} periods along ${'xyz'[field]} in a step; shorten the time step`)
      case L.FAULT_PERIOD:
        return new InputError(
          `${at}periodic.${'xyz'[field]}`, `a length of at least ${value}, the largest diameter`,
          this.getF64(L.WORLD_PERIOD_LENGTH + 8 * field))
      default:
        return new EngineError(`${at}fault ${code}`)
    }
  }
}

function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`
}

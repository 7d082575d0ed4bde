// Boundaries: what a BoundarySpec means, and the handle on one in a world.

import * as L from '../assembly/layout.js'
import type { BoundarySpec, CylinderSpec, PlaneSpec, Scene, Vector } from './scene.js'
import { InputError } from './errors.js'
import * as check from './check.js'
import { materialNumber } from './friction.js'
import type { Instance } from './instance.js'

type Triple = [number, number, number]
const motion = ['shape', 'point', 'material', 'velocity', 'angularVelocity', 'free', 'enabled']

export interface BoundaryValues {
  integers: [offset: number, value: number][]
  numbers: [offset: number, value: number][]
  vectors: [offset: number, value: Triple][]
}

export function readBoundary(
  value: unknown, field: string, dimension: 2 | 3, materials: readonly string[], periodic: Scene['periodic'],
): BoundaryValues {
  const spec = check.object(value, field) as BoundarySpec
  const shape = check.oneOf(spec.shape, `${field}.shape`, ['plane', 'cylinder'])
  const zero = new Array<number>(dimension).fill(0)
  const values: BoundaryValues = {
    integers: [
      [L.BOUNDARY_MATERIAL, materialNumber(materials, spec.material, `${field}.material`, materials.length - 1)],
      [L.BOUNDARY_ENABLED, check.boolean(check.given(spec.enabled, true), `${field}.enabled`) ? 1 : 0],
    ],
    numbers: [],
    vectors: [
      [L.BOUNDARY_POINT, check.vector(spec.point, `${field}.point`, dimension)],
      [L.BOUNDARY_VELOCITY, check.vector(check.given(spec.velocity, zero), `${field}.velocity`, dimension)],
      [L.BOUNDARY_ANGULAR_VELOCITY, check.spin(check.given(spec.angularVelocity, [0, 0, 0]), `${field}.angularVelocity`, dimension)],
    ],
  }
  if (shape === 'plane') readPlane(spec as PlaneSpec, field, dimension, periodic, values)
  else readCylinder(spec as CylinderSpec, field, dimension, periodic, values)
  if (spec.free !== undefined) {
    const free = check.object(spec.free, `${field}.free`) as NonNullable<BoundarySpec['free']>
    check.noOthers(free, `${field}.free`, ['direction', 'mass', 'force', 'speed'])
    values.vectors.push([L.BOUNDARY_DIRECTION, check.direction(free.direction, `${field}.free.direction`, dimension)])
    values.numbers.push(
      [L.BOUNDARY_MASS, check.positive(free.mass, `${field}.free.mass`)],
      [L.BOUNDARY_FORCE, check.number(check.given(free.force, 0), `${field}.free.force`)],
      [L.BOUNDARY_SPEED, check.number(check.given(free.speed, 0), `${field}.free.speed`)])
  }
  return values
}

function readPlane(
  spec: PlaneSpec, field: string, dimension: 2 | 3, periodic: Scene['periodic'], values: BoundaryValues,
): void {
  check.noOthers(spec, field, [...motion, 'normal', 'along', 'inner', 'outer'])
  const normal = check.direction(spec.normal, `${field}.normal`, dimension)
  values.vectors.push([L.BOUNDARY_AXIS, normal])
  const plate = spec.inner !== undefined || spec.outer !== undefined
  const inner = check.notNegative(check.given(spec.inner, 0), `${field}.inner`)
  const outer = spec.outer === undefined || spec.outer === Infinity ? Infinity : check.positive(spec.outer, `${field}.outer`)
  if (outer <= inner) throw new InputError(`${field}.outer`, `more than inner, ${inner}`, outer)
  if (spec.along !== undefined) {
    if (plate) throw new InputError(`${field}.along`, 'no along for a plate with inner or outer', spec.along)
    readHalfPlane(spec.along, normal, field, dimension, periodic, values)
    return
  }
  for (const [k, name] of axes(periodic)) {
    const along = Math.abs(normal[k]!)
    if (!plate && along > STRAIGHT)
      throw new InputError(`${field}.normal`, `no component along ${name}, which is periodic`, normal)
    if (along > STRAIGHT && along < 1 - STRAIGHT)
      throw new InputError(`${field}.normal`, `a plate along or across ${name}, which is periodic`, normal)
    const half = (periodic![name]![1] - periodic![name]![0]) / 2
    const edge = outer === Infinity ? inner : outer
    if (plate && along < STRAIGHT && edge > half)
      throw new InputError(`${field}.${outer === Infinity ? 'inner' : 'outer'}`, `at most half the period of ${name}, ${half}`, edge)
  }
  turnsWithin(spinOf(values), normal, `${field}.angularVelocity`, periodic)
  values.integers.push([L.BOUNDARY_SHAPE, plate ? L.PLATE : L.PLANE])
  values.numbers.push([L.BOUNDARY_INNER, inner], [L.BOUNDARY_OUTER, outer])
}

function readHalfPlane(
  value: unknown, normal: Triple, field: string, dimension: 2 | 3, periodic: Scene['periodic'], values: BoundaryValues,
): void {
  const along = check.direction(value, `${field}.along`, dimension)
  const slant = along[0] * normal[0] + along[1] * normal[1] + along[2] * normal[2]
  if (Math.abs(slant) > 1e-9) throw new InputError(`${field}.along`, 'a direction perpendicular to the normal', value)
  for (const [k, name] of axes(periodic))
    if (Math.abs(along[k]!) > STRAIGHT || Math.abs(normal[k]!) > STRAIGHT)
      throw new InputError(`${field}.along`, `an edge along ${name}, which is periodic`, value)
  if (axes(periodic).length > 0 && check.length(...spinOf(values)) > 0)
    throw new InputError(`${field}.angularVelocity`, 'no rotation of a half-plane, because space is periodic', spinOf(values))
  values.vectors.push([L.BOUNDARY_ALONG, along])
  values.integers.push([L.BOUNDARY_SHAPE, L.HALF_PLANE])
  values.numbers.push([L.BOUNDARY_INNER, 0], [L.BOUNDARY_OUTER, Infinity])
}

function readCylinder(
  spec: CylinderSpec, field: string, dimension: 2 | 3, periodic: Scene['periodic'], values: BoundaryValues,
): void {
  check.noOthers(spec, field, [...motion, 'axis', 'radius', 'side'])
  if (dimension === 2 && spec.axis !== undefined)
    throw new InputError(`${field}.axis`, 'no axis in two dimensions, it is a circle', spec.axis)
  const side = check.oneOf(spec.side, `${field}.side`, ['inside', 'outside'])
  const axis: Triple = dimension === 2 ? [0, 0, 1] : check.direction(spec.axis, `${field}.axis`, 3)
  for (const [k, name] of axes(periodic)) {
    const along = Math.abs(axis[k]!)
    if (along < 1 - STRAIGHT && (side === 'inside' || along > STRAIGHT))
      throw new InputError(
        `${field}.axis`, `an axis along ${side === 'inside' ? '' : 'or across '}${name}, which is periodic`, spec.axis ?? spec.point)
  }
  turnsWithin(spinOf(values), axis, `${field}.angularVelocity`, periodic)
  values.vectors.push([L.BOUNDARY_AXIS, axis])
  values.integers.push([L.BOUNDARY_SHAPE, L.CYLINDER], [L.BOUNDARY_SIDE, side === 'inside' ? L.INSIDE : L.OUTSIDE])
  values.numbers.push([L.BOUNDARY_RADIUS, check.positive(spec.radius, `${field}.radius`)])
}

/** Components below this are rounding. */
const STRAIGHT = 1e-12

function axes(periodic: Scene['periodic']): [number, 'x' | 'y' | 'z'][] {
  return (['x', 'y', 'z'] as const).map((name, k) => [k, name] as [number, 'x' | 'y' | 'z']).filter(([, name]) => periodic?.[name])
}

function spinOf(values: BoundaryValues): Triple {
  return values.vectors.find(([offset]) => offset === L.BOUNDARY_ANGULAR_VELOCITY)![1]
}

/** Where space repeats, a wall may turn about its own axis only: otherwise it would tilt out of its period. */
function turnsWithin([x, y, z]: Triple, [ax, ay, az]: Triple, field: string, periodic: Scene['periodic']): void {
  const tilt = check.length(y * az - z * ay, z * ax - x * az, x * ay - y * ax)
  if (axes(periodic).length > 0 && tilt > STRAIGHT * check.length(x, y, z))
    throw new InputError(field, 'a rotation about its own axis, because space is periodic', [x, y, z])
}

export function writeBoundary(instance: Instance, k: number, values: BoundaryValues): void {
  const data = record(instance, k)
  for (const [offset, value] of values.integers) data.setInt32(offset, value, true)
  for (const [offset, value] of values.numbers) data.setFloat64(offset, value, true)
  for (const [offset, value] of values.vectors) value.forEach((v, c) => data.setFloat64(offset + 8 * c, v, true))
}

function record(instance: Instance, k: number): DataView {
  return new DataView(instance.memory.buffer, instance.address(L.BOUNDARY) + k * L.BOUNDARY_BYTES, L.BOUNDARY_BYTES)
}

/** A wall in a world: where it is, what pushes on it, and what may be changed while it runs. */
export class Boundary {
  readonly #instance: Instance
  readonly #dimension: 2 | 3
  readonly #periodic: Scene['periodic']
  /** Contacts name it -1 - index. */
  readonly index: number
  /** @internal */
  constructor(instance: Instance, dimension: 2 | 3, index: number, periodic: Scene['periodic']) {
    this.#periodic = periodic
    this.#instance = instance
    this.#dimension = dimension
    this.index = index
  }
  get #data(): DataView { return record(this.#instance, this.index) }
  #vector(offset: number, factor = 1): Triple {
    return [0, 8, 16].map((c) => this.#data.getFloat64(offset + c, true) * factor) as Triple
  }
  #setVector(offset: number, value: Triple): void {
    value.forEach((v, c) => this.#data.setFloat64(offset + 8 * c, v, true))
  }
  #needsFree(field: string): void {
    if (!this.free) throw new InputError(field, 'a boundary that is free', 'one whose motion is prescribed')
  }

  get shape(): 'plane' | 'cylinder' {
    return this.#data.getInt32(L.BOUNDARY_SHAPE, true) === L.CYLINDER ? 'cylinder' : 'plane'
  }
  /** Of a cylinder; zero for a plane. */
  get radius(): number { return this.#data.getFloat64(L.BOUNDARY_RADIUS, true) }
  /** Into a half-plane from its edge; undefined for any other wall. */
  get along(): Triple | undefined {
    return this.#data.getInt32(L.BOUNDARY_SHAPE, true) === L.HALF_PLANE ? this.#vector(L.BOUNDARY_ALONG) : undefined
  }
  /** Where a plate begins and ends, measured from its point. */
  get inner(): number { return this.#data.getFloat64(L.BOUNDARY_INNER, true) }
  get outer(): number { return this.#data.getFloat64(L.BOUNDARY_OUTER, true) }
  get point(): Triple { return this.#vector(L.BOUNDARY_POINT) }
  /** Normal of a plane, axis of a cylinder. */
  get axis(): Triple { return this.#vector(L.BOUNDARY_AXIS) }
  get free(): boolean { return this.#data.getFloat64(L.BOUNDARY_MASS, true) > 0 }
  get enabled(): boolean { return this.#data.getInt32(L.BOUNDARY_ENABLED, true) !== 0 }
  /** A disabled wall is not there: grains pass, and it stands still. Grains that it is enabled into overlap it from then on. */
  set enabled(value: boolean) {
    this.#data.setInt32(L.BOUNDARY_ENABLED, check.boolean(value, `boundaries[${this.index}].enabled`) ? 1 : 0, true)
  }
  get velocity(): Triple { return this.#vector(L.BOUNDARY_VELOCITY) }
  set velocity(value: Vector) {
    this.#setVector(L.BOUNDARY_VELOCITY, check.vector(value, `boundaries[${this.index}].velocity`, this.#dimension))
  }
  get angularVelocity(): Triple { return this.#vector(L.BOUNDARY_ANGULAR_VELOCITY) }
  set angularVelocity(value: number | Vector) {
    const field = `boundaries[${this.index}].angularVelocity`
    const spin = check.spin(value, field, this.#dimension)
    turnsWithin(spin, this.axis, field, this.#periodic)
    this.#setVector(L.BOUNDARY_ANGULAR_VELOCITY, spin)
  }
  /** Force on a free boundary along its direction, in newtons. */
  get force(): number { return this.#data.getFloat64(L.BOUNDARY_FORCE, true) }
  set force(value: number) {
    this.#needsFree(`boundaries[${this.index}].force`)
    this.#data.setFloat64(L.BOUNDARY_FORCE, check.number(value, `boundaries[${this.index}].force`), true)
  }
  /** Speed of a free boundary along its direction. */
  get speed(): number { return this.#data.getFloat64(L.BOUNDARY_SPEED, true) }
  set speed(value: number) {
    this.#needsFree(`boundaries[${this.index}].speed`)
    this.#data.setFloat64(L.BOUNDARY_SPEED, check.number(value, `boundaries[${this.index}].speed`), true)
  }
  /** Force that the grains exerted on it in the last step, in newtons. */
  get reaction(): Triple { return this.#vector(L.BOUNDARY_REACTION, 1 / this.#instance.getF64(L.WORLD_TIME_STEP)) }
  /** @internal */
  scaleReaction(ratio: number): void {
    this.#setVector(L.BOUNDARY_REACTION, this.#vector(L.BOUNDARY_REACTION, ratio))
    this.#setVector(L.BOUNDARY_REACTION_TORQUE, this.#vector(L.BOUNDARY_REACTION_TORQUE, ratio))
  }
  /** Torque of that about its point. */
  get reactionTorque(): Triple {
    return this.#vector(L.BOUNDARY_REACTION_TORQUE, 1 / this.#instance.getF64(L.WORLD_TIME_STEP))
  }
}

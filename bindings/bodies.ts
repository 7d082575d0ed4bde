// Bodies: what a BodySpec means, and the views on their columns.

import * as L from '../assembly/layout.js'
import type { BodySpec } from './scene.js'
import { InputError } from './errors.js'
import * as check from './check.js'
import { materialNumber } from './friction.js'
import type { Instance } from './instance.js'

const kinds = ['dynamic', 'fixed', 'kinematic'] as const
const fields = [
  'position', 'radius', 'density', 'mass', 'inertia', 'velocity', 'angularVelocity', 'angle', 'orientation', 'force',
  'torque', 'material', 'kind', 'rotates',
]

type Triple = [number, number, number]

/** A body with everything known. */
export interface Body {
  position: Triple
  velocity: Triple
  angularVelocity: Triple
  orientation: [number, number, number, number]
  angle: number
  force: Triple
  torque: Triple
  radius: number
  mass: number
  inertia: number
  kind: number
  material: number
}

/** Area of a disk or volume of a sphere. */
export function volumeOf(dimension: 2 | 3, radius: number): number {
  return dimension === 2 ? Math.PI * radius * radius : (4 / 3) * Math.PI * radius * radius * radius
}

export function readBody(value: unknown, field: string, dimension: 2 | 3, materials: readonly string[]): Body {
  const spec = check.object(value, field) as BodySpec
  check.noOthers(spec, field, fields)
  const radius = check.positive(spec.radius, `${field}.radius`)
  const kind = kinds.indexOf(check.oneOf(check.given(spec.kind, 'dynamic'), `${field}.kind`, kinds))
  const density = check.positive(check.given(spec.density, 1), `${field}.density`)
  const volume = volumeOf(dimension, radius)
  const mass = check.positive(check.given(spec.mass, density * volume), spec.mass === undefined ? `${field}.density * volume` : `${field}.mass`)
  const solid = (dimension === 2 ? 1 / 2 : 2 / 5) * mass * radius * radius
  const inertia = check.positive(check.given(spec.inertia, solid), spec.inertia === undefined ? `${field}.mass * radius^2` : `${field}.inertia`)
  const rotates = check.boolean(check.given(spec.rotates, true), `${field}.rotates`)
  const velocity = check.vector(check.given(spec.velocity, new Array(dimension).fill(0)), `${field}.velocity`, dimension)
  const angularVelocity = check.spin(check.given(spec.angularVelocity, [0, 0, 0]), `${field}.angularVelocity`, dimension)
  if (kind === L.FIXED && [...velocity, ...angularVelocity].some((v) => v !== 0))
    throw new InputError(`${field}.velocity`, 'none for a fixed body', [...velocity, ...angularVelocity], 'Use kind "kinematic"')
  if (dimension === 2 && spec.orientation !== undefined)
    throw new InputError(`${field}.orientation`, 'an angle in two dimensions', spec.orientation)
  if (dimension === 3 && spec.angle !== undefined)
    throw new InputError(`${field}.angle`, 'an orientation [x, y, z, w] in three dimensions', spec.angle)
  const angle = check.number(check.given(spec.angle, 0), `${field}.angle`)
  return {
    position: check.vector(spec.position, `${field}.position`, dimension),
    velocity,
    angularVelocity,
    orientation: readQuaternion(spec.orientation, field), // of a disk: orientDisks follows
    angle,
    force: check.vector(check.given(spec.force, new Array(dimension).fill(0)), `${field}.force`, dimension),
    torque: check.spin(check.given(spec.torque, [0, 0, 0]), `${field}.torque`, dimension),
    radius,
    mass,
    inertia: rotates ? inertia : Infinity,
    kind,
    material: materialNumber(materials, spec.material, `${field}.material`, 0),
  }
}

function readQuaternion(value: unknown, field: string): [number, number, number, number] {
  if (value === undefined) return [0, 0, 0, 1]
  const at = `${field}.orientation`
  if (!check.isNumbers(value) || value.length !== 4) throw new InputError(at, 'a quaternion [x, y, z, w]', value)
  const q = Array.from(value, (v, k) => check.number(v, `${at}[${k}]`)) as [number, number, number, number]
  const norm = check.length(...q)
  if (!(norm > 0) || norm === Infinity) throw new InputError(at, 'a quaternion that is not zero', value)
  return q.map((v) => v / norm) as [number, number, number, number]
}

/** Writes a body into its row. */
export function writeBody(bodies: Bodies, row: number, body: Body): void {
  bodies.positions.set(body.position, 3 * row)
  bodies.velocities.set(body.velocity, 3 * row)
  bodies.angularVelocities.set(body.angularVelocity, 3 * row)
  bodies.orientations.set(body.orientation, 4 * row)
  bodies.angles[row] = body.angle
  bodies.forces.set(body.force, 3 * row)
  bodies.torques.set(body.torque, 3 * row)
  bodies.radii[row] = body.radius
  bodies.masses[row] = body.mass
  bodies.inertias[row] = body.inertia
  bodies.kinds[row] = body.kind
  bodies.materials[row] = body.material
}

/**
 * Views on the columns of the bodies, one row a body, without a copy. Vectors have three components in either
 * dimension; in two the third is zero (and rotations have only a third). Ask for a view again after bodies were added
 * or memory may have grown: the accessor is cheap and always right. What you write, the next step starts from.
 */
export class Bodies {
  readonly #instance: Instance
  /** @internal */
  constructor(instance: Instance) { this.#instance = instance }

  get count(): number { return this.#instance.getI32(L.WORLD_BODIES) }
  /** 3 a body. Not wrapped in periodic directions. */
  get positions(): Float64Array { return this.#instance.view(L.POSITION, 'f64', 3 * this.count) }
  get velocities(): Float64Array { return this.#instance.view(L.VELOCITY, 'f64', 3 * this.count) }
  get angularVelocities(): Float64Array { return this.#instance.view(L.ANGULAR_VELOCITY, 'f64', 3 * this.count) }
  /** Unit quaternions, 4 a body: x, y, z, w. */
  get orientations(): Float64Array { return this.#instance.view(L.ORIENTATION, 'f64', 4 * this.count) }
  /** In two dimensions; counts full turns. The quaternion follows when the disk next turns. */
  get angles(): Float64Array { return this.#instance.view(L.ANGLE, 'f64', this.count) }
  /** External forces in newtons, besides gravity; they stay until changed. Contact forces are in `contacts`. */
  get forces(): Float64Array { return this.#instance.view(L.FORCE, 'f64', 3 * this.count) }
  get torques(): Float64Array { return this.#instance.view(L.TORQUE, 'f64', 3 * this.count) }
  get radii(): Float64Array { return this.#instance.view(L.RADIUS, 'f64', this.count) }
  get masses(): Float64Array { return this.#instance.view(L.MASS, 'f64', this.count) }
  /** Infinity where rotation is locked. */
  get inertias(): Float64Array { return this.#instance.view(L.INERTIA, 'f64', this.count) }
  /** 0 dynamic, 1 fixed, 2 kinematic. */
  get kinds(): Uint8Array { return this.#instance.view(L.KIND, 'u8', this.count) }
  /** Place in the scene's list of materials. */
  get materials(): Uint8Array { return this.#instance.view(L.MATERIAL, 'u8', this.count) }
  /** Names that stay when other bodies are removed, ascending. */
  get ids(): Int32Array { return this.#instance.view(L.ID, 'i32', this.count) }

  /** The row of a body, or -1 if it was removed. */
  rowOf(id: number): number {
    const ids = this.ids
    let low = 0
    let high = ids.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (ids[middle]! < id) low = middle + 1
      else high = middle
    }
    return ids[low] === id ? low : -1
  }
}

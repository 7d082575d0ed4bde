// What the sweep works on: bodies of 64 bytes, a cache line each, and contacts in pairs of 128.
//
// A body carries v, 1/m, s = r omega and r^2/I. A contact carries the arm vector a = k n with
// k = |x1 - x0| / (r0 + r1), which is 1 when the grains touch. With it the arms k r0 n and -k r1 n end in one and the
// same point even while there is a gap or an overlap, so that a pair of tangential impulses exerts no couple and
// angular momentum is conserved exactly. (003 Eq. 3 leaves the choice of the point open; with arms r n the couple
// would be g n x P_t.) Against a boundary k = 1.

import { SOLVER_BODY, PAIR, RANK, LANE, FRICTION, PER_SOLVER_BODY } from '../layout'
import { world } from '../world'
import { column, capacity } from '../arena'

@unmanaged
export class SolverBody {
  vx: f64
  vy: f64
  vz: f64
  inverseMass: f64
  sx: f64
  sy: f64
  sz: f64
  inverseInertia: f64 // r^2 / I
}

/**
 * The boundary side of a contact, in the place of a second body. (vx, vy, vz) is the prescribed velocity of the
 * surface at the contact. If the boundary is free along a direction, that direction and the address of the speed
 * follow.
 */
@unmanaged
export class SolverSurface {
  vx: f64
  vy: f64
  vz: f64
  inverseMass: f64
  directionX: f64
  directionY: f64
  directionZ: f64
  speed: usize
  reserved: u32 // zero, as are direction and speed where not free: to the kernel this is a body that nothing turns
}

/**
 * One contact: a lane of a pair. Two contacts lie side by side, number by number, so that the vector kernel (pair.ts)
 * loads both at once and the scalar one (update.ts) steps over its neighbour.
 */
@unmanaged
export class Record {
  ax: f64 // arm vector
  other0: f64
  ay: f64
  other1: f64
  az: f64
  other2: f64
  gapRate: f64 // k gpos / dt
  other3: f64
  px: f64 // impulse on body 1
  other4: f64
  py: f64
  other5: f64
  pz: f64
  other6: f64
  first: u32 // body 0 in 24 bits, material pair above
  second: u32 // body 1 in 24 bits, flags above
}

/** Two bodies that no one sees, for a lane that has no contact. They come last. */
export const DUMMIES = 2

export const BODY_MASK: u32 = 0xffffff
export const WAS_SLIDING: u32 = 1 << 24
export const ON_FREE_BOUNDARY: u32 = 1 << 25

/** The record of a slot: 2 * pair + lane. */
@inline
export function recordAt(pairs: usize, slot: u32): Record {
  assert(slot < <u32>world.pairs << 1, 'a slot of this step')
  return changetype<Record>(pairs + (<usize>(slot >> 1) << 7) + (<usize>(slot & 1) << 3))
}

/** The contact in a slot, -1 if there is none. */
@inline
export function contactIn(slot: u32): i32 {
  return load<i32>(column(LANE) + (<usize>slot << 3))
}

/** The number of the solver's body that stands for the boundary of the contact in a slot. */
@inline
export function surfaceIn(slot: u32): u32 {
  return load<u32>(column(LANE) + (<usize>slot << 3), 4)
}

/** Puts a contact that never closes, between two bodies that no one sees, where there is no contact. */
export function fillLane(r: Record): void {
  r.ax = 1
  r.ay = r.az = 0
  r.gapRate = 1
  r.px = r.py = r.pz = 0
  r.first = <u32>world.dummy
  r.second = <u32>world.dummy + 1
}

@inline
export function bodyAt(bodies: usize, word: u32): SolverBody {
  assert((word & BODY_MASK) < <u32>capacity(PER_SOLVER_BODY), 'a body of the solver')
  return changetype<SolverBody>(bodies + (<usize>(word & BODY_MASK) << 6))
}

/** Address of the (static, dynamic) friction coefficients of a contact's pair of materials. */
@inline
export function coefficientsOf(first: u32): usize {
  return column(FRICTION) + (<usize>(first >> 24) << 4)
}

@inline
export function solverBodies(): usize {
  return column(SOLVER_BODY)
}

/** The number of body i among the solver's. */
@inline
export function rankOf(i: i32): u32 {
  return load<u32>(column(RANK) + (<usize>i << 2))
}

/** The record of body i among the solver's, which are numbered along a curve through space. */
@inline
export function solverBodyOf(i: i32): SolverBody {
  return bodyAt(column(SOLVER_BODY), rankOf(i))
}

@inline
export function pairs(): usize {
  return column(PAIR)
}

/** Gives body 0 the impulse -P and body 1 the impulse P at the end of their arms (003 Eq. 6). */
@inline
export function applyToGrains(b0: SolverBody, b1: SolverBody, r: Record, x: f64, y: f64, z: f64): void {
  // s changes by -(r^2/I) a x P on either side
  const tx = r.ay * z - r.az * y
  const ty = r.az * x - r.ax * z
  const tz = r.ax * y - r.ay * x
  b0.vx -= b0.inverseMass * x
  b0.vy -= b0.inverseMass * y
  b0.vz -= b0.inverseMass * z
  b0.sx -= b0.inverseInertia * tx
  b0.sy -= b0.inverseInertia * ty
  b0.sz -= b0.inverseInertia * tz
  b1.vx += b1.inverseMass * x
  b1.vy += b1.inverseMass * y
  b1.vz += b1.inverseMass * z
  b1.sx -= b1.inverseInertia * tx
  b1.sy -= b1.inverseInertia * ty
  b1.sz -= b1.inverseInertia * tz
}

/** The same where body 1 is a boundary that moves freely along its direction only. */
@inline
export function applyToFreeBoundary(b0: SolverBody, b1: SolverSurface, r: Record, x: f64, y: f64, z: f64): void {
  b0.vx -= b0.inverseMass * x
  b0.vy -= b0.inverseMass * y
  b0.vz -= b0.inverseMass * z
  b0.sx -= b0.inverseInertia * (r.ay * z - r.az * y)
  b0.sy -= b0.inverseInertia * (r.az * x - r.ax * z)
  b0.sz -= b0.inverseInertia * (r.ax * y - r.ay * x)
  const along = x * b1.directionX + y * b1.directionY + z * b1.directionZ
  store<f64>(b1.speed, load<f64>(b1.speed) + b1.inverseMass * along)
}

/** Gives both sides of a stored contact its impulse. */
@inline
export function applyImpulse(bodies: usize, r: Record, x: f64, y: f64, z: f64): void {
  if (r.second & ON_FREE_BOUNDARY)
    applyToFreeBoundary(bodyAt(bodies, r.first), changetype<SolverSurface>(bodyAt(bodies, r.second)), r, x, y, z)
  else applyToGrains(bodyAt(bodies, r.first), bodyAt(bodies, r.second), r, x, y, z)
}

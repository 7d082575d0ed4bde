// The contacts of a step: the candidates (existing and incipient contacts), their geometry, and the impulses that they
// keep from the step before (warm start), matched by pair of bodies and periodic image.
//
// Rows are grouped by body 0, along the curve of neighbours/curve.ts: first the bodies above it in number, then the
// boundaries (in place of an image: which of the contacts that a grain can have with it). While a step is under way the
// new rows stand apart (NEXT_PAIR, PAIR ...), so that a step that fails leaves the world as it was.

import {
  VELOCITY, ANGULAR_VELOCITY, RADIUS, REACH, CONTACT_ROW, NEXT_ROW, CURVE_BODY, NEXT_PAIR, NEXT_IMAGE,
  CONTACT_PAIR, CONTACT_IMAGE, CONTACT_NORMAL, CONTACT_GAP, CONTACT_IMPULSE, CONTACT_STATE, PER_CONTACT,
  PER_SOLVER_BODY, DYNAMIC, GAP_POSITIVE, LAW_STATIC_DYNAMIC, SLIDING, OPEN, FINE, FAULT_TOO_MANY,
  MAX_SOLVER_BODIES,
} from './layout'
import { world, fault, Vec3 } from './world'
import { column, capacity, reserve } from './arena'
import { vectorOf, scalarOf, kindOf, materialOf } from './bodies'
import {
  Boundary, boundaryAt, boundaryCode, surfaceVelocityX, surfaceVelocityY, surfaceVelocityZ,
} from './boundaries'
import { buildCells, searchAround } from './neighbours/linkedCells'
import { placeSpheres } from './geometry/sphere'
import { approach, placeOnBoundary, placePart, relativeX, relativeY, relativeZ } from './geometry/boundary'
import { gap, normalX, normalY, normalZ } from './geometry/place'
import {
  Record, SolverSurface, recordAt, slotOf, pairs, bodyAt, rankOf, DUMMIES, solverBodies, applyImpulse, WAS_SLIDING, ON_FREE_BOUNDARY,
} from './solver/record'

let found: i32 = 0
let onBoundaries: i32 = 0

/** Writes a candidate while there is room, and counts it in any case. */
@inline
function note(i: i32, second: i32, ix: i32, iy: i32, iz: i32): void {
  if (found < capacity(PER_CONTACT)) {
    const pair = column(NEXT_PAIR) + (<usize>found << 3)
    const image = column(NEXT_IMAGE) + <usize>found * 12
    store<i32>(pair, i)
    store<i32>(pair, second, 4)
    store<i32>(image, ix)
    store<i32>(image, iy, 4)
    store<i32>(image, iz, 8)
  }
  found++
}

@unmanaged
class Candidate {
  /** Two bodies of prescribed motion have no contact: nothing there could give way. */
  @inline found(i: i32, j: i32, ix: i32, iy: i32, iz: i32): void {
    if (kindOf(i) == DYNAMIC || kindOf(j) == DYNAMIC) note(i, j, ix, iy, iz)
  }
}

/** Boundaries that body i may touch within the step. */
function searchBoundaries(i: i32): void {
  const reach = scalarOf(REACH, i)
  for (let k = 0; k < world.boundaries; k++) {
    const b = boundaryAt(k)
    if (!b.enabled || (kindOf(i) != DYNAMIC && b.mass == 0)) continue
    const parts = approach(i, b)
    for (let part = 0; part < parts; part++) {
      placePart(i, b, part)
      if (gap > reach + b.reach + world.timeStep * surfaceSpeed(b)) continue
      if (kindOf(i) != DYNAMIC) {
        // an immovable grain and a free boundary that can only slide along it: neither gives way
        const cosine = b.directionX * normalX + b.directionY * normalY + b.directionZ * normalZ
        if (cosine * cosine < 1e-12) continue
      }
      note(i, boundaryCode(k), part, 0, 0)
      onBoundaries++
    }
  }
}

/** Speed of the surface next to the grain that was just placed on it; its rotation about itself counts, harmlessly. */
@inline
function surfaceSpeed(b: Boundary): f64 {
  const x = surfaceVelocityX(b, relativeY, relativeZ)
  const y = surfaceVelocityY(b, relativeX, relativeZ)
  const z = surfaceVelocityZ(b, relativeX, relativeY)
  return sqrt(x * x + y * y + z * z)
}

/** Finds every pair that can touch before the step ends, given each body's reach. */
export function findCandidates(): i32 {
  let code = buildCells()
  if (code != FINE) return code
  found = 0
  do {
    code = reserve(PER_CONTACT, found)
    if (code != FINE) return code
    found = 0
    onBoundaries = 0
    for (let k = 0; k < world.bodies; k++) {
      const i = load<i32>(column(CURVE_BODY) + (<usize>k << 2))
      const row = column(NEXT_ROW) + (<usize>i << 3)
      store<i32>(row, found)
      searchAround<Candidate>(i)
      searchBoundaries(i)
      store<i32>(row, found, 4)
    }
  } while (found > capacity(PER_CONTACT))
  world.candidates = found
  world.dummy = world.bodies + onBoundaries
  const all = world.dummy + DUMMIES
  if (all > MAX_SOLVER_BODIES) return fault(FAULT_TOO_MANY, 0, 0, <f64>all)
  return reserve(PER_SOLVER_BODY, all)
}

/** The contact of the step before with the same bodies and image, or -1. */
function previous(i: i32, second: i32, image: usize): i32 {
  const row = column(CONTACT_ROW) + (<usize>i << 3)
  const to = load<i32>(row, 4)
  for (let c = load<i32>(row); c < to; c++) {
    if (load<i32>(column(CONTACT_PAIR) + (<usize>c << 3), 4) != second) continue
    const then = column(CONTACT_IMAGE) + <usize>c * 12
    if (load<u64>(then) == load<u64>(image) && load<i32>(then, 8) == load<i32>(image, 8)) return c
  }
  return -1
}

/** Gap and normal of a contact; returns the distance of the centres, zero against a boundary. */
@inline
function placeContact(i: i32, second: i32, image: usize): f64 {
  if (second >= 0) return placeSpheres(i, second, load<i32>(image), load<i32>(image, 4), load<i32>(image, 8))
  placeOnBoundary(i, boundaryAt(-1 - second), load<i32>(image))
  return 0
}

/** Fills the solver's records: geometry, friction pair, and the impulse of the step before, already applied. */
export function prepareContacts(): void {
  const bodies = solverBodies()
  const remembers = world.law == LAW_STATIC_DYNAMIC // C1 does not ask who was sliding
  let surface = world.bodies
  for (let c = 0; c < world.candidates; c++) {
    const pair = column(NEXT_PAIR) + (<usize>c << 3)
    const image = column(NEXT_IMAGE) + <usize>c * 12
    const i = load<i32>(pair), second = load<i32>(pair, 4)
    const r = recordAt(pairs(), slotOf(c))
    const distance = placeContact(i, second, image)
    let arm: f64 = 1
    let flags: u32
    let material: i32
    if (second >= 0) {
      arm = distance > 0 ? distance / (scalarOf(RADIUS, i) + scalarOf(RADIUS, second)) : 1
      material = materialOf(second)
      flags = rankOf(second)
    } else {
      const b = boundaryAt(-1 - second)
      material = b.material
      flags = <u32>surface | (b.mass > 0 ? ON_FREE_BOUNDARY : 0)
      prepareSurface(changetype<SolverSurface>(bodyAt(bodies, surface)), b, scalarOf(RADIUS, i))
      surface++
    }
    r.ax = arm * normalX
    r.ay = arm * normalY
    r.az = arm * normalZ
    r.gapRate = arm * (world.gapRule == GAP_POSITIVE ? max(gap, 0) : gap) / world.timeStep
    r.px = 0
    r.py = 0
    r.pz = 0
    r.first = rankOf(i) | (<u32>((materialOf(i) << 4) | material) << 24)
    const before = previous(i, second, image)
    const state = before >= 0 ? <i32>load<u8>(column(CONTACT_STATE) + <usize>before) : OPEN
    if (before >= 0 && world.warmStart) {
      const impulse = changetype<Vec3>(column(CONTACT_IMPULSE) + <usize>before * 24)
      r.px = impulse.x
      r.py = impulse.y
      r.pz = impulse.z
    }
    let sliding = false
    if (remembers) sliding = state == OPEN ? meetsSliding(r, i, second, bodies, flags) : state == SLIDING
    r.second = flags | (sliding ? WAS_SLIDING : 0)
    applyImpulse(bodies, r, r.px, r.py, r.pz)
  }
}

/** The surface of a boundary at the contact just placed, in the place of a second body. */
function prepareSurface(s: SolverSurface, b: Boundary, radius: f64): void {
  const x = relativeX + radius * normalX
  const y = relativeY + radius * normalY
  const z = relativeZ + radius * normalZ
  s.vx = surfaceVelocityX(b, y, z)
  s.vy = surfaceVelocityY(b, x, z)
  s.vz = surfaceVelocityZ(b, x, y)
  const free = b.mass > 0
  s.inverseMass = free ? 1 / b.mass : 0
  s.directionX = free ? b.directionX : 0
  s.directionY = free ? b.directionY : 0
  s.directionZ = free ? b.directionZ : 0
  s.speed = free ? changetype<usize>(b) + offsetof<Boundary>('nextSpeed') : 0
  s.reserved = 0
}

/**
 * Whether a contact that was open in the step before begins by sliding: its tangential velocity, before this
 * step's forces, moves it by more than positions can resolve (1e-12 of a radius in a step).
 */
function meetsSliding(r: Record, i: i32, second: i32, bodies: usize, word: u32): bool {
  const v = vectorOf(VELOCITY, i)
  const w = vectorOf(ANGULAR_VELOCITY, i)
  const radius = scalarOf(RADIUS, i)
  let sx = radius * w.x, sy = radius * w.y, sz = radius * w.z
  let x = -v.x, y = -v.y, z = -v.z
  if (second >= 0) {
    const v1 = vectorOf(VELOCITY, second)
    const w1 = vectorOf(ANGULAR_VELOCITY, second)
    const radius1 = scalarOf(RADIUS, second)
    sx += radius1 * w1.x
    sy += radius1 * w1.y
    sz += radius1 * w1.z
    x += v1.x
    y += v1.y
    z += v1.z
  } else {
    const s = bodyAt(bodies, word)
    const b = boundaryAt(-1 - second)
    x += s.vx + b.speed * b.directionX
    y += s.vy + b.speed * b.directionY
    z += s.vz + b.speed * b.directionZ
  }
  x -= sy * r.az - sz * r.ay
  y -= sz * r.ax - sx * r.az
  z -= sx * r.ay - sy * r.ax
  const along = x * normalX + y * normalY + z * normalZ
  x -= along * normalX
  y -= along * normalY
  z -= along * normalZ
  return sqrt(x * x + y * y + z * z) * world.timeStep > 1e-12 * radius
}

/** The step is solved: the new rows become the contacts of the world. */
export function keepContacts(): void {
  const count = world.candidates
  memory.copy(column(CONTACT_ROW), column(NEXT_ROW), <usize>world.bodies << 3)
  memory.copy(column(CONTACT_PAIR), column(NEXT_PAIR), <usize>count << 3)
  memory.copy(column(CONTACT_IMAGE), column(NEXT_IMAGE), <usize>count * 12)
  for (let c = 0; c < count; c++) {
    const r = recordAt(pairs(), slotOf(c))
    const normal = changetype<Vec3>(column(CONTACT_NORMAL) + <usize>c * 24)
    const impulse = changetype<Vec3>(column(CONTACT_IMPULSE) + <usize>c * 24)
    const arm = sqrt(r.ax * r.ax + r.ay * r.ay + r.az * r.az)
    normal.x = r.ax / arm
    normal.y = r.ay / arm
    normal.z = r.az / arm
    impulse.x = r.px
    impulse.y = r.py
    impulse.z = r.pz
  }
  world.contacts = count
}

/** Gaps where the bodies are now, and from them the overlaps: mean over the contacts that carry an impulse, and largest. */
export function measureGaps(): void {
  let largest: f64 = 0, total: f64 = 0
  for (let c = 0; c < world.contacts; c++) {
    const pair = column(CONTACT_PAIR) + (<usize>c << 3)
    const image = column(CONTACT_IMAGE) + <usize>c * 12
    const i = load<i32>(pair), second = load<i32>(pair, 4)
    placeContact(i, second, image)
    store<f64>(column(CONTACT_GAP) + (<usize>c << 3), gap)
    const overlap = max(0, -gap)
    largest = max(largest, overlap)
    if (load<u8>(column(CONTACT_STATE) + <usize>c) != OPEN) total += overlap
  }
  world.overlapMax = largest
  world.overlapMean = world.active > 0 ? total / <f64>world.active : 0
}

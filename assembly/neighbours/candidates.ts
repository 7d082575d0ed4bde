// The candidates: every pair, of bodies or of a body and a boundary, that can touch before the list is used up. Rows are
// grouped by body 0, along the curve of curve.ts: first the bodies above it in number, then the boundaries (in place of an
// image: which of the contacts that a grain can have with it). They stand apart (NEXT_PAIR ...) until the step is solved.

import {
  REACH, NEXT_ROW, CURVE_BODY, NEXT_PAIR, NEXT_IMAGE, POSITION, RADIUS, PER_CONTACT, DYNAMIC, PLANE, FINE, STAGE_CURVE, STAGE_CELLS, STAGE_SEARCH,
} from '../layout'
import { world } from '../world'
import { column, capacity, reserve } from '../arena'
import { vectorOf, scalarOf, kindOf } from '../bodies'
import { Boundary, boundaryAt, boundaryCode, surfaceVelocityX, surfaceVelocityY, surfaceVelocityZ } from '../boundaries'
import { approach, placePart, relativeX, relativeY, relativeZ } from '../geometry/boundary'
import { gap, normalX, normalY, normalZ, nearest } from '../geometry/place'
import { buildCells, searchAround } from './linkedCells'
import { followCurve } from './curve'
import { mark } from '../profile'

let found: i32 = 0

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

/** Boundaries that body i may touch. */
function searchBoundaries(i: i32): void {
  const reach = scalarOf(REACH, i)
  const boundaries = world.boundaries
  for (let k = 0; k < boundaries; k++) {
    const b = boundaryAt(k)
    if (!b.enabled || isFar(i, b, reach + b.reach) || (kindOf(i) != DYNAMIC && b.mass == 0)) continue
    const parts = approach(i, b, reach + b.reach)
    for (let part = 0; part < parts; part++) {
      placePart(i, b, part)
      if (gap > reach + b.reach + (turns(b) ? world.timeStep * surfaceSpeed(b) : 0)) continue
      if (kindOf(i) != DYNAMIC) {
        // an immovable grain and a free boundary that can only slide along it: neither gives way
        const cosine = b.directionX * normalX + b.directionY * normalY + b.directionZ * normalZ
        if (cosine * cosine < 1e-12) continue
      }
      note(i, boundaryCode(k), part, 0, 0)
    }
  }
}

/** Of a plane that does not turn: whether the grain is beyond reach of it, as most are. Others are looked at more closely. */
@inline
function isFar(i: i32, b: Boundary, margin: f64): bool {
  if (b.shape != PLANE || b.angularX != 0 || b.angularY != 0 || b.angularZ != 0) return false
  const p = vectorOf(POSITION, i)
  const x = nearest(p.x - b.pointX, world.periodX)
  const y = nearest(p.y - b.pointY, world.periodY)
  const z = nearest(p.z - b.pointZ, world.periodZ)
  return x * b.axisX + y * b.axisY + z * b.axisZ - scalarOf(RADIUS, i) > margin
}

/** Whether its rotation moves it; a drum that turns about its axis stays where it is. */
function turns(b: Boundary): bool {
  return !isAlong(b, b.axisX, b.axisY, b.axisZ) || !isAlong(b, b.alongX, b.alongY, b.alongZ)
}

@inline
function isAlong(b: Boundary, x: f64, y: f64, z: f64): bool {
  return b.angularY * z - b.angularZ * y == 0 && b.angularZ * x - b.angularX * z == 0 && b.angularX * y - b.angularY * x == 0
}

/** Speed of the surface next to the grain that was just placed on it. Of what turns, the list is good for one step only. */
@inline
function surfaceSpeed(b: Boundary): f64 {
  const x = surfaceVelocityX(b, relativeY, relativeZ)
  const y = surfaceVelocityY(b, relativeX, relativeZ)
  const z = surfaceVelocityZ(b, relativeX, relativeY)
  return sqrt(x * x + y * y + z * z)
}

/** Finds the candidates, given each body's reach. */
export function findCandidates(): i32 {
  let code = followCurve(POSITION, 24)
  mark(STAGE_CURVE)
  if (code == FINE) code = buildCells()
  mark(STAGE_CELLS)
  if (code != FINE) return code
  found = 0
  do {
    code = reserve(PER_CONTACT, found)
    if (code != FINE) return code
    found = 0
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
  world.fresh = 1
  world.rounds++
  mark(STAGE_SEARCH)
  return FINE
}

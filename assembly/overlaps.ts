// The check at the door: nothing may start inside something else. Overlaps are measured in radii of the smaller body.

import { RADIUS, REACH, DYNAMIC, FINE, FAULT_OVERLAP } from './layout'
import { world, fault } from './world'
import { column } from './arena'
import { scalarOf, kindOf, checkBodies } from './bodies'
import { boundaryAt, boundaryCode } from './boundaries'
import { buildCells, searchAround } from './neighbours/linkedCells'
import { placeSpheres } from './geometry/sphere'
import { approach, placePart } from './geometry/boundary'
import { gap } from './geometry/place'

let firstNew: i32 = 0
let worst: f64 = 0
let worstFirst: i32 = 0
let worstSecond: i32 = 0

@inline
function note(i: i32, second: i32, overlap: f64): void {
  if (overlap <= worst) return
  worst = overlap
  worstFirst = i
  worstSecond = second
}

@unmanaged
class Overlap {
  @inline found(i: i32, j: i32, ix: i32, iy: i32, iz: i32): void {
    if (j < firstNew || (kindOf(i) != DYNAMIC && kindOf(j) != DYNAMIC)) return
    placeSpheres(i, j, ix, iy, iz)
    note(i, j, -gap / min(scalarOf(RADIUS, i), scalarOf(RADIUS, j)))
  }
}

@inline
function meetBoundary(i: i32, k: i32): void {
  const b = boundaryAt(k)
  if (!b.enabled || kindOf(i) != DYNAMIC) return
  const parts = approach(i, b)
  for (let part = 0; part < parts; part++) {
    placePart(i, b, part)
    note(i, boundaryCode(k), -gap / scalarOf(RADIUS, i))
  }
}

/** Largest overlap of bodies from row `body` on with anything, and of boundaries from `boundary` on with any body. */
export function checkOverlaps(body: i32, boundary: i32, allowed: f64): i32 {
  const valid = checkBodies(0)
  if (valid != FINE) return valid
  firstNew = body
  worst = allowed
  for (let i = 0; i < world.bodies; i++) store<f64>(column(REACH) + (<usize>i << 3), 0)
  if (body < world.bodies) {
    const code = buildCells()
    if (code != FINE) return code
    for (let i = 0; i < world.bodies; i++) searchAround<Overlap>(i)
  }
  for (let i = 0; i < world.bodies; i++)
    for (let k = i >= body ? 0 : boundary; k < world.boundaries; k++) meetBoundary(i, k)
  return worst > allowed ? fault(FAULT_OVERLAP, worstFirst, worstSecond, worst) : FINE
}

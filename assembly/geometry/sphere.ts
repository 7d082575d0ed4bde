// Sphere and sphere, disk and disk: g = |x1 + image - x0| - (r0 + r1), n along the line of centres.

import { POSITION, RADIUS } from '../layout'
import { world } from '../world'
import { vectorOf, scalarOf } from '../bodies'
import { place, TINY } from './place'

/** Places the pair (i, j), with j seen `ix, iy, iz` periods away; returns the distance of the centres. */
@inline
export function placeSpheres(i: i32, j: i32, ix: i32, iy: i32, iz: i32): f64 {
  const a = vectorOf(POSITION, i)
  const b = vectorOf(POSITION, j)
  const x = b.x - a.x + <f64>ix * world.periodX
  const y = b.y - a.y + <f64>iy * world.periodY
  const z = b.z - a.z + <f64>iz * world.periodZ
  const distance = sqrt(x * x + y * y + z * z)
  const g = distance - (scalarOf(RADIUS, i) + scalarOf(RADIUS, j))
  // two centres in one place have no direction; any will do, and the overlap is reported
  if (distance > TINY) place(g, x / distance, y / distance, z / distance)
  else place(g, 1, 0, 0)
  return distance
}

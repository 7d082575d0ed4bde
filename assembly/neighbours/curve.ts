// A curve through space (Morton's): bodies that are near each other get numbers near each other, which keeps what the
// sweep touches in the cache. Bodies are sorted by counting, into about as many boxes as there are bodies. Rows of the world
// stay as they are; RANK is a body's number along the curve, CURVE_BODY the body at a number.

import { RANK, CURVE_BODY, CURVE_KEY, CELL_START, PER_CELL, PER_SOLVER_BODY, FINE } from '../layout'
import { world, Vec3 } from '../world'
import { column, reserve } from '../arena'
import { count, addUp, takePlace } from './counting'
import { measureExtent, lowX, lowY, lowZ, highX, highY, highZ } from './extent'

/** Spreads the low 10 bits of x to every third place. */
@inline
function spread3(x: u32): u32 {
  x = (x | (x << 16)) & 0x030000ff
  x = (x | (x << 8)) & 0x0300f00f
  x = (x | (x << 4)) & 0x030c30c3
  return (x | (x << 2)) & 0x09249249
}

/** Spreads the low 16 bits of x to every second place. */
@inline
function spread2(x: u32): u32 {
  x = (x | (x << 8)) & 0x00ff00ff
  x = (x | (x << 4)) & 0x0f0f0f0f
  x = (x | (x << 2)) & 0x33333333
  return (x | (x << 1)) & 0x55555555
}

@inline
function box(x: f64, low: f64, scale: f64, last: i32): u32 {
  return <u32>max(0, min(<i32>((x - low) * scale), last))
}

/** Numbers the bodies along the curve through centres that stand `stride` bytes apart. */
export function followCurve(centres: i32, stride: usize): i32 {
  const planar = world.dimension == 2
  // 2^(bits d) boxes, at most as many as bodies
  let bits = 0
  while (1 << ((bits + 1) * world.dimension) <= world.bodies) bits++
  const boxes = 1 << (bits * world.dimension)
  let code = reserve(PER_CELL, boxes + 1)
  if (code == FINE) code = reserve(PER_SOLVER_BODY, world.bodies) // the keys lie in there
  if (code != FINE) return code

  measureExtent(column(centres), stride)
  const extent = max(max(highX - lowX, highY - lowY), max(highZ - lowZ, f64.MIN_NORMAL_VALUE))
  const last = (1 << bits) - 1
  const scale = <f64>(1 << bits) / extent

  const starts = column(CELL_START)
  const keys = column(CURVE_KEY)
  memory.fill(starts, 0, <usize>(boxes + 1) << 2)
  for (let i = 0; i < world.bodies; i++) {
    const p = changetype<Vec3>(column(centres) + <usize>i * stride)
    const x = box(p.x, lowX, scale, last), y = box(p.y, lowY, scale, last), z = box(p.z, lowZ, scale, last)
    const key = planar ? spread2(x) | (spread2(y) << 1) : spread3(x) | (spread3(y) << 1) | (spread3(z) << 2)
    store<u32>(keys + (<usize>i << 2), key)
    count(starts, key)
  }
  addUp(starts, boxes)
  for (let i = world.bodies - 1; i >= 0; i--) {
    const rank = takePlace(starts, load<i32>(keys + (<usize>i << 2)))
    store<i32>(column(RANK) + (<usize>i << 2), rank)
    store<i32>(column(CURVE_BODY) + (<usize>rank << 2), i)
  }
  return FINE
}

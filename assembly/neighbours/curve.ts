// A curve through space (Morton's): bodies that are near each other get numbers near each other, which keeps what the
// sweep touches in the cache. Bodies are sorted by counting, into about as many boxes as there are bodies. Rows of the world
// stay as they are; RANK is a body's number along the curve, CURVE_BODY the body at a number.

import { RANK, CURVE_BODY, CURVE_KEY, CELL_START, PER_CELL, PER_SOLVER_BODY, FINE } from '../layout'
import { world } from '../world'
import { column, reserve } from '../arena'
import { count, addUp, takePlace } from './counting'
import { measureExtent, lowX, lowY, lowZ, highX, highY, highZ } from './extent'

// Keys are made of x, y and z side by side, in lanes.

@inline
function spread(x: v128, shift: i32, mask: i32): v128 {
  return v128.and(v128.or(x, i32x4.shl(x, shift)), i32x4.splat(mask))
}

/** Spreads the low 10 bits of each to every third place. */
@inline
function spread3(x: v128): v128 {
  return spread(spread(spread(spread(x, 16, 0x030000ff), 8, 0x0300f00f), 4, 0x030c30c3), 2, 0x09249249)
}

/** Spreads the low 16 bits of each to every second place. */
@inline
function spread2(x: v128): v128 {
  return spread(spread(spread(spread(x, 8, 0x00ff00ff), 4, 0x0f0f0f0f), 2, 0x33333333), 1, 0x55555555)
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
  const bodies = world.bodies
  const low = f64x2.replace_lane(f64x2.splat(lowX), 1, lowY), lowest = f64x2.splat(lowZ)
  const scales = f64x2.splat(scale), lasts = i32x4.splat(last)
  memory.fill(starts, 0, <usize>(boxes + 1) << 2)
  let centre = column(centres)
  for (let i = 0; i < bodies; i++, centre += stride) {
    const xy = i32x4.trunc_sat_f64x2_s_zero(f64x2.mul(f64x2.sub(v128.load(centre), low), scales))
    const z = i32x4.trunc_sat_f64x2_s_zero(f64x2.mul(f64x2.sub(v128.load64_splat(centre, 16), lowest), scales))
    const box = i32x4.max_s(i32x4.min_s(v128.shuffle<i64>(xy, z, 0, 2), lasts), i32x4.splat(0))
    const bits = planar ? spread2(box) : spread3(box)
    let key = i32x4.extract_lane(bits, 0) | (i32x4.extract_lane(bits, 1) << 1)
    if (!planar) key |= i32x4.extract_lane(bits, 2) << 2
    store<u32>(keys + (<usize>i << 2), key)
    count(starts, key)
  }
  addUp(starts, boxes)
  const ranks = column(RANK), onCurve = column(CURVE_BODY)
  for (let i = bodies - 1; i >= 0; i--) {
    const rank = takePlace(starts, load<i32>(keys + (<usize>i << 2)))
    store<i32>(ranks + (<usize>i << 2), rank)
    store<i32>(onCurve + (<usize>rank << 2), i)
  }
  return FINE
}

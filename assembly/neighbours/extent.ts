// The box around all centres.

import { world } from '../world'

export let lowX: f64 = 0
export let lowY: f64 = 0
export let lowZ: f64 = 0
export let highX: f64 = 0
export let highY: f64 = 0
export let highZ: f64 = 0

/** Of centres that stand `stride` bytes apart. In lanes, whose pmin and pmax are one operation each; there is no NaN. */
export function measureExtent(centres: usize, stride: usize): void {
  let low = f64x2.splat(Infinity), lowest = low
  let high = f64x2.splat(-Infinity), highest = high
  const end = centres + <usize>world.bodies * stride
  for (let at = centres; at < end; at += stride) {
    const xy = v128.load(at)
    const z = v128.load64_splat(at, 16)
    low = f64x2.pmin(low, xy)
    high = f64x2.pmax(high, xy)
    lowest = f64x2.pmin(lowest, z)
    highest = f64x2.pmax(highest, z)
  }
  lowX = f64x2.extract_lane(low, 0)
  lowY = f64x2.extract_lane(low, 1)
  lowZ = f64x2.extract_lane(lowest, 0)
  highX = f64x2.extract_lane(high, 0)
  highY = f64x2.extract_lane(high, 1)
  highZ = f64x2.extract_lane(highest, 0)
}

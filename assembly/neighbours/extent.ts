// The box around all centres.

import { world, Vec3 } from '../world'

export let lowX: f64 = 0
export let lowY: f64 = 0
export let lowZ: f64 = 0
export let highX: f64 = 0
export let highY: f64 = 0
export let highZ: f64 = 0

/** Of centres that stand `stride` bytes apart. */
export function measureExtent(centres: usize, stride: usize): void {
  let x0 = Infinity, y0 = Infinity, z0 = Infinity
  let x1 = -Infinity, y1 = -Infinity, z1 = -Infinity
  for (let i = 0; i < world.bodies; i++) {
    const p = changetype<Vec3>(centres + <usize>i * stride)
    x0 = min(x0, p.x)
    y0 = min(y0, p.y)
    z0 = min(z0, p.z)
    x1 = max(x1, p.x)
    y1 = max(y1, p.y)
    z1 = max(z1, p.z)
  }
  lowX = x0
  lowY = y0
  lowZ = z0
  highX = x1
  highY = y1
  highZ = z1
}

import type { BoundarySpec } from '../../bindings/scene.js'
import { type Point, inDimension } from './common.js'

/** Planes around a box, solid outside: for each direction the lower and the upper one. `lid: false` leaves the top open. */
export function walls(dimension: 2 | 3, low: Point, high: Point, lid = true): BoundarySpec[] {
  const boundaries: BoundarySpec[] = []
  for (let k = 0; k < dimension; k++)
    for (const [corner, sign] of [[low, 1], [high, -1]] as const) {
      if (!lid && k === dimension - 1 && sign === -1) continue
      const normal: Point = [0, 0, 0]
      normal[k] = sign
      boundaries.push({ shape: 'plane', point: inDimension(dimension, corner), normal: inDimension(dimension, normal) })
    }
  return boundaries
}

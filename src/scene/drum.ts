import type { BoundarySpec, Scene } from '../../bindings/scene.js'
import * as check from '../../bindings/check.js'
import { type CommonOptions, type Point, fallSpeed, fill, readCommon, scene } from './common.js'

export interface DrumOptions extends CommonOptions {
  grains: number
  /** Inner radius of the drum. Default 20 largest radii. */
  drumRadius?: number
  /** In three dimensions, along y. Default 10 largest radii. */
  length?: number
  /** Radians a second; positive turns from x to the vertical. Default 0.1. */
  angularVelocity?: number
}

/** A rotating drum, its axis horizontal: a circle in two dimensions, a cylinder along y with end plates in three.
 *  Boundary 0 is the mantle. */
export function drum(options: DrumOptions): Scene {
  const common = readCommon(options, ['grains', 'drumRadius', 'length', 'angularVelocity'], 1)
  const { dimension, largest } = common
  const grains = check.integer(options.grains, 'grains', 1)
  const radius = check.positive(options.drumRadius ?? 20 * largest, 'drumRadius')
  const length = check.positive(options.length ?? 10 * largest, 'length')
  const rate = check.number(options.angularVelocity ?? 0.1, 'angularVelocity')
  const low: Point = dimension === 2 ? [-radius, -radius, 0] : [-radius, 0, -radius]
  const high: Point = dimension === 2 ? [radius, radius, 0] : [radius, length, radius]
  const inside = ([x, y, z]: Point, r: number): boolean => check.length(x, dimension === 2 ? y : z, 0) + r < radius
  const bodies = fill(common, grains, low, high, inside)
  const boundaries: BoundarySpec[] = dimension === 2
    ? [{ shape: 'cylinder', side: 'inside', point: [0, 0], radius, angularVelocity: rate }]
    : [
        // x towards z is a negative turn about y
        { shape: 'cylinder', side: 'inside', point: [0, 0, 0], axis: [0, 1, 0], radius, angularVelocity: [0, -rate, 0] },
        { shape: 'plane', point: [0, 0, 0], normal: [0, 1, 0], angularVelocity: [0, -rate, 0] },
        { shape: 'plane', point: [0, length, 0], normal: [0, -1, 0], angularVelocity: [0, -rate, 0] },
      ]
  return { ...scene(options, common, fallSpeed(common, radius) + Math.abs(rate) * radius), bodies, boundaries }
}

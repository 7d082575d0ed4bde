import type { BoundarySpec, Scene } from '../../bindings/scene.js'
import * as check from '../../bindings/check.js'
import { type CommonOptions, type Point, fallSpeed, fill, inDimension, readCommon, rootOf, scene, topOf } from './common.js'
import { walls } from './walls.js'

export interface BoxOptions extends CommonOptions {
  grains: number
  /** Inner width. Default that of a bed about as high as wide. */
  width?: number
  /** In three dimensions. Default the width. */
  depth?: number
  /** A lid that is free to move up and down, above the grains at first. Its force is positive downwards. */
  lid?: { mass: number; force?: number }
}

/** An open box with grains in loose order above its floor, about to fall. Boundary 0 and 1 are left and right; the floor is
 *  boundary 2 in two dimensions and 4 in three; a lid comes last. */
export function box(options: BoxOptions): Scene {
  const common = readCommon(options, ['grains', 'width', 'depth', 'lid'], 1)
  const { dimension, largest, up } = common
  const grains = check.integer(options.grains, 'grains', 1)
  const width = check.positive(options.width ?? 2.2 * largest * Math.ceil(rootOf(dimension, grains)), 'width')
  const depth = check.positive(options.depth ?? width, 'depth')
  const high: Point = dimension === 2 ? [width, Infinity, 0] : [width, depth, Infinity]
  const bodies = fill(common, grains, [0, 0, 0], high, () => true)
  const top = topOf(bodies, up)
  const end: Point = [...high]
  end[up] = top
  const boundaries: BoundarySpec[] = walls(dimension, [0, 0, 0], end, false)
  if (options.lid) {
    const point: Point = [0, 0, 0]
    point[up] = top + largest
    const axis: Point = [0, 0, 0]
    axis[up] = -1
    const { mass, force = 0 } = options.lid
    boundaries.push({
      shape: 'plane', point: inDimension(dimension, point), normal: inDimension(dimension, axis),
      free: { direction: inDimension(dimension, axis), mass, force },
    })
  }
  return { ...scene(options, common, fallSpeed(common, top)), bodies, boundaries }
}

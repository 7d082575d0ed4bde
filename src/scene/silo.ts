import type { BoundarySpec, Scene } from '../../bindings/scene.js'
import { InputError } from '../../bindings/errors.js'
import * as check from '../../bindings/check.js'
import { type CommonOptions, type Point, fallSpeed, fill, inDimension, readCommon, scene, topOf } from './common.js'
import { walls } from './walls.js'

export interface SiloOptions extends CommonOptions {
  grains: number
  /** Inner width: distance of the walls in two dimensions, diameter in three. Default 20 largest radii. */
  width?: number
  /** Width of the opening in the middle of the floor. Default 0: closed. */
  orifice?: number
}

/** A tall container: two walls, or a cylinder in three dimensions, over a floor that may have an orifice. Boundary 0 is
 *  the floor. */
export function silo(options: SiloOptions): Scene {
  const common = readCommon(options, ['grains', 'width', 'orifice'], 1)
  const { dimension, largest, up } = common
  const grains = check.integer(options.grains, 'grains', 1)
  const width = check.positive(options.width ?? 20 * largest, 'width')
  const orifice = check.notNegative(options.orifice ?? 0, 'orifice')
  if (orifice >= width) throw new InputError('orifice', `less than the width, ${width}`, orifice)
  const half = width / 2
  const low: Point = dimension === 2 ? [-half, 0, 0] : [-half, -half, 0]
  const high: Point = dimension === 2 ? [half, Infinity, 0] : [half, half, Infinity]
  const inside = ([x, y]: Point, radius: number): boolean => dimension === 2 || check.length(x, y, 0) + radius < half
  const bodies = fill(common, grains, low, high, inside)
  const top = topOf(bodies, up)
  const normal: Point = [0, 0, 0]
  normal[up] = 1
  const floor: BoundarySpec = {
    shape: 'plane', point: inDimension(dimension, [0, 0, 0]), normal: inDimension(dimension, normal),
    ...(orifice > 0 ? { inner: orifice / 2 } : {}),
  }
  const sides: BoundarySpec[] = dimension === 2
    ? walls(2, low, [half, top, 0]).filter((b) => b.shape === 'plane' && b.normal[0] !== 0)
    : [{ shape: 'cylinder', side: 'inside', point: [0, 0, 0], axis: [0, 0, 1], radius: half }]
  return { ...scene(options, common, fallSpeed(common, top)), bodies, boundaries: [floor, ...sides] }
}

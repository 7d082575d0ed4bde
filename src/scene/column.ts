import type { BodySpec, Scene } from '../../bindings/scene.js'
import * as check from '../../bindings/check.js'
import { type CommonOptions, type Point, fallSpeed, inDimension, readCommon, scene } from './common.js'

export interface ColumnOptions extends CommonOptions {
  grains: number
  /** How many times heavier the topmost grain is. Default 1. */
  topMass?: number
}

/** Equal grains, one upon the other, on a floor. */
export function column(options: ColumnOptions): Scene {
  const common = readCommon(options, ['grains', 'topMass'], 1)
  const { dimension, largest: radius, density, up } = common
  const grains = check.integer(options.grains, 'grains', 1)
  const topMass = check.positive(options.topMass ?? 1, 'topMass')
  const normal: Point = [0, 0, 0]
  normal[up] = 1
  const bodies: BodySpec[] = Array.from({ length: grains }, (_, k) => {
    const p: Point = [0, 0, 0]
    p[up] = radius * (2 * k + 1)
    return { position: inDimension(dimension, p), radius, density: density * (k === grains - 1 ? topMass : 1) }
  })
  return {
    ...scene(options, common, fallSpeed(common, radius)),
    bodies,
    boundaries: [
      { shape: 'plane', point: inDimension(dimension, [0, 0, 0]), normal: inDimension(dimension, normal) },
    ],
  }
}

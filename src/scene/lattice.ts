import type { BodySpec, Scene } from '../../bindings/scene.js'
import * as check from '../../bindings/check.js'
import { type CommonOptions, type Point, drawRadius, inDimension, readCommon, scene } from './common.js'

export interface LatticeOptions extends CommonOptions {
  /** Grains along each direction. */
  counts: readonly number[]
  /** Distance of the sites. Default twice the largest radius: neighbours touch. */
  spacing?: number
  /** Where the first grain sits. Default the origin. */
  origin?: readonly number[]
}

/** Grains on a square or cubic lattice, without walls and gravity. */
export function lattice(options: LatticeOptions): Scene {
  const common = readCommon(options, ['counts', 'spacing', 'origin'], 0)
  const counts = check.vector(options.counts, 'counts', common.dimension)
  counts.slice(0, common.dimension).forEach((n, k) => check.integer(n, `counts[${k}]`, 1))
  const spacing = check.positive(options.spacing ?? 2 * common.largest, 'spacing')
  const origin = check.vector(options.origin ?? new Array(common.dimension).fill(0), 'origin', common.dimension)
  const bodies: BodySpec[] = []
  for (let z = 0; z < (common.dimension === 2 ? 1 : counts[2]); z++)
    for (let y = 0; y < counts[1]; y++)
      for (let x = 0; x < counts[0]; x++) {
        const p: Point = [origin[0] + x * spacing, origin[1] + y * spacing, origin[2] + z * spacing]
        bodies.push({ position: inDimension(common.dimension, p), radius: drawRadius(common), density: common.density })
      }
  return { ...scene(options, common, 1), bodies }
}

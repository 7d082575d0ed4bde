import type { BodySpec, Scene } from '../../bindings/scene.js'
import * as check from '../../bindings/check.js'
import { type CommonOptions, readCommon, scene } from './common.js'

export interface ChainOptions extends CommonOptions {
  grains: number
  /** Mass of a grain. Default 1. */
  mass?: number
  /** Gap between the first grain and the wall at x = 0; without it there is no wall. */
  gap?: number
  /** Force on the last grain, towards the wall. Default 0. */
  push?: number
}

/** Equal grains in a row along x, touching, that do not turn: the chain of 003, Eq. 38 and Fig. 6. */
export function chain(options: ChainOptions): Scene {
  const common = readCommon(options, ['grains', 'mass', 'gap', 'push'], 0)
  const { dimension, largest: radius } = common
  const grains = check.integer(options.grains, 'grains', 1)
  const mass = check.positive(options.mass ?? 1, 'mass')
  const gap = check.notNegative(options.gap ?? 0, 'gap')
  const push = check.number(options.push ?? 0, 'push')
  const along = (x: number): number[] => (dimension === 2 ? [x, 0] : [x, 0, 0])
  const bodies: BodySpec[] = Array.from({ length: grains }, (_, k) => ({
    position: along(gap + radius * (2 * k + 1)),
    radius,
    mass,
    rotates: false,
    ...(k === grains - 1 && push !== 0 ? { force: along(-push) } : {}),
  }))
  return {
    ...scene(options, common, 1),
    bodies,
    boundaries: options.gap === undefined ? [] : [{ shape: 'plane', point: along(0), normal: along(1) }],
  }
}

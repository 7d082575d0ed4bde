// One grain on an inclined floor. The floor is y = 0 (z = 0 in three dimensions), gravity is tilted: downhill is x.

import type { BodySpec, Scene } from '../../src/index.js'

export const g = 9.81

/** The upward direction's place in a vector. */
export const up = (dimension: 2 | 3): number => dimension - 1

/** Grains of radius 1 (each given the rest by a spec) side by side on a floor whose slope is tan(theta). */
export function slope(
  dimension: 2 | 3, tangent: number, friction: Scene['friction'], grains: readonly Partial<BodySpec>[] = [{}],
  more: Partial<Scene> = {},
): Scene {
  const theta = Math.atan(tangent)
  const along = (x: number, y: number): number[] => (dimension === 2 ? [x, y] : [x, 0, y])
  return {
    dimension, friction, timeStep: 0.01,
    gravity: along(g * Math.sin(theta), -g * Math.cos(theta)),
    bodies: grains.map((spec, k) => ({ position: along(100 * k, 1), radius: 1, ...spec })),
    boundaries: [{ shape: 'plane', point: along(0, 0), normal: along(0, 1) }],
    ...more,
  }
}

/** g (sin - mu cos): acceleration of what slides down a slope of tan(theta) with friction mu. */
export function slidingAcceleration(tangent: number, mu: number): number {
  const theta = Math.atan(tangent)
  return g * (Math.sin(theta) - mu * Math.cos(theta))
}

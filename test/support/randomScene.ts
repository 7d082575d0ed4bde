// Grains at random places, for the neighbour search: periodic or not, of many sizes, some of them far away.

import { random, type BodySpec, type Scene } from '../../src/index.js'

export interface RandomScene {
  dimension: 2 | 3
  /** Which directions are periodic, a bit each. */
  periodic: number
  grains: number
  /** Largest radius over smallest. */
  ratio: number
  /** Edge of the box, in the least length that the search takes for a cell: below 4 there are few cells or one. */
  cells: number
  /** Largest motion in a step, in smallest radii. */
  speed: number
  outliers: number
  seed: number
}

export const SKIN = 0.05

export function randomScene({ dimension, periodic, grains, ratio, cells, speed, outliers, seed }: RandomScene): Scene {
  const draw = random(seed)
  const edge = cells * 2 * (ratio * (1 + SKIN) + 1.5 * speed)
  const axes = (['x', 'y', 'z'] as const).slice(0, dimension)
  const closed = axes.map((_, k) => ((periodic >> k) & 1) === 1)
  const low = axes.map(() => 20 * (draw() - 0.5))
  const placed: { at: number[]; radius: number }[] = []
  const bodies: BodySpec[] = []
  const vector = (size: number): number[] => axes.map(() => (2 * size * (draw() - 0.5)) / Math.sqrt(dimension))
  for (let attempt = 0; attempt < 20 * grains && bodies.length < grains; attempt++) {
    const radius = 1 + (ratio - 1) * draw() ** 3
    const far = bodies.length < outliers
    const at = axes.map((_, k) => low[k]! + edge * draw() + (far && !closed[k] ? 10 ** (1 + 8 * draw()) * (draw() - 0.5) : 0))
    const fits = placed.every((other) => {
      const d2 = at.reduce((sum, x, k) => {
        const d = x - other.at[k]!
        return sum + (closed[k] ? d - edge * Math.round(d / edge) : d) ** 2
      }, 0)
      return d2 > (radius + other.radius) ** 2
    })
    if (!fits) continue
    placed.push({ at, radius })
    const kind = (['dynamic', 'dynamic', 'dynamic', 'dynamic', 'fixed', 'kinematic'] as const)[Math.floor(6 * draw())]!
    bodies.push({
      // positions are not wrapped: a grain may be many periods away
      position: at.map((x, k) => (closed[k] ? x + edge * Math.floor(7 * draw() - 3) : x)),
      radius,
      kind,
      force: vector(0.1),
      ...(kind === 'fixed' ? {} : { velocity: vector(speed) }),
    })
  }
  return {
    dimension,
    timeStep: 1,
    gravity: vector(0.01),
    skin: SKIN,
    seed,
    friction: 0.3,
    periodic: Object.fromEntries(axes.filter((_, k) => closed[k]).map((axis) => {
      const k = axes.indexOf(axis)
      return [axis, [low[k]!, low[k]! + edge]]
    })),
    bodies,
  }
}

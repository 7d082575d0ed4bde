// The oracle of the neighbour search: every pair, every periodic image, nothing clever.

import type { World } from '../../src/index.js'
import { type Vec, add, dot, row, scale, subtract } from './vectors.js'

/** What decides who is a candidate, copied before a step. */
export interface Before {
  count: number
  positions: Float64Array
  radii: Float64Array
  /** 1.5 |v_free| dt + skin r, as in assembly/motion.ts. */
  reach: number[]
  dynamic: boolean[]
  periods: Vec
}

export interface Pair {
  i: number
  j: number
  /** Periods that j is shifted by. */
  image: Vec
  distance: number
  gap: number
  normal: Vec
}

export function periodsOf({ periodic }: Pick<World, 'periodic'>): Vec {
  return (['x', 'y', 'z'] as const).map((axis) => (periodic?.[axis] ? periodic[axis][1] - periodic[axis][0] : 0)) as Vec
}

export function lookBefore(world: World, skin: number): Before {
  const { bodies, timeStep: dt, gravity } = world
  const { velocities, forces, masses, radii, kinds } = bodies
  const reach: number[] = []
  for (let i = 0; i < bodies.count; i++) {
    const v = row(velocities, i)
    // what does not move freely: fixed bodies (1) not at all, kinematic ones (2) as prescribed
    const free = kinds[i] === 1 ? scale(0, v) : kinds[i] === 2 ? v
      : add(v, scale(dt, add(gravity, scale(1 / masses[i]!, row(forces, i)))))
    reach.push(1.5 * dt * Math.sqrt(dot(free, free)) + skin * radii[i]!)
  }
  return {
    count: bodies.count, positions: bodies.positions.slice(), radii: radii.slice(), reach,
    dynamic: Array.from(kinds, (kind) => kind === 0), periods: periodsOf(world),
  }
}

/** Geometry of one pair, j shifted by so many periods. */
export function pairAt(
  positions: ArrayLike<number>, { radii, periods }: Pick<Before, 'radii' | 'periods'>,
  i: number, j: number, image: Pair['image'],
): Pair {
  const shift: Vec = [image[0] * periods[0], image[1] * periods[1], image[2] * periods[2]]
  const e = add(subtract(row(positions, j), row(positions, i)), shift)
  const distance = Math.sqrt(dot(e, e))
  return { i, j, image, distance, gap: distance - radii[i]! - radii[j]!, normal: scale(1 / distance, e) }
}

/** Pairs i < j in any image whose centres are no farther than `limit(i, j)`, unless neither can give way. */
export function pairsWithin(
  positions: ArrayLike<number>, { radii, dynamic, periods }: Pick<Before, 'radii' | 'dynamic' | 'periods'>,
  limit: (i: number, j: number) => number,
): Pair[] {
  const pairs: Pair[] = []
  for (let i = 0; i < radii.length; i++)
    for (let j = i + 1; j < radii.length; j++) {
      if (!dynamic[i] && !dynamic[j]) continue
      const most = limit(i, j)
      const d = subtract(row(positions, j), row(positions, i))
      const images = d.map((x, k) => {
        const period = periods[k]!
        if (period === 0) return [0]
        const from = Math.floor((-most - x) / period)
        const to = Math.ceil((most - x) / period)
        return Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n)
      })
      for (const ix of images[0]!) for (const iy of images[1]!) for (const iz of images[2]!) {
        const pair = pairAt(positions, { radii, periods }, i, j, [ix, iy, iz])
        if (pair.distance <= most) pairs.push(pair)
      }
    }
  return pairs
}

/** The pairs that may touch within the step. */
export function candidates(before: Before): Pair[] {
  const { radii, reach } = before
  return pairsWithin(before.positions, before, (i, j) => radii[i]! + radii[j]! + reach[i]! + reach[j]!)
}

export function nameOf({ i, j, image }: Pick<Pair, 'i' | 'j' | 'image'>): string {
  return `${i}-${j} [${image.map((n) => n + 0).join(' ')}]`
}

/** Row of each contact between bodies of the last step, by name. */
export function contactRows({ contacts }: World): Map<string, number> {
  const { pairs, images, count } = contacts
  const rows = new Map<string, number>()
  for (let c = 0; c < count; c++) {
    const [i, j] = [pairs[2 * c]!, pairs[2 * c + 1]!]
    if (j < 0) continue
    const name = nameOf({ i, j, image: row(images, c) })
    if (rows.has(name)) throw new Error(`contact ${name} is there twice`)
    rows.set(name, c)
  }
  return rows
}

/** Pairs that overlap by more than `tolerance` where the bodies are now, although no one looked at them. */
export function missedOverlaps(world: World, before: Before, tolerance: number): string[] {
  const known = contactRows(world)
  const { radii } = before
  return pairsWithin(world.bodies.positions, before, (i, j) => radii[i]! + radii[j]! - tolerance)
    .map(nameOf)
    .filter((name) => !known.has(name))
}

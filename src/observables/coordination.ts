import type { World } from '../../bindings/world.js'

export interface Coordination {
  /** Contacts that carry a force, per grain: those between grains count for both. */
  mean: number
  /** The same without rattlers, grains that no force holds in place. */
  withoutRattlers: number
  rattlers: number
}

/**
 * How many contacts with a force a grain has on average. A rattler has fewer than two of them in two dimensions, fewer
 * than three in three; taking it away may set others free, so they are taken away until none is left.
 */
export function coordination(world: World): Coordination {
  const { pairs, states, count } = world.contacts
  const { kinds } = world.bodies
  const needed = world.dimension
  const degree = new Int32Array(world.bodies.count)
  const held = new Uint8Array(count)
  let ends = 0
  const isGrain = (row: number): boolean => row >= 0 && kinds[row] === 0
  for (let c = 0; c < count; c++) {
    if (states[c] === 0) continue
    held[c] = 1
    for (const row of [pairs[2 * c]!, pairs[2 * c + 1]!]) if (isGrain(row)) { degree[row]!++; ends++ }
  }
  const grains = kinds.reduce((sum, kind) => sum + (kind === 0 ? 1 : 0), 0)
  const mean = grains > 0 ? ends / grains : 0
  const loose = new Uint8Array(degree.length)
  let rattlers = 0
  for (let changed = true; changed;) {
    changed = false
    for (let i = 0; i < degree.length; i++)
      if (!loose[i] && isGrain(i) && degree[i]! < needed) {
        loose[i] = 1
        rattlers++
        changed = true
      }
    if (!changed) break
    for (let c = 0; c < count; c++) {
      if (!held[c]) continue
      const rows = [pairs[2 * c]!, pairs[2 * c + 1]!]
      if (!rows.some((row) => row >= 0 && loose[row])) continue
      held[c] = 0
      for (const row of rows) if (isGrain(row)) { degree[row]!--; ends-- }
    }
  }
  return { mean, withoutRattlers: grains > rattlers ? ends / (grains - rattlers) : 0, rattlers }
}

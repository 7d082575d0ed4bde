// The same world with one thread and with two, and so on: time on the wall, since that is what threads are for.

import { availableParallelism } from 'node:os'
import { load } from 'signorini'
import { latticeBed, sideOf } from './beds.mjs'
import { median, rounded } from './timing.mjs'

const SWEEPS = 50
/** In a timing, so that one lasts some tenths of a second. */
const GRAINS = 200_000

/** Rows `{ grains, contacts, threads, wallMsPerStep, speedup, sameBytes }`; none where there is one core. */
export async function speedups(grains, rounds, progress) {
  const numbers = [1, 2, 4, 8, 16].filter((threads) => threads <= availableParallelism())
  if (numbers.length === 1) return []
  const engines = []
  try {
    for (const threads of numbers) engines.push(await load({ threads }))
    const rows = []
    for (const [k, count] of grains.entries()) {
      rows.push(...await speedupsOf(engines, count, rounds))
      progress(`${count} grains with up to ${numbers.at(-1)} threads`, (k + 1) / grains.length)
    }
    return rows
  } finally {
    for (const engine of engines) engine.close()
  }
}

async function speedupsOf(engines, grains, rounds) {
  const scene = { ...latticeBed(3, sideOf(3, grains)), solver: { criterion: 'fixed', maxSweeps: SWEEPS } }
  const runs = engines.map((engine) => ({ engine, world: engine.createWorld(scene), times: [] }))
  const steps = Math.max(1, Math.round(GRAINS / runs[0].world.bodies.count))
  for (const { world } of runs)
    for (let k = 0; k < 3; k++) {
      world.step() // calls the helpers, which come when this thread lets them
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  for (let round = 0; round < rounds; round++)
    for (const { world, times } of runs) {
      world.step() // wakes the helpers
      const begun = performance.now()
      world.step(steps)
      times.push((performance.now() - begun) / steps)
    }
  const hash = runs[0].world.hash()
  const rows = runs.map(({ engine, world, times }) => ({
    grains: world.bodies.count, contacts: world.contacts.count, threads: engine.threads, wallMsPerStep: rounded(median(times)),
    speedup: rounded(median(times.map((ms, k) => runs[0].times[k] / ms))), sameBytes: world.hash() === hash,
  }))
  for (const { world } of runs) world.free()
  return rows
}

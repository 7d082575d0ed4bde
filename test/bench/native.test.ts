// The kernel in C that the benchmarks compare with does the same as the engine: its forces carry the same weight.

import { expect, test } from 'vitest'
import { compileKernel } from '../../bench/native.mjs'
import { latticeBed } from '../../bench/beds.mjs'
import { engineOf } from '../support/engine.js'

const native = compileKernel()
const side = 8
const orders = { sorted: 'sequential', 'block-random': 'blocks', random: 'random' } as const

test.skipIf(!native)('after the same number of sweeps the floor carries the same', async () => {
  const kernel = native!.start(side)
  try {
    const engine = await engineOf('release')
    for (const sweeps of [20, 600]) {
      const inC = await kernel.ask('load', sweeps)
      for (const [name, order] of Object.entries(orders)) {
        const world = engine.createWorld({
          ...latticeBed(3, side), solver: { criterion: 'fixed', maxSweeps: sweeps, order, warmStart: false },
        } as Parameters<typeof engine.createWorld>[0])
        world.step()
        const weight = world.bodies.masses.reduce((sum, mass) => sum + mass, 0)
        const carried = -world.boundaries[0]!.reaction[2] / weight
        // sorted, both do the same in the same order, and differ by rounding. 20 sweeps in random order bring about half of
        // the weight down, and two draws over 64 columns differ by some thousandths; 600 sweeps leave 1e-8 of the weight
        const allowed = name === 'sorted' || sweeps === 600 ? 1e-6 : 0.03
        expect(Math.abs(carried - inC[name]), `${name}, ${sweeps} sweeps`).toBeLessThan(allowed)
      }
    }
  } finally {
    kernel.stop()
    native!.remove()
  }
})

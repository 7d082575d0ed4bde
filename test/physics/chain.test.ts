// The chain of 003 Eq. 38: without velocities and gaps a sweep replaces each force by the mean of its neighbours', so
// that forces relax by diffusion, D = q d^2 per sweep (Eq. 43), q = 1/2 for a parallel update (Eq. 45) and
// (4 sqrt(e) - 5)/2 for random sweeps (Eq. 46). A wave of forces is written to a ring of grains as its warm start; its
// amplitude after n sweeps is lambda(k)^n on average (support/ring.ts), and q = (1 - lambda) / (2 - 2 cos k).
// Measured with 200 grains: q = 0.79716 +- 0.00018 (0.79744 by Eq. 46) and 0.5 to 1e-10.

import { describe, expect, test } from 'vitest'
import type { SolverOptions } from '../../src/index.js'
import { builds, engineOf, type Build } from '../support/engine.js'
import { mean, standardError } from '../support/statistics.js'
import { leftGrains, parallelFactor, q, randomFactor, ring, writeImpulses } from '../support/ring.js'

/** Amplitudes of a wave of wave number 2 pi `waves` / `grains` after `sweeps` sweeps; it was 1/2 at first. */
async function relax(
  build: Build, solver: SolverOptions, grains: number, waves: number, sweeps: number, times: number,
): Promise<number[]> {
  const k = (2 * Math.PI * waves) / grains
  // a time step so short that the grains stay where they are
  const world = ring(await engineOf(build), grains, 11, { ...solver, criterion: 'fixed', maxSweeps: sweeps }, 0, 1e-6)
  expect(world.contacts.count).toBe(grains)
  const left = leftGrains(world)
  const positions = world.bodies.positions.slice()
  return Array.from({ length: times }, () => {
    world.bodies.positions.set(positions)
    world.bodies.velocities.fill(0)
    writeImpulses(world, (i) => 1 + 0.5 * Math.cos(k * i))
    world.step()
    expect(world.report.active).toBe(grains)
    const impulses = world.contacts.normalImpulses
    return (2 / grains) * left.reduce((sum, i, c) => sum + impulses[c]! * Math.cos(k * i), 0)
  })
}

/** q of each run, from the decay of the amplitude. */
function decay(amplitudes: number[], grains: number, sweeps: number): number[] {
  const k = (2 * Math.PI) / grains
  return amplitudes.map((a) => (1 - (a / 0.5) ** (1 / sweeps)) / (2 - 2 * Math.cos(k)))
}

for (const build of builds)
  describe(`relaxation of forces in a chain, ${build} build`, () => {
    test('a random sweep relaxes long waves with q = (4 sqrt(e) - 5)/2', async () => {
      const grains = 200
      const sweeps = 200
      const found = decay(await relax(build, {}, grains, 1, sweeps, 100), grains, sweeps)
      const error = standardError(found)
      // the error itself must be small enough to tell q from its neighbours: 0.5, 0.75, 0.8, 1
      expect(error).toBeLessThan(5e-4)
      // four standard errors; at this k the chain's discreteness makes (1 - randomFactor(k)) / (2 - 2 cos k) = q - 2.3e-4
      expect(Math.abs(mean(found) - q)).toBeLessThan(4 * error + 2.4e-4)
    })

    test('a parallel sweep relaxes long waves with q = 1/2', async () => {
      const grains = 200
      const sweeps = 200
      const [found] = decay(await relax(build, { update: 'parallel' }, grains, 1, sweeps, 1), grains, sweeps)
      // nothing is random here: 1 - lambda = 5e-4 has lost four digits to rounding
      expect(Math.abs(found! - 0.5)).toBeLessThan(1e-10)
    })

    test('waves of every length shrink by the exact factor of a random sweep', async () => {
      for (const waves of [2, 5, 10, 15, 18]) {
        const k = (2 * Math.PI * waves) / 40
        const amplitudes = (await relax(build, {}, 40, waves, 1, 2000)).map((a) => a / 0.5)
        const error = standardError(amplitudes)
        expect(error).toBeLessThan(5e-3)
        expect(Math.abs(mean(amplitudes) - randomFactor(k))).toBeLessThan(4 * error)
      }
    })

    test('and by cos k, of a parallel one', async () => {
      for (const waves of [2, 5, 15, 18]) {
        const k = (2 * Math.PI * waves) / 40
        const [amplitude] = await relax(build, { update: 'parallel' }, 40, waves, 3, 1)
        expect(Math.abs(amplitude! / 0.5 - parallelFactor(k) ** 3)).toBeLessThan(1e-14) // a few roundings
      }
    })
  })

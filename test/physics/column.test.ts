// A column of equal grains stands (000 section 1.5; 003, "Convergence criteria"): the sweeps find the forces, the k-th
// contact carries the weight above it, and with the impulses of the step before (warm start) they stay found.
//
// The criterion is Eq. 35 with 1e-14. A sweep changes the slowest mode of n contacts by q (pi/2n)^2 of its error
// (003 Eq. 42), 2e-4 here, so that forces are right to some 1e-14/2e-4 = 5e-11: what is asked for is 1e-9.
// Measured: 123939 sweeps in the first step, then about 2 a step, forces to 7e-11 and the top sinks by 1.4e-14 diameters.

import { describe, expect, test } from 'vitest'
import { type World, column } from '../../src/index.js'
import { builds, engineOf } from '../support/engine.js'

/** Largest relative difference of a contact's force from the weight above it. */
function worstForce(world: World): number {
  const { pairs, normalForces, count } = world.contacts
  const grains = world.bodies.count
  const weight = world.bodies.masses[0]! // g = 1
  expect(count).toBe(grains)
  let worst = 0
  for (let c = 0; c < count; c++) {
    const below = pairs[2 * c + 1]! < 0 ? 0 : pairs[2 * c]! + 1 // grains below the contact
    worst = Math.max(worst, Math.abs(normalForces[c]! / ((grains - below) * weight) - 1))
  }
  return worst
}

for (const build of builds)
  for (const dimension of [2, 3] as const)
    describe(`a column in ${dimension}D, ${build} build`, () => {
      // the debug build takes ten times as long
      const { grains, steps } = build === 'release' ? { grains: 100, steps: 10_000 } : { grains: 20, steps: 1000 }
      const up = dimension - 1

      test(`of ${grains} grains stands for ${steps} steps, each contact carrying the weight above it`, async () => {
        const world = (await engineOf(build)).createWorld(column({
          grains, dimension, radius: 0.5, friction: 0.3, solver: { tolerance: 1e-14, maxSweeps: 1_000_000 },
        }))
        const weight = grains * world.bodies.masses[0]!
        for (let k = 0; k <= 100; k++) {
          world.step(k === 0 ? 1 : steps / 100)
          expect(world.report.sweeps).toBeLessThan(1_000_000)
          // asked for; see above
          expect(worstForce(world)).toBeLessThan(1e-9)
          expect(Math.abs(-world.boundaries[0]!.reaction[up]! / weight - 1)).toBeLessThan(1e-9)
          expect(world.report.overlap.max).toBeLessThan(1e-9)
        }
        // compression of the whole column, in diameters
        expect(Math.abs(world.bodies.positions[3 * (grains - 1) + up]! - (grains - 0.5))).toBeLessThan(1e-9)
      })

      test('sinks into itself if the sweeps are few and begin from nothing', async () => {
        const world = (await engineOf(build)).createWorld(column({
          grains: 20, dimension, radius: 0.5, solver: { criterion: 'fixed', maxSweeps: 5, warmStart: false },
        }))
        world.step(200)
        // far from the 1e-9 above, and in one second: the test above can fail
        expect(19.5 - world.bodies.positions[3 * 19 + up]!).toBeGreaterThan(1e-2)
      })
    })

// A grain on an incline: Coulomb's law C1 (000 Eq. 1.29, last case of 003 Eq. 34) with implicit Euler (000 Eq. 1.1).
// Under a constant force the scheme's velocities are exact, v = a n dt, so closed forms hold to rounding.

import { describe, expect, test } from 'vitest'
import { ContactState } from '../../src/index.js'
import { builds, engineOf } from '../support/engine.js'
import { g, slidingAcceleration, slope } from '../support/slope.js'

const mu = 0.4
const steps = 500
const block = { rotates: false }

for (const build of builds)
  for (const dimension of [2, 3] as const) {
    const { name, beta, most } = dimension === 2 ? { name: 'disk', beta: 1 / 2, most: 3 } : { name: 'sphere', beta: 2 / 5, most: 3.5 }

    describe(`on an incline in ${dimension}D, ${build} build`, () => {
      test('a block holds at tan(theta) = 0.999 mu, without creep', async () => {
        const world = (await engineOf(build)).createWorld(slope(dimension, 0.999 * mu, mu, [block]))
        let fastest = 0
        for (let k = 0; k < steps; k++) {
          world.step()
          fastest = Math.max(fastest, ...world.bodies.velocities.map(Math.abs))
          expect(world.contacts.states[0]).toBe(ContactState.sticking)
        }
        // asked for; one step's rounding of g dt = 0.1 is 1e-17
        expect(fastest).toBeLessThan(1e-12)
      })

      test('a block slides at tan(theta) = 1.001 mu with g (sin - mu cos)', async () => {
        const world = (await engineOf(build)).createWorld(slope(dimension, 1.001 * mu, mu, [block]))
        world.step(steps)
        expect(world.contacts.states[0]).toBe(ContactState.sliding)
        // relative to this acceleration itself, which is 1e-3 of g: 1e-3 was asked for; a rounding of 1e-16 in each of
        // the two terms that cancel leaves 1e-12, so 1e-10 can be met and the difference of 0.999 and 1.001 is seen
        const a = slidingAcceleration(1.001 * mu, mu)
        expect(Math.abs(world.bodies.velocities[0]! / (steps * 0.01) - a) / a).toBeLessThan(1e-10)
        // x = sum of v dt: implicit Euler counts n (n + 1) / 2 where calculus has n^2 / 2
        const x = (a * 0.01 ** 2 * steps * (steps + 1)) / 2
        expect(Math.abs(world.bodies.positions[0]! - x) / x).toBeLessThan(1e-10)
      })

      test(`a ${name} rolls without slipping up to tan(theta) = ${most} mu, with g sin / (1 + I/mr^2)`, async () => {
        for (const share of [0.1, 0.999]) {
          const tangent = share * most * mu
          const world = (await engineOf(build)).createWorld(slope(dimension, tangent, mu))
          world.step(steps)
          expect(world.contacts.states[0]).toBe(ContactState.sticking)
          const v = world.bodies.velocities[0]!
          const a = (g * Math.sin(Math.atan(tangent))) / (1 + beta) // 5/7 g sin and 2/3 g sin
          // some 1e3 steps of a rounding of 1e-16
          expect(Math.abs(v / (steps * 0.01) - a) / a).toBeLessThan(1e-12)
          expect(Math.abs(rollingSpeed(world.bodies.angularVelocities, dimension) - v) / v).toBeLessThan(1e-12)
        }
      })

      test(`a ${name} slips beyond, with g (sin - mu cos), and turns with mu g cos r m / I`, async () => {
        for (const share of [1.001, 3]) {
          const tangent = share * most * mu
          const world = (await engineOf(build)).createWorld(slope(dimension, tangent, mu))
          world.step(steps)
          expect(world.contacts.states[0]).toBe(ContactState.sliding)
          const a = slidingAcceleration(tangent, mu)
          const turns = (mu * g * Math.cos(Math.atan(tangent))) / beta
          // as above
          expect(Math.abs(world.bodies.velocities[0]! / (steps * 0.01) - a) / a).toBeLessThan(1e-12)
          expect(Math.abs(rollingSpeed(world.bodies.angularVelocities, dimension) / (steps * 0.01) - turns) / turns)
            .toBeLessThan(1e-12)
        }
      })

      test(`a ${name} thrown along a floor starts to roll when its slip is used up`, async () => {
        const v0 = 3
        const world = (await engineOf(build)).createWorld(
          slope(dimension, 0, mu, [{ velocity: dimension === 2 ? [v0, 0] : [v0, 0, 0] }], { timeStep: 1e-3 }))
        // 2 v0 / (7 mu g) for a sphere, v0 / (3 mu g) for a disk: friction needs to take v0 beta / (1 + beta) in all
        const rolls = (v0 * beta) / (1 + beta) / (mu * g)
        // the first step whose friction suffices; the time is known to one step, exactly
        const first = Math.ceil(rolls / 1e-3)
        expect(first).toBeGreaterThan(100)
        world.step(first - 1)
        expect(world.contacts.states[0]).toBe(ContactState.sliding)
        world.step()
        expect(world.contacts.states[0]).toBe(ContactState.sticking)
        // angular momentum about the floor is kept: 5/7 v0, 2/3 v0, whatever the step; hundreds of roundings of 1e-16
        expect(Math.abs(world.bodies.velocities[0]! / v0 - 1 / (1 + beta))).toBeLessThan(1e-13)
        world.step(100)
        expect(Math.abs(world.bodies.velocities[0]! / v0 - 1 / (1 + beta))).toBeLessThan(1e-13)
      })
    })
  }

/** omega r with the sign of rolling along x. */
function rollingSpeed(angularVelocities: Float64Array, dimension: 2 | 3): number {
  return dimension === 2 ? -angularVelocities[2]! : angularVelocities[1]!
}

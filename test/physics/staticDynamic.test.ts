// Law C2, a static and a dynamic coefficient (004 section 3.3): a contact at rest holds up to mu_s N, one that slides
// feels mu_d N and sticks again only if mu_d N suffices to stop it.

import { describe, expect, test } from 'vitest'
import { type Scene, ContactState, gas } from '../../src/index.js'
import { builds, engineOf } from '../support/engine.js'
import { g, slidingAcceleration, slope } from '../support/slope.js'
import { trajectoryOf } from '../support/trajectory.js'

const held = 0.6
const slid = 0.35
const c2 = { static: held, dynamic: slid }
const block = { rotates: false }
const dt = 0.01

for (const build of builds)
  for (const dimension of [2, 3] as const) {
    const moving = (v: number): number[] => (dimension === 2 ? [v, 0] : [v, 0, 0])
    const make = async (scene: Scene) => (await engineOf(build)).createWorld(scene)

    describe(`static and dynamic friction in ${dimension}D, ${build} build`, () => {
      test('a block at rest holds up to mu_s', async () => {
        const world = await make(slope(dimension, 0.999 * held, c2, [block]))
        for (let k = 0; k < 500; k++) {
          world.step()
          // as in incline.test.ts: rounding is 1e-17
          expect(Math.max(...world.bodies.velocities.map(Math.abs))).toBeLessThan(1e-12)
        }
      })

      test('beyond mu_s it slides, and with mu_d from the first step on', async () => {
        const world = await make(slope(dimension, 1.001 * held, c2, [block]))
        const a = slidingAcceleration(1.001 * held, slid)
        for (const steps of [1, 499]) {
          world.step(steps)
          expect(world.contacts.states[0]).toBe(ContactState.sliding)
          // constant force, so implicit Euler is exact; 500 roundings of 1e-16
          expect(Math.abs(world.bodies.velocities[0]! / world.time / a - 1)).toBeLessThan(1e-12)
        }
      })

      test('between mu_d and mu_s a block at rest holds and one that slides does not stop', async () => {
        const tangent = (held + slid) / 2
        const world = await make(slope(dimension, tangent, c2, [block, { ...block, velocity: moving(0.01) }]))
        world.step(500)
        expect(Math.abs(world.bodies.velocities[0]!)).toBeLessThan(1e-12)
        const v = 0.01 + slidingAcceleration(tangent, slid) * world.time
        expect(Math.abs(world.bodies.velocities[3]! / v - 1)).toBeLessThan(1e-12) // as above
      })

      test('uphill a block stops where mu_d says and then stays, held by mu_s', async () => {
        const tangent = (held + slid) / 2
        const world = await make(slope(dimension, tangent, c2, [{ ...block, velocity: moving(-1) }]))
        const theta = Math.atan(tangent)
        const slows = g * (Math.sin(theta) + slid * Math.cos(theta))
        const n = Math.floor(1 / (slows * dt))
        world.step(n)
        expect(Math.abs(world.bodies.velocities[0]! + 1 - n * slows * dt)).toBeLessThan(1e-13) // n roundings of 1e-16
        // what is left can be stopped by mu_d N; had the last step left less than (sin - mu_d cos) g dt, gravity would
        // turn it within one step, and it would slide down again: the law sees only where steps end
        const trial = world.bodies.velocities[0]! + g * Math.sin(theta) * dt
        expect(Math.abs(trial)).toBeLessThan(slid * g * Math.cos(theta) * dt)
        world.step(200)
        expect(Math.abs(world.bodies.velocities[0]!)).toBeLessThan(1e-12)
      })

      test('on the flat it stops where mu_d says, to the last step', async () => {
        const v0 = 2
        const world = await make(slope(dimension, 0, c2, [{ ...block, velocity: moving(v0) }]))
        // after n steps v0 - n a dt while that is positive; then one step in which less than mu_d N stops it
        const a = slid * g
        const n = Math.floor(v0 / (a * dt))
        world.step(n)
        expect(world.contacts.states[0]).toBe(ContactState.sliding)
        expect(Math.abs(world.bodies.velocities[0]! - (v0 - n * a * dt))).toBeLessThan(1e-13) // n roundings of 1e-16
        world.step()
        expect(world.contacts.states[0]).toBe(ContactState.sticking)
        expect(Math.abs(world.bodies.velocities[0]!)).toBeLessThan(1e-15)
        world.step(100)
        const x = world.bodies.positions[0]!
        expect(Math.abs(x - (n * v0 * dt - (a * dt ** 2 * n * (n + 1)) / 2))).toBeLessThan(1e-13)
        // which is v0^2/(2 mu_d g) less half a step: implicit Euler moves with the velocity at the end of each step.
        // What remains is at most a dt^2 / 8, from the broken last step
        expect(Math.abs(x - (v0 ** 2 / (2 * a) - (v0 * dt) / 2))).toBeLessThanOrEqual((a * dt ** 2) / 8 + 1e-13)
      })

      test('a block that has stopped holds up to mu_s again', async () => {
        const world = await make(slope(dimension, 0, c2, [{ ...block, mass: 1, velocity: moving(0.3) }]))
        world.step(20)
        const x = world.bodies.positions[0]!
        world.bodies.forces[0] = 0.999 * held * g
        world.step(200)
        expect(Math.abs(world.bodies.positions[0]! - x)).toBeLessThan(1e-12)
        world.bodies.forces[0] = 1.001 * held * g
        world.step(200)
        const a = (1.001 * held - slid) * g
        expect(Math.abs(world.bodies.velocities[0]! / (200 * dt * a) - 1)).toBeLessThan(1e-12) // as above
      })

      test('C1 for one pair of materials and C2 for another, in one world', async () => {
        const tangent = 0.5
        const world = await make(slope(dimension, tangent, [
          { between: ['stone', 'floor'], mu: 0.45 },
          { between: ['wood', 'floor'], ...c2 },
        ], [
          { ...block, material: 'stone' }, { ...block, material: 'stone', velocity: moving(1) },
          { ...block, material: 'wood' }, { ...block, material: 'wood', velocity: moving(1) },
        ], { materials: ['stone', 'wood', 'floor'] }))
        world.step(100)
        const v = (row: number): number => world.bodies.velocities[3 * row]!
        // as above, relative to velocities of order 1
        expect(Math.abs(v(0) - slidingAcceleration(tangent, 0.45))).toBeLessThan(1e-12)
        expect(Math.abs(v(1) - 1 - slidingAcceleration(tangent, 0.45))).toBeLessThan(1e-12)
        expect(Math.abs(v(2))).toBeLessThan(1e-12)
        expect(Math.abs(v(3) - 1 - slidingAcceleration(tangent, slid))).toBeLessThan(1e-12)
      })

      test('with mu_s = mu_d it is C1, bit for bit', async () => {
        const scene = (friction: Scene['friction']): Scene =>
          gas({ grains: 60, dimension, radius: [0.7, 1], fraction: 0.3, ends: 'walls', gravity: 1, friction, seed: 3 })
        const worlds = [0.4, { static: 0.4, dynamic: 0.4 }, { static: 0.4, dynamic: 0.399 }].map(
          async (law) => make(scene(law)))
        const [c1, same, other] = await Promise.all(worlds.map(async (w) => trajectoryOf(await w, 300)))
        expect(same).toBe(c1)
        expect(other).not.toBe(c1)
      })
    })
  }

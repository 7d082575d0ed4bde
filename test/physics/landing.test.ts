// C2 in the dynamic sense (004 section 3.3): a contact that closes while it moves sideways is a sliding one, however long it
// was a candidate before; so is one that was open for a step only.

import { describe, expect, test } from 'vitest'
import { builds, engineOf } from '../support/engine.js'

describe.each(builds)('a block that lands, %s build', (build) => {
  const scene = {
    dimension: 2 as const, timeStep: 0.01, friction: { static: 1, dynamic: 0.1 },
    boundaries: [{ shape: 'plane' as const, point: [0, 0], normal: [0, 1] }],
  }

  test.each([0, 0.01, 0.5])('slides with mu_d, with a skin of %f radii', async (skin) => {
    const world = (await engineOf(build)).createWorld({
      ...scene, skin, bodies: [{ position: [0, 1.1], radius: 1, velocity: [0.5, -1], rotates: false }],
    })
    world.step(30)
    // the normal impulse of the landing is m, so friction takes mu_d of the speed: exact but for rounding
    expect(Math.abs(world.bodies.velocities[0]! - 0.4)).toBeLessThan(1e-12)
  })

  test('slides on with mu_d after a step without load', async () => {
    const world = (await engineOf(build)).createWorld({
      ...scene, gravity: [0, -1], bodies: [{ position: [0, 1], radius: 1, mass: 1, velocity: [0.5, 0], rotates: false }],
    })
    world.step(10)
    expect(world.contacts.states[0]).toBe(2)
    world.bodies.forces[1] = 1 // weightless
    world.step()
    expect(world.contacts.states[0]).toBe(0)
    world.bodies.forces[1] = 0
    world.step(10)
    // 20 steps of mu_d g dt
    expect(Math.abs(world.bodies.velocities[0]! - (0.5 - 20 * 0.1 * 0.01))).toBeLessThan(1e-12)
  })
})

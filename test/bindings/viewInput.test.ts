// Views let people write anything; a step looks at it before it starts.

import { describe, expect, it } from 'vitest'
import { InputError, type Scene } from '../../src/index.js'
import { builds, engineOf } from '../support/engine.js'
import { failure } from '../support/failure.js'

const finite = 'a finite number'
const positive = 'a positive number'
const planar = 'nothing out of the plane in two dimensions'

/** Two grains that meet on a floor: contacts with impulses. */
const scene: Scene = {
  dimension: 2, timeStep: 0.01, gravity: [0, -1], friction: 0.5,
  bodies: [{ position: [0, 1], radius: 1 }, { position: [2, 1], radius: 1, mass: 2, velocity: [-1, 0] }],
  boundaries: [{ shape: 'plane', point: [0, 0], normal: [0, 1] }],
}

type View = 'positions' | 'velocities' | 'angularVelocities' | 'orientations' | 'angles' | 'forces' | 'torques' | 'radii' |
  'masses' | 'inertias' | 'kinds' | 'materials'

const cases: [view: View, index: number, value: number, expected: string | RegExp][] = [
  ['positions', 3, NaN, finite], ['positions', 4, Infinity, finite], ['positions', 5, 1, planar],
  ['velocities', 3, NaN, finite], ['velocities', 5, 1e-9, planar],
  ['angularVelocities', 5, -Infinity, finite], ['angularVelocities', 3, 1, planar],
  ['orientations', 4, NaN, finite], ['angles', 1, NaN, finite],
  ['forces', 4, NaN, finite], ['torques', 5, Infinity, finite],
  ['radii', 1, NaN, positive], ['radii', 1, 0, positive], ['radii', 1, -1, positive], ['radii', 1, Infinity, finite],
  ['masses', 1, 0, positive], ['masses', 1, -1, positive], ['masses', 1, NaN, positive], ['masses', 1, Infinity, finite],
  ['inertias', 1, 0, positive], ['inertias', 1, NaN, positive],
  ['kinds', 1, 9, /./], // 0, 1, 2
  ['materials', 1, 99, /./], // the scene has two
]

describe.each(builds)('what was written through a view of the %s build', (build) => {
  it.each(cases)('%s[%i] = %d, is found by the next step, which changes nothing', async (view, index, value, expected) => {
    const world = (await engineOf(build)).createWorld(scene)
    world.step(2)
    const kept = world.bodies[view][index]!
    world.bodies[view][index] = value
    const hash = world.hash()
    const error = failure(() => world.step())
    expect(error).toBeInstanceOf(InputError)
    const { field, expected: wanted, received } = error as InputError
    expect(field).toMatch(new RegExp(`bodies\\.${view} of body 1$`))
    expect(wanted).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected))
    expect(received).toBe(value)
    expect(world.hash()).toBe(hash)
    // mended, it goes on
    world.bodies[view][index] = kept
    expect(world.step().step).toBe(3)
  })

  it.each([NaN, Infinity, 1e308])('%d among the impulses of contacts does not become a velocity, nor a change', async (value) => {
    const world = (await engineOf(build)).createWorld(scene)
    world.step()
    world.contacts.impulses[1] = value
    const hash = world.hash()
    expect(['InputError', 'EngineError']).toContain(failure(() => world.step()).name)
    expect(world.hash()).toBe(hash)
    expect([...world.bodies.velocities].every(Number.isFinite)).toBe(true)
  })

  it.each([1e9, -1e9, -2, 77])('%d among the pairs of contacts only loses that warm start', async (value) => {
    const engine = await engineOf(build)
    const twin = engine.createWorld(scene)
    twin.step(2)
    for (const index of [0, 1, 2, 3]) {
      const world = engine.createWorld(scene)
      world.step()
      world.contacts.pairs[index] = value
      world.step()
      expect([...world.contacts.pairs]).toEqual([...twin.contacts.pairs])
    }
  })
})

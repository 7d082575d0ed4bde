// Bad input throws an InputError that names the field, what was expected and what came, and leaves the world as it was.

import { describe, expect, it } from 'vitest'
import { InputError, type BodySpec, type BoundarySpec, type Scene, type World } from '../../src/index.js'
import { builds, engineOf } from '../support/engine.js'
import { acts, bodies, bodies3D, body, number, plane, positive, scenes, walls, type Expected } from '../support/badInput.js'
import { failure } from '../support/failure.js'

function check(error: Error, field: Expected, expected: Expected, received: unknown): void {
  expect(error).toBeInstanceOf(InputError)
  const { field: f, expected: e, received: r, message } = error as InputError
  expect(f).toEqual(typeof field === 'string' ? field : expect.stringMatching(field))
  expect(e).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected))
  expect(r).toEqual(received)
  expect(message).toContain(`${f}: expected ${e}, got `)
}

describe.each(builds)('the door of the %s build refuses', (build) => {
  it.each(scenes)('a scene with %s', async (_, input, field, expected, received) => {
    const engine = await engineOf(build)
    const scene = { dimension: 2, timeStep: 0.1, ...input } as unknown as Scene
    check(failure(() => engine.createWorld(scene)), field, expected, received)
  })

  it.each([undefined, null, 'scene', 7, [], () => 0])('%s as a scene', async (input) => {
    const engine = await engineOf(build)
    check(failure(() => engine.createWorld(input as unknown as Scene)), 'scene', 'an object', input)
  })

  it.each(bodies)('a scene whose body has %s', async (_, input, field, expected, received) => {
    const engine = await engineOf(build)
    const scene = { dimension: 2, timeStep: 0.1, bodies: [input as BodySpec] } as const
    check(failure(() => engine.createWorld(scene)), field, expected, received)
  })

  it.each(bodies3D)('in three dimensions a body with %s', async (_, input, field, expected, received) => {
    const engine = await engineOf(build)
    const scene = { dimension: 3, timeStep: 0.1, bodies: [input as BodySpec] } as const
    check(failure(() => engine.createWorld(scene)), field, expected, received)
  })
})

describe.each(builds)('a world of the %s build stays as it was', (build) => {
  const running = async (): Promise<World> => {
    const world = (await engineOf(build)).createWorld({
      dimension: 2, timeStep: 0.01, gravity: [0, -10], friction: 0.5,
      bodies: [{ position: [0, 1], radius: 1 }, { position: [0, 3], radius: 1 }, { position: [10, 5], radius: 1, velocity: [1, 2] }],
      boundaries: [plane],
    })
    world.step(3)
    return world
  }
  /** Tries, checks what was thrown, and that nothing changed: neither now nor in how the world goes on. */
  const refuses = (world: World, twin: World, attempt: (world: World) => unknown, field: Expected, expected: Expected, received: unknown): void => {
    const hash = world.hash()
    check(failure(() => attempt(world)), field, expected, received)
    expect(world.hash()).toBe(hash)
    world.step(2)
    twin.step(2)
    expect(world.hash()).toBe(twin.hash())
  }

  it.each(bodies)('when a body is added with %s', async (_, input, field, expected, received) => {
    refuses(await running(), await running(), (world) => world.add(input as BodySpec), field, expected, received)
  })

  it('when the second of two bodies added is bad: then the first is not added either', async () => {
    const good = { position: [50, 50], radius: 1 }
    refuses(await running(), await running(), (world) => world.add(good, { ...good, radius: -1 }), 'bodies[1].radius', positive, -1)
    refuses(await running(), await running(), (world) => world.add(good, good), /body 3$/, 'no overlap at the start', '2.000 radii of overlap with body 4')
  })

  it('when a body is added into another', async () => {
    refuses(await running(), await running(), (world) => world.add({ position: [0, 2.9], radius: 1 }),
      /body 1$/, 'no overlap at the start', expect.stringMatching(/^1\.9\d* radii of overlap with body 3$/))
  })

  it.each(walls)('when a wall is added with %s', async (_, input, field, expected, received) => {
    const got = field instanceof RegExp ? expect.stringMatching(/ radii of overlap with boundary 1$/) : received
    refuses(await running(), await running(), (world) => world.addBoundary(input as BoundarySpec), field, expected, got)
  })

  it.each(acts)('when %s', async (_, attempt, field, expected, received) => {
    refuses(await running(), await running(), attempt, field, expected, received)
  })
})

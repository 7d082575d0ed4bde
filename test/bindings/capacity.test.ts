// A world with an upper bound of memory: what does not fit is refused, with a number, and the world goes on as it was.

import { describe, expect, it } from 'vitest'
import * as L from '../../assembly/layout.js'
import { Instance } from '../../bindings/instance.js'
import { EngineError, InputError, type BodySpec, type BoundarySpec, type Scene, type World } from '../../src/index.js'
import { builds, engineOf } from '../support/engine.js'
import { failure } from '../support/failure.js'

const PAGE = 65536

/** Grains in rows, not touching. */
function grid(count: number, from = 0): BodySpec[] {
  return Array.from({ length: count }, (_, k) => ({ position: [3 * ((from + k) % 50), 3 * Math.floor((from + k) / 50)], radius: 1, velocity: [1, 0] }))
}

function goesOnLike(world: World, twin: World): void {
  expect(world.hash()).toBe(twin.hash())
  world.step(5)
  twin.step(5)
  expect(world.hash()).toBe(twin.hash())
}

describe.each(builds)('bodies beyond the memory of the %s build', (build) => {
  it('are refused with what was asked for, and the world is as it was and goes on', async () => {
    const engine = await engineOf(build)
    const scene: Scene = { dimension: 2, timeStep: 0.01, bodies: grid(100) }
    const world = engine.createWorld({ ...scene, maximumMemory: 4 * PAGE })
    const twin = engine.createWorld(scene)
    world.step(3)
    twin.step(3)
    const hash = world.hash()
    const error = failure(() => world.add(...grid(5000, 100)))
    expect(error).toBeInstanceOf(EngineError)
    expect(error.message).toMatch(/out of memory: asked for room for 5100 bodies, \d+\.\d MiB in all; the memory has 0\.\d MiB/)
    expect(world.hash()).toBe(hash)
    expect(world.bodies.count).toBe(100)
    expect(world.memoryBytes).toBeLessThanOrEqual(4 * PAGE)
    goesOnLike(world, twin)
    // and there is room for some: more than the hundred had, so that columns move
    expect(world.add(...grid(100, 100))).toEqual(Array.from({ length: 100 }, (_, k) => 100 + k))
    twin.add(...grid(100, 100))
    goesOnLike(world, twin)
  })

  it('can be added until it is full, one by one, and then all are still there', async () => {
    const engine = await engineOf(build)
    const world = engine.createWorld({ dimension: 2, timeStep: 0.01, maximumMemory: 3 * PAGE })
    let added = 0
    const error = failure(() => {
      for (; added < 100000; added++) world.add(...grid(1, added))
    })
    expect(error.message).toContain(`asked for room for ${added + 1} bodies`)
    expect(added).toBeGreaterThan(50)
    expect(world.bodies.count).toBe(added)
    expect([...world.bodies.positions]).toEqual(grid(added).flatMap(({ position }) => [...Array.from(position), 0]))
  })

  it('in a scene are refused as a whole', async () => {
    const engine = await engineOf(build)
    const error = failure(() => engine.createWorld({ dimension: 2, timeStep: 0.01, bodies: grid(5000), maximumMemory: 4 * PAGE }))
    expect(error).toBeInstanceOf(EngineError)
    expect(error.message).toContain('asked for room for 5000 bodies')
  })
})

describe.each(builds)('contacts beyond the memory of the %s build', (build) => {
  /** All fly side by side. In a step of 1000 seconds each reaches all others, as far as the search is concerned. */
  const crowd: Scene = { dimension: 2, timeStep: 1e-3, bodies: grid(150) }
  const piston: BoundarySpec = {
    shape: 'plane', point: [0, 1000], normal: [0, -1], free: { direction: [0, -1], mass: 1, force: 1 },
  }

  it.each([['alone', []], ['with a piston', [piston]]])('are refused with what was asked for, and the world is as it was and goes on, %s', async (_, boundaries) => {
    const engine = await engineOf(build)
    const world = engine.createWorld({ ...crowd, boundaries, maximumMemory: 4 * PAGE })
    const twin = engine.createWorld({ ...crowd, boundaries })
    world.step(3)
    twin.step(3)
    world.configure({ timeStep: 1000 })
    const hash = world.hash()
    const error = failure(() => world.step())
    expect(error).toBeInstanceOf(EngineError)
    // 150 149 / 2 pairs, and 150 times the piston
    expect(error.message).toMatch(/step: out of memory: asked for room for (11175|11325) contacts, \d\.\d MiB in all/)
    expect(world.hash()).toBe(hash)
    world.configure({ timeStep: 1e-3 })
    twin.configure({ timeStep: 1000 })
    twin.configure({ timeStep: 1e-3 })
    goesOnLike(world, twin)
  })

  it('fit when there is more memory', async () => {
    const world = (await engineOf(build)).createWorld({ ...crowd, timeStep: 1000 })
    expect(world.step().contacts).toBe((150 * 149) / 2)
  })
})

describe.each(builds)('boundaries beyond the memory of the %s build', (build) => {
  it('are refused with what was asked for, and the world is as it was', async () => {
    const world = (await engineOf(build)).createWorld({ dimension: 2, timeStep: 0.01, bodies: grid(20), maximumMemory: 2 * PAGE })
    let hash = world.hash()
    let count = 0
    const error = failure(() => {
      for (; count < 10000; count++) {
        world.addBoundary({ shape: 'plane', point: [0, -10], normal: [0, 1] })
        hash = world.hash()
      }
    })
    expect(error).toBeInstanceOf(EngineError)
    expect(error.message).toContain(`asked for room for ${count + 1} boundaries`)
    expect(world.boundaries.length).toBe(count)
    expect(world.hash()).toBe(hash)
  })
})

describe.each(builds)('maximumMemory of the %s build', (build) => {
  it.each([[1, 'from 131072 to 4294967296 bytes'], [131071, 'from 131072 to 4294967296 bytes'], [-1, 'a positive finite number'], [Number.NaN, 'a positive finite number'], ['1 MiB', 'a positive finite number']])(
    'is not %s', async (maximumMemory, expected) => {
      const engine = await engineOf(build)
      const error = failure(() => engine.createWorld({ dimension: 2, timeStep: 1, maximumMemory: maximumMemory as number }))
      expect(error).toBeInstanceOf(InputError)
      expect(error).toMatchObject({ field: 'maximumMemory', expected, received: maximumMemory })
    })

  it('may be all that WebAssembly has, 4 GiB, and no more', async () => {
    const engine = await engineOf(build)
    engine.createWorld({ dimension: 2, timeStep: 1, maximumMemory: 2 ** 32, bodies: grid(3) }).step()
    const error = failure(() => engine.createWorld({ dimension: 2, timeStep: 1, maximumMemory: 2 ** 33 }))
    expect(['EngineError', 'InputError']).toContain(error.name)
  })
})

describe('an error of memory', () => {
  it('has a word for everything that there can be too little room for', async () => {
    const instance = new Instance((await engineOf('release')).module)
    const words = Array.from({ length: L.CAPACITY_KINDS }, (_, kind) => {
      instance.setI32(L.WORLD_FAULT_FIELD, kind)
      return /room for 0 (.*), /.exec(instance.explain(L.FAULT_MEMORY, '').message)![1]
    })
    expect(words).not.toContain('undefined')
  })
})

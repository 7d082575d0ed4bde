// Snapshot = magic, version, bytes: a restored world goes on bit for bit, contact cache and sweep order included.

import { describe, expect, it } from 'vitest'
import * as signorini from '../../src/index.js'
import { InputError, type Scene, type World } from '../../src/index.js'
import { builds, engineOf } from '../support/engine.js'
import { goldenScenes } from '../support/goldenScenes.js'

const { box, gas } = signorini

/** Everything at once: C2 in several materials, a piston, a turning cylinder, a plate, kinematic grains, locked rotation. */
function everything(): Scene {
  return {
    dimension: 3,
    timeStep: 0.02,
    gravity: [0.1, 0, -1],
    seed: 99,
    materials: ['glass', 'steel', 'wall'],
    friction: [{ mu: 0.3 }, { between: ['glass', 'glass'], static: 0.7, dynamic: 0.4 }, { between: ['steel', 'wall'], mu: 0.1 }],
    periodic: { x: [0, 12] },
    gapRule: 'signed',
    skin: 0.03,
    allowedOverlap: 1e-3,
    solver: { criterion: 'global', tolerance: 1e-6, maxSweeps: 60, order: 'symmetric' },
    bodies: box({ dimension: 3, grains: 40, radius: [0.6, 1], width: 12, depth: 8, seed: 6 }).bodies!.map((body, k) => ({
      ...body,
      position: [body.position[0]!, body.position[1]!, body.position[2]! + 1.5], // above the cylinder
      material: k % 3 ? 'glass' : 'steel',
      angularVelocity: [0, k % 2, 0],
      rotates: k % 7 !== 0,
      kind: k === 11 ? 'kinematic' as const : 'dynamic' as const,
      ...(k === 11 ? { velocity: [0, 0.1, 0] } : {}),
    })),
    boundaries: [
      { shape: 'plane', point: [0, 0, 0], normal: [0, 0, 1] },
      { shape: 'plane', point: [0, 0, 0], normal: [0, 1, 0] },
      { shape: 'plane', point: [0, 8, 0], normal: [0, -1, 0] },
      { shape: 'plane', point: [0, 0, 30], normal: [0, 0, -1], free: { direction: [0, 0, -1], mass: 10, force: 5, speed: 4 } },
      { shape: 'cylinder', point: [6, 4, 0.5], axis: [1, 0, 0], radius: 0.5, side: 'outside', angularVelocity: [3, 0, 0] },
      { shape: 'plane', point: [6, 4, 20], normal: [0, 0, 1], outer: 2, enabled: false },
    ],
  }
}

/** What the world is after `steps` more. */
function later(world: World, steps: number): { hash: string; bytes: Uint8Array; report: unknown } {
  world.step(steps)
  return { hash: world.hash(), bytes: world.snapshot(), report: world.report }
}

const scenes: [string, () => Scene][] = [
  ['everything at once', everything],
  ...goldenScenes.map(({ name, maker, options }): [string, () => Scene] => [name, () => signorini[maker](options as never)]),
]

describe.each(scenes)('a snapshot of %s', (_, scene) => {
  it('restored goes on bit for bit for 200 steps, and so does what it was taken from', async () => {
    const engine = await engineOf('release')
    const world = engine.createWorld(scene())
    const undisturbed = engine.createWorld(scene())
    world.step(120)
    undisturbed.step(120)
    const restored = engine.restore(world.snapshot())
    expect(restored.hash()).toBe(world.hash())
    const expected = later(undisturbed, 200)
    expect(later(restored, 200)).toEqual(expected)
    expect(later(world, 200)).toEqual(expected)
  })

  it('goes from build to build', async () => {
    const [release, debug] = await Promise.all(builds.map(engineOf))
    const world = release!.createWorld(scene())
    world.step(60)
    const inDebug = debug!.restore(world.snapshot())
    inDebug.step(30)
    const back = release!.restore(inDebug.snapshot())
    expect(later(back, 30)).toEqual(later(world, 60))
  })
})

describe.each(builds)('a snapshot of the %s build', (build) => {
  it('has everything after bodies were removed and added, and settings changed', async () => {
    const engine = await engineOf(build)
    const world = engine.createWorld(everything())
    world.step(50)
    world.remove(3, 11, 39)
    world.add({ position: [6, 4, 18], radius: 1.5, material: 'steel' })
    world.boundaries[5]!.enabled = true
    world.boundaries[3]!.force = 50
    world.configure({ timeStep: 0.015, gravity: [0, 0, -2], solver: { order: 'random', criterion: 'local' } })
    world.step(20)
    const restored = engine.restore(world.snapshot())
    expect([...restored.bodies.ids]).toEqual([...world.bodies.ids])
    expect(restored.solver).toEqual(world.solver)
    expect([restored.timeStep, restored.gravity, restored.time]).toEqual([world.timeStep, world.gravity, world.time])
    expect(restored.report).toEqual(world.report)
    expect([...restored.contacts.forces]).toEqual([...world.contacts.forces])
    expect(restored.boundaries.map((b) => [b.point, b.axis, b.enabled, b.free, b.force, b.speed, b.reaction]))
      .toEqual(world.boundaries.map((b) => [b.point, b.axis, b.enabled, b.free, b.force, b.speed, b.reaction]))
    // ids and names go on, too
    const news = (w: World): number[] => w.add({ position: [2, 4, 12], radius: 1, material: 'glass' })
    expect(news(restored)).toEqual(news(world))
    expect(later(restored, 100)).toEqual(later(world, 100))
  })

  it('keeps what only the door knows: dimension, materials, periods, allowed overlap', async () => {
    const engine = await engineOf(build)
    const restored = engine.restore(engine.createWorld(everything()).snapshot())
    expect(restored.dimension).toBe(3)
    expect(restored.materials).toEqual(['glass', 'steel', 'wall'])
    expect(restored.periodic).toEqual({ x: [0, 12] })
    expect(restored.allowedOverlap).toBe(1e-3)
    expect(() => restored.add({ position: [0, 4, 100], radius: 1, material: 'gold' })).toThrow(InputError)
    expect(() => restored.addBoundary({ shape: 'plane', point: [0, 0, 0], normal: [1, 0, 0] })).toThrow(/x, which is periodic/)
  })

  it('of an empty world, and of one before its first step, will do', async () => {
    const engine = await engineOf(build)
    for (const scene of [{ dimension: 2, timeStep: 1 } as const, gas({ grains: 30, seed: 2 })]) {
      const world = engine.createWorld(scene)
      const restored = engine.restore(world.snapshot())
      expect(restored.bodies.count).toBe(world.bodies.count)
      expect(later(restored, 20)).toEqual(later(world, 20))
    }
  })

  it('is a copy: it does not change when the world goes on', async () => {
    const world = (await engineOf(build)).createWorld(gas({ grains: 10 }))
    const snapshot = world.snapshot()
    const copy = snapshot.slice()
    world.step(5)
    expect(snapshot).toEqual(copy)
    expect(world.snapshot()).not.toEqual(copy)
  })

  it('may lie anywhere in a buffer, as files that were read do', async () => {
    const engine = await engineOf(build)
    const world = engine.createWorld(gas({ grains: 10 }))
    const snapshot = world.snapshot()
    const inBuffer = Buffer.concat([Buffer.from('abc'), snapshot, Buffer.from('de')]).subarray(3, 3 + snapshot.length)
    expect(engine.restore(inBuffer).hash()).toBe(world.hash())
  })
})

describe.each(builds)('bytes that are not a snapshot of the %s build', (build) => {
  const whole = async (): Promise<Uint8Array> => {
    const world = (await engineOf(build)).createWorld(box({ grains: 8, seed: 4 }))
    world.step(5)
    return world.snapshot()
  }
  const refuse = async (bytes: unknown): Promise<InputError> => {
    const engine = await engineOf(build)
    try {
      engine.restore(bytes as Uint8Array)
    } catch (error) {
      expect(error).toBeInstanceOf(InputError)
      expect((error as InputError).field).toBe('snapshot')
      return error as InputError
    }
    throw new Error('was taken for a snapshot')
  }

  it('are refused: text, zeros, nothing, other things', async () => {
    expect((await refuse(new TextEncoder().encode('a file that is something else'))).expected).toMatch(/world\.snapshot\(\) wrote/)
    await refuse(new Uint8Array(1000))
    await refuse(new Uint8Array(0))
    await refuse(new Uint8Array(15))
    for (const thing of [undefined, null, 'GNOR', 42, [], {}, new ArrayBuffer(100), new Float64Array(20)])
      expect((await refuse(thing)).expected).toBe('a Uint8Array')
  })

  it('are refused when cut anywhere, or longer', async () => {
    const bytes = await whole()
    for (let end = 0; end < bytes.length; end += Math.ceil(bytes.length / 200)) await refuse(bytes.subarray(0, end))
    await refuse(bytes.subarray(0, bytes.length - 1))
    await refuse(bytes.subarray(1))
    await refuse(Uint8Array.from([...bytes, 0]))
  })

  it('are refused when a bit anywhere has changed', async () => {
    const bytes = await whole()
    for (let at = 0; at < bytes.length; at += at < 200 ? 1 : 37) {
      const changed = bytes.slice()
      changed[at]! ^= 1 << at % 8
      await refuse(changed)
    }
  })

  it('say that they are of another version', async () => {
    const bytes = await whole()
    bytes[4] = 77
    const error = await refuse(bytes)
    expect([error.expected, error.received]).toEqual(['version 2', 'version 77'])
  })
})

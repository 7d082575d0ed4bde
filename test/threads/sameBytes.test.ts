// "The same scene and seed give the same bytes, with one thread or more." Scenes are large enough for helpers to be called
// (WORTHWHILE), and each comparison checks that they did work, lest it compare one thread with one thread. Five threads are
// more than many machines have cores: that has to work as well.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as L from '../../assembly/layout.js'
import * as signorini from '../../src/index.js'
import { type Engine, type Scene, type SolverOptions, type World, box, drum, gas, lattice, silo } from '../../src/index.js'
import { engineOf } from '../support/engine.js'
import { failure } from '../support/failure.js'
import { goldenHashes, goldenScenes, runGolden } from '../support/goldenScenes.js'
import { engineWith, gather, helpersAtWork, memoryOf, piecesShared } from '../support/threads.js'

const numbers = [2, 3, 5]
const solver = (options: SolverOptions): SolverOptions => ({ maxSweeps: 30, ...options })

/** Every law, criterion and kind of wall that threads work on, in two and three dimensions. */
const scenes: Record<string, () => Scene> = {
  'box 2D, C1, local, with a free piston': () => box({
    grains: 2000, radius: [0.5, 1], friction: 0.5, timeStep: 0.05, lid: { mass: 200, force: 2000 }, seed: 1,
    solver: solver({ criterion: 'local', tolerance: 1e-2 }),
  }),
  'box 3D, C2, global': () => box({
    dimension: 3, grains: 2500, radius: [0.5, 1], friction: { static: 0.6, dynamic: 0.4 }, timeStep: 0.05, seed: 2,
    solver: solver({ criterion: 'global', tolerance: 1e-3 }),
  }),
  'box 3D, C2, fixed, more than fifty sweeps': () => box({
    dimension: 3, grains: 1500, radius: [0.5, 1], friction: { static: 0.6, dynamic: 0.4 }, timeStep: 0.05, seed: 3,
    solver: solver({ criterion: 'fixed', maxSweeps: 75 }), // from 50 on, who slides is decided
  }),
  'gas 3D, periodic, fixed': () => gas({
    dimension: 3, grains: 2500, fraction: 0.3, friction: 0.3, timeStep: 0.05, seed: 4, solver: solver({ criterion: 'fixed' }),
  }),
  'drum 2D, turning, local': () => drum({
    grains: 2000, radius: [0.8, 1], drumRadius: 60, friction: 0.5, timeStep: 0.05, seed: 5, solver: solver({ tolerance: 1e-2 }),
  }),
  'silo 3D with an orifice, global': () => silo({
    dimension: 3, grains: 2500, radius: [0.8, 1], width: 24, orifice: 6, friction: 0.3, timeStep: 0.05, seed: 6,
    solver: solver({ criterion: 'global' }),
  }),
}

/** Grains have fallen and lie upon each other: made once, by one thread. */
const fallen = new Map<string, Uint8Array>()
async function after(name: string): Promise<Uint8Array> {
  if (!fallen.has(name)) {
    const world = (await engineOf('release')).createWorld(scenes[name]!())
    world.step(name.startsWith('gas') ? 20 : 150)
    fallen.set(name, world.snapshot())
  }
  return fallen.get(name)!
}

/** Does the same in every engine, and compares what comes out with what one thread says; all helpers have to take part. */
async function compare(snapshot: Uint8Array, act: (world: World, engine: Engine) => unknown, steps = 1): Promise<void> {
  const single = await engineOf('release')
  const alone = single.restore(snapshot)
  alone.step(steps)
  const expected = act(alone, single)
  for (const threads of numbers) {
    const engine = await engineWith(threads)
    expect(engine.threads).toBe(threads)
    const world = engine.restore(snapshot)
    await gather(world, threads)
    world.step(steps - 1)
    expect({ threads, gave: act(world, engine) }).toEqual({ threads, gave: expected })
    expect(helpersAtWork(world)).toHaveLength(threads - 1)
    world.free()
  }
}

const vector = (of: ArrayLike<number>, make: (x: number, k: number) => number): number[] => Array.from(of, make)

/** The hash after every step, so that the first to differ is seen. */
function hashes(world: World, steps: number): string[] {
  return Array.from({ length: steps }, () => {
    world.step()
    return world.hash()
  })
}

afterAll(async () => {
  for (const threads of numbers) (await engineWith(threads)).close()
})

describe.each(numbers)('%i threads', (threads) => {
  it.each(goldenScenes)('have the golden hash of $name', async (scene) => {
    expect(runGolden(await engineWith(threads), signorini, scene)).toBe(goldenHashes()[scene.name])
  })

  it('are not called for a few grains, nor does anything happen in shares', async () => {
    const world = (await engineWith(threads)).createWorld(box({ grains: 300 }))
    world.step(20)
    expect([piecesShared(world), helpersAtWork(world)]).toEqual([0, []])
  })
})

describe('the bytes of one thread and of several', () => {
  it.each(Object.keys(scenes))('are the same: %s', async (name) => {
    const snapshot = await after(name)
    await compare(snapshot, (world) => {
      const before = world.report
      const all = hashes(world, 8)
      expect(world.contacts.count + world.bodies.count).toBeGreaterThan(L.WORTHWHILE)
      // as a string: comparing a million numbers one by one takes seconds
      return { before, all, report: world.report, snapshot: Buffer.from(world.snapshot()).toString('base64') }
    })
  })

  it.each(Object.keys(scenes))('are the same from the first step: %s', async (name) => {
    const scene = scenes[name]!()
    const alone = (await engineOf('release')).createWorld(scene)
    const expected = hashes(alone, 10)
    for (const threads of numbers) expect(hashes((await engineWith(threads)).createWorld(scene), 10)).toEqual(expected)
  })

  it('are the same with the scalar twin of the kernel', async () => {
    for (const name of Object.keys(scenes).slice(0, 3)) {
      const snapshot = await after(name)
      const vector = (await engineOf('release')).restore(snapshot)
      const expected = hashes(vector, 6)
      await compare(snapshot, (world) => {
        world.configure({ solver: { kernel: 'scalar' } })
        const all = hashes(world, 5)
        expect(all).toEqual(expected.slice(1))
        return all
      })
    }
  })

  it.each(['random', 'sequential', 'symmetric'] as const)('are the same with the order %s, which one thread sweeps', async (order) => {
    const snapshot = await after('box 3D, C2, global')
    await compare(snapshot, (world) => {
      world.configure({ solver: { order } })
      return hashes(world, 4)
    }, 2)
  })

  it('are the same where a body touches more blocks than there are colours', async () => {
    // a large grain in the midst of small ones: blocks without a colour come last, one at a time
    const { bodies, ...scene } = lattice({ dimension: 3, counts: [15, 15, 15], friction: 0.4, timeStep: 0.01, seed: 9 })
    const middle = [14, 14, 14]
    const far = bodies!.filter(({ position }) => Math.hypot(...vector(position, (x, k) => x - middle[k]!)) > 11.01)
    const world = (await engineOf('release')).createWorld({
      ...scene, solver: { criterion: 'fixed', maxSweeps: 20 },
      bodies: [
        ...far.map((b) => ({ ...b, velocity: vector(b.position, (x, k) => (middle[k]! - x) / 10) })),
        { position: middle, radius: 10, density: 1 },
      ],
    })
    await compare(world.snapshot(), (w) => hashes(w, 20), 10)
  })

  it('are the same where contacts are more than the cache holds', async () => {
    const draw = signorini.random(5)
    const { bodies, ...scene } = lattice({ counts: [110, 110], friction: 0.5, seed: 5 })
    const moving = bodies!.map((body) => ({ ...body, velocity: [draw() - 0.5, draw() - 0.5] }))
    const world = (await engineOf('release')).createWorld({ ...scene, bodies: moving, solver: { maxSweeps: 10 } })
    await compare(world.snapshot(), (w) => {
      const all = hashes(w, 3)
      expect(w.contacts.count).toBeGreaterThan(2 * 8192) // solver/touch.ts
      return all
    })
  })

  it('are the same when bodies and walls come and go in between', async () => {
    await compare(await after('box 2D, C1, local, with a free piston'), (world) => {
      const all = hashes(world, 3)
      const ids = Array.from(world.bodies.ids)
      world.remove(ids.filter((id) => id % 7 === 3))
      all.push(...hashes(world, 3))
      const top = world.bodies.positions.reduce((high, y, k) => (k % 3 === 1 ? Math.max(high, y) : high), 0)
      world.boundaries.at(-1)!.enabled = false
      world.add(Array.from({ length: 60 }, (_, k) => ({ position: [4 + k, top + 3 + (k % 3)], radius: 0.4, velocity: [0, -2] })))
      world.addBoundary({ shape: 'cylinder', point: [30, -100], radius: 5, side: 'outside' })
      all.push(...hashes(world, 6))
      world.configure({ timeStep: 0.05, gravity: [0.5, -1], solver: { criterion: 'fixed', maxSweeps: 12 } })
      return [...all, ...hashes(world, 3)]
    })
  })

  it('are the same when the memory grows while helpers wait in it', async () => {
    await compare(await after('box 3D, C2, global'), (world) => {
      const all = hashes(world, 2)
      const before = world.memoryBytes
      const first = memoryOf(world)
      world.add(Array.from({ length: 4000 }, (_, k) => ({ position: [2 + 2.5 * (k % 10), 2 + 2.5 * (Math.floor(k / 10) % 10), 1000 + 2.5 * Math.floor(k / 100)], radius: 1 })))
      expect(world.memoryBytes).toBeGreaterThan(before)
      expect(memoryOf(world)).not.toBe(first)
      return [...all, ...hashes(world, 4)]
    })
  })

  it('are the same when the memory grows in the middle of a step, of which helpers are part', async () => {
    // flying apart at first, then thrown together: the contacts of a step need more room than those of the one before
    const far = gas({ dimension: 3, grains: 4000, fraction: 0.05, speed: 0, timeStep: 0.02, seed: 3, ends: 'open', solver: { criterion: 'fixed', maxSweeps: 40 } })
    const centre = [0, 1, 2].map((k) => far.bodies!.reduce((sum, b) => sum + b.position[k]!, 0) / 4000)
    const bodies = far.bodies!.map((b) => ({ ...b, velocity: vector(b.position, (x, k) => centre[k]! - x) }))
    const snapshot = (await engineOf('release')).createWorld({ ...far, bodies }).snapshot()
    await compare(snapshot, (world) => {
      const sizes = new Set<number>()
      const all = Array.from({ length: 16 }, () => {
        world.step()
        sizes.add(world.memoryBytes)
        return world.hash()
      })
      expect(sizes.size).toBeGreaterThan(1)
      return all
    })
  })

  it('are the same when a world moves from engine to engine in snapshots', async () => {
    const snapshot = await after('box 2D, C1, local, with a free piston')
    const expected = hashes((await engineOf('release')).restore(snapshot), 12)
    let kept = snapshot
    const all: string[] = []
    for (const threads of [2, 5, 1, 3]) {
      const engine = threads === 1 ? await engineOf('release') : await engineWith(threads)
      const world = engine.restore(kept)
      if (threads === 1) world.step()
      else await gather(world, threads)
      all.push(world.hash(), ...hashes(world, 2))
      kept = world.snapshot()
    }
    expect(all).toEqual(expected)
  })

  it('are the same when worlds of one engine are stepped in turns', async () => {
    const names = Object.keys(scenes).slice(0, 3)
    const snapshots = await Promise.all(names.map(after))
    const single = await engineOf('release')
    const expected = snapshots.map((s) => hashes(single.restore(s), 12))
    for (const threads of numbers) {
      const engine = await engineWith(threads)
      const worlds = snapshots.map((s) => engine.restore(s))
      const all = worlds.map(() => [] as string[])
      for (let k = 0; k < 12; k++) worlds.forEach((world, w) => all[w]!.push(...hashes(world, 1)))
      expect({ threads, all }).toEqual({ threads, all: expected })
      expect(Math.max(...worlds.map(piecesShared))).toBeGreaterThan(0)
    }
  })

  it('are the same when worlds of two engines are stepped in turns', async () => {
    const snapshot = await after('box 3D, C2, global')
    const expected = hashes((await engineOf('release')).restore(snapshot), 20)
    const worlds = await Promise.all([2, 3].map(async (threads) => (await engineWith(threads)).restore(snapshot)))
    const all = worlds.map(() => [] as string[])
    for (let k = 0; k < 20; k++) worlds.forEach((world, w) => all[w]!.push(...hashes(world, 1)))
    expect(all).toEqual([expected, expected])
  })
})

describe('a step of several threads that fails', () => {
  const name = 'box 2D, C1, local, with a free piston'
  let snapshot: Uint8Array
  beforeAll(async () => { snapshot = await after(name) })

  const faults: Record<string, [(world: World) => void, RegExp]> = {
    'at its beginning, because a view has a bad number': [
      (world) => { world.bodies.velocities[300] = NaN }, /bodies\.velocities of body 100: expected a finite number/],
    'after the sweeps, because a velocity is out of range': [
      (world) => {
        world.bodies.forces[300] = 1e50
        world.bodies.masses[100] = 1e-30
      }, /out of range after the solve/],
  }

  it.each(Object.keys(faults))('%s, leaves the world as it was, and the next goes on', async (what) => {
    const [spoil, message] = faults[what]!
    await compare(snapshot, (world) => {
      const before = world.hash()
      const kept = { velocity: world.bodies.velocities[300]!, force: world.bodies.forces[300]!, mass: world.bodies.masses[100]! }
      const shared = piecesShared(world)
      spoil(world)
      const spoilt = world.hash()
      expect(failure(() => world.step()).message).toMatch(message)
      expect(world.hash()).toBe(spoilt)
      if (what.startsWith('after') && memoryOf(world) instanceof SharedArrayBuffer) expect(piecesShared(world)).toBeGreaterThan(shared)
      world.bodies.velocities[300] = kept.velocity
      world.bodies.forces[300] = kept.force
      world.bodies.masses[100] = kept.mass
      expect(world.hash()).toBe(before)
      return hashes(world, 5)
    }, 3)
  })
})

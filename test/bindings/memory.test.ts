// A world that is dropped gives its memory back, and one that was freed says so.

import { describe, expect, it } from 'vitest'
import { EngineError, gas, type World } from '../../src/index.js'
import { builds, engineOf } from '../support/engine.js'

const MiB = 2 ** 20

/** Made once: restoring is quicker than building. */
async function largeSnapshot(): Promise<Uint8Array> {
  return (await engineOf('release')).createWorld(gas({ grains: 4000, fraction: 0.1, seed: 1 })).snapshot()
}

describe('dropped worlds', () => {
  it('give their memory back: two thousand of more than 1 MiB each, one after the other', async () => {
    const engine = await engineOf('release')
    const snapshot = await largeSnapshot()
    const before = process.memoryUsage().rss
    let bytes = 0
    let most = 0
    for (let k = 0; k < 2000; k++) {
      const world = engine.restore(snapshot)
      world.step()
      bytes += world.memoryBytes
      most = Math.max(most, process.memoryUsage().rss - before)
    }
    expect(bytes).toBeGreaterThan(2000 * MiB)
    // they were not all there at a time; the garbage collector is late, but not that late
    expect(most).toBeLessThan(bytes / 2)
  })

  it('give it back when freed, too', async () => {
    const engine = await engineOf('release')
    const snapshot = await largeSnapshot()
    for (let k = 0; k < 2000; k++) {
      const world = engine.restore(snapshot)
      expect(world.memoryBytes).toBeGreaterThan(MiB)
      world.free()
    }
  })
})

describe.each(builds)('a freed world of the %s build', (build) => {
  const uses: Record<string, (world: World) => unknown> = {
    step: (world) => world.step(),
    report: (world) => world.report,
    time: (world) => world.time,
    hash: (world) => world.hash(),
    snapshot: (world) => world.snapshot(),
    configure: (world) => { world.configure({ gravity: [0, 0] }) },
    solver: (world) => world.solver,
    gravity: (world) => world.gravity,
    timeStep: (world) => world.timeStep,
    boundaries: (world) => world.boundaries,
    add: (world) => world.add({ position: [100, 100], radius: 1 }),
    remove: (world) => { world.remove(0) },
    addBoundary: (world) => world.addBoundary({ shape: 'plane', point: [0, -100], normal: [0, 1] }),
    memoryBytes: (world) => world.memoryBytes,
    'bodies.positions': (world) => world.bodies.positions,
    'bodies.count': (world) => world.bodies.count,
    'bodies.rowOf': (world) => world.bodies.rowOf(0),
    'contacts.forces': (world) => world.contacts.forces,
    'contacts.count': (world) => world.contacts.count,
    'contacts.impulses': (world) => world.contacts.impulses,
  }

  it.each(Object.keys(uses))('says that it was freed when asked for %s', async (name) => {
    const world = (await engineOf(build)).createWorld(gas({ grains: 5, ends: 'open' }))
    uses[name]!(world) // works as long as it lives
    world.free()
    expect(() => uses[name]!(world)).toThrow(EngineError)
    expect(() => uses[name]!(world)).toThrow('this world was freed')
  })

  it('says so through what was taken from it before', async () => {
    const world = (await engineOf(build)).createWorld(gas({ grains: 5, ends: 'walls' }))
    const { bodies, contacts, boundaries } = world
    const [wall] = boundaries
    expect(wall!.point).toEqual([0, 0, 0])
    world.free()
    expect(() => bodies.velocities).toThrow('this world was freed')
    expect(() => contacts.pairs).toThrow('this world was freed')
    expect(() => wall!.point).toThrow('this world was freed')
    expect(() => { wall!.velocity = [1, 0] }).toThrow('this world was freed')
  })

  it('may be freed twice', async () => {
    const world = (await engineOf(build)).createWorld(gas({ grains: 5, ends: 'open' }))
    world.free()
    world.free()
    expect(() => world.step()).toThrow('this world was freed')
  })

  it('does not take others with it', async () => {
    const engine = await engineOf(build)
    const kept = engine.createWorld(gas({ grains: 5, ends: 'open' }))
    const freed = engine.createWorld(gas({ grains: 5, ends: 'open' }))
    const expected = freed.step(3) && freed.hash()
    freed.free()
    kept.step(3)
    expect(kept.hash()).toBe(expected)
  })
})

// The same scene and seed give the same bytes. When a hash changes on purpose: UPDATE_GOLDEN=1, and say so in CHANGELOG.md.

import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as signorini from '../../src/index.js'
import { builds, engineOf } from '../support/engine.js'
import { goldenFile, goldenHashes, goldenScenes, runGolden } from '../support/goldenScenes.js'

describe.runIf(process.env.UPDATE_GOLDEN)('golden hashes', () => {
  it('are written anew', async () => {
    const engine = await engineOf('release')
    const hashes = Object.fromEntries(goldenScenes.map((scene) => [scene.name, runGolden(engine, signorini, scene)]))
    writeFileSync(goldenFile, `${JSON.stringify(hashes, null, 2)}\n`)
  })
})

describe.each(builds)('the hash of the %s build', (build) => {
  it.each(goldenScenes)('of $name is the one that is written down', async (scene) => {
    expect(runGolden(await engineOf(build), signorini, scene)).toBe(goldenHashes()[scene.name])
  })
})

describe('golden hashes', () => {
  it('are all of scenes that are run', () => {
    expect(Object.keys(goldenHashes()).sort()).toEqual(goldenScenes.map((scene) => scene.name).sort())
  })

  it('all differ', () => {
    const hashes = Object.values(goldenHashes())
    expect(new Set(hashes).size).toBe(hashes.length)
  })

  it.each(goldenScenes)('of $name are worth something: contacts carry forces, slide and stick', async ({ maker, options, steps }) => {
    const engine = await engineOf('release')
    const world = engine.createWorld(signorini[maker](options as never))
    const seen = [0, 0, 0]
    for (let k = 0; k < steps; k++) {
      world.step()
      for (const state of world.contacts.states) seen[state]!++
    }
    expect(Math.min(...seen)).toBeGreaterThan(100)
    expect(world.report.dissipatedTotal).toBeGreaterThan(0)
  })
})

describe('a hash', () => {
  it.each(goldenScenes)('of $name is the same twice, and another with another seed of the sweeps', async ({ maker, options }) => {
    const engine = await engineOf('release')
    const scene = signorini[maker](options as never)
    const run = (seed: number): string => {
      const world = engine.createWorld({ ...scene, seed })
      world.step(150)
      return world.hash()
    }
    expect(run(11)).toBe(run(11))
    expect(run(11)).not.toBe(run(12))
  })

  it.each(goldenScenes)('of $name is the same with the scalar twin of the vector kernel', async ({ maker, options }) => {
    const engine = await engineOf('release')
    const scene = signorini[maker](options as never)
    const run = (kernel: 'vector' | 'scalar'): string => {
      const world = engine.createWorld({ ...scene, solver: { ...scene.solver, kernel } })
      world.step(150)
      return world.hash()
    }
    expect(run('scalar')).toBe(run('vector'))
  })

  it('is the same with both kernels where contacts are more than the cache holds', async () => {
    const engine = await engineOf('release')
    const draw = signorini.random(5)
    const { bodies, ...scene } = signorini.lattice({ counts: [110, 110], friction: 0.5, seed: 5 })
    const moving = bodies!.map((body) => ({ ...body, velocity: [draw() - 0.5, draw() - 0.5] }))
    const run = (kernel: 'vector' | 'scalar'): [string, number] => {
      const world = engine.createWorld({ ...scene, bodies: moving, solver: { maxSweeps: 5, kernel } })
      return [world.step(2) && world.hash(), world.contacts.count]
    }
    const [hash, contacts] = run('vector')
    expect(contacts).toBeGreaterThan(2 * 8192) // solver/touch.ts: from 8192 pairs on
    expect(run('scalar')).toEqual([hash, contacts])
  })

  it('is sixteen hexadecimal digits', async () => {
    expect((await engineOf('release')).createWorld({ dimension: 2, timeStep: 1 }).hash()).toMatch(/^[0-9a-f]{16}$/)
  })

  it('changes with any bit of any view of the bodies', async () => {
    const world = (await engineOf('release')).createWorld(signorini.box({ grains: 5, seed: 3 }))
    world.step(3)
    const hash = world.hash()
    const views = [
      'positions', 'velocities', 'angularVelocities', 'orientations', 'angles', 'forces', 'torques', 'radii', 'masses',
      'inertias', 'kinds', 'materials', 'ids',
    ] as const
    for (const name of views) {
      const view = world.bodies[name]
      const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
      for (const at of [0, bytes.length - 1]) {
        bytes[at]! ^= 1
        expect([name, world.hash()]).not.toEqual([name, hash])
        bytes[at]! ^= 1
      }
    }
    expect(world.hash()).toBe(hash)
  })
})

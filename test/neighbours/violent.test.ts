// "A skin that can never miss one that closes within the step": grains that contacts make faster than they were.

import { describe, expect, it } from 'vitest'
import { InputError, EngineError, random, type Scene, type World } from '../../src/index.js'
import { builds, engineOf } from '../support/engine.js'
import { candidates, contactRows, lookBefore, missedOverlaps, nameOf, type Before } from '../support/bruteForce.js'
import { randomScene, SKIN } from '../support/randomScene.js'

// positions are of order 10, and overlap by rounding is not a missed contact
const ROUNDING = 1e-12

/** Two heavy disks close upon a light one, which shoots out towards `targets` that its own speed, zero, says nothing of. */
function squeezed(dimension: 2 | 3, targets: number): Scene {
  const at = (x: number, y: number): number[] => (dimension === 2 ? [x, y] : [x, y, 0])
  const height = Math.sqrt(11 ** 2 - 10.9 ** 2) // light and heavy ones touch
  return {
    dimension,
    timeStep: 1,
    skin: 0.01,
    bodies: [
      { position: at(-10.9, 0), radius: 10, mass: 1e6, velocity: at(0.5, 0) },
      { position: at(10.9, 0), radius: 10, mass: 1e6, velocity: at(-0.5, 0) },
      { position: at(0, height), radius: 1, mass: 1e-3 },
      ...Array.from({ length: targets }, (_, k) => ({ position: at(0, height + 2.5 + 2.2 * k), radius: 1, mass: 1e-3 })),
    ],
  }
}

function step(world: World, skin: number): { before: Before; searches: number } {
  const before = lookBefore(world, skin)
  return { before, searches: world.step().searches }
}

describe.each(builds)('the search of the %s build', (build) => {
  it.each([2, 3] as const)('is repeated for a light grain squeezed out between heavy ones, in %i dimensions', async (dimension) => {
    const world = (await engineOf(build)).createWorld(squeezed(dimension, 3))
    const { before, searches } = step(world, 0.01)
    expect(searches).toBeGreaterThan(1)
    // it did shoot out: farther than the gap of 0.5 to the first target, which its reach before the step does not cover
    const moved = world.bodies.positions[3 * 2 + 1]! - before.positions[3 * 2 + 1]!
    expect(moved).toBeGreaterThan(0.5)
    expect(candidates(before).map(nameOf)).not.toContain('2-3 [0 0 0]')
    expect([...contactRows(world).keys()]).toContain('2-3 [0 0 0]')
    // and what it hit moved in turn, and was searched around too
    expect([...contactRows(world).keys()]).toContain('3-4 [0 0 0]')
    expect(missedOverlaps(world, before, ROUNDING)).toEqual([])
    expect(world.report.overlap.max).toBeLessThan(0.05)
  })

  it('still holds all candidates that the speeds before the step ask for', async () => {
    const world = (await engineOf(build)).createWorld(squeezed(2, 5))
    const { before } = step(world, 0.01)
    const rows = contactRows(world)
    expect(candidates(before).map(nameOf).filter((name) => !rows.has(name))).toEqual([])
  })

  it('misses nothing in dense crowds of very different masses', async () => {
    const engine = await engineOf(build)
    let repeated = 0
    for (let seed = 0; seed < (build === 'release' ? 300 : 30); seed++) {
      const draw = random(seed)
      const scene = randomScene({
        dimension: seed % 2 ? 2 : 3, periodic: seed % 8, grains: 40, ratio: 3, cells: 1.5, speed: 0.5, outliers: 0, seed,
      })
      const bodies = scene.bodies!.map((body) => ({ ...body, mass: 10 ** (6 * draw() - 3), force: body.position.length === 2 ? [0, 0] : [0, 0, 0] }))
      const world = engine.createWorld({ ...scene, bodies })
      for (let k = 0; k < 3; k++) {
        const { before, searches } = step(world, SKIN)
        if (searches > 1) repeated++
        expect(missedOverlaps(world, before, 1e-9)).toEqual([]) // sweeps stop at a tolerance; this is about search
      }
      world.free()
    }
    expect(repeated).toBeGreaterThan(10)
  })

  it('misses nothing, or says so, when grains cross the period in a step', async () => {
    const engine = await engineOf(build)
    const missed: string[] = []
    for (let seed = 0; seed < 200; seed++) {
      const scene = randomScene({ dimension: 2, periodic: 3, grains: 6, ratio: 1, cells: 0.2, speed: 10, outliers: 0, seed })
      const world = engine.createWorld(scene)
      const before = lookBefore(world, SKIN)
      try {
        world.step()
      } catch (error) {
        if (error instanceof InputError || error instanceof EngineError) continue
        throw error
      }
      missed.push(...missedOverlaps(world, before, 1e-9).map((name) => `seed ${seed}: ${name}`))
    }
    expect(missed).toEqual([])
  })
})

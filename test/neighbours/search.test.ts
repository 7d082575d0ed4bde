// Linked cells against brute force: the same candidates, the same images, the same geometry.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { World } from '../../src/index.js'
import { builds, engineOf, type Build } from '../support/engine.js'
import { candidates, contactRows, lookBefore, missedOverlaps, nameOf, pairAt, type Before } from '../support/bruteForce.js'
import { randomScene, SKIN, type RandomScene } from '../support/randomScene.js'

/** A few roundings of the coordinates that distances come from. */
function roundingOf(before: Before): number {
  return 16 * Number.EPSILON * before.positions.reduce((most, x) => Math.max(most, Math.abs(x)), 1)
}

/**
 * Compares the contacts of the step just made with what brute force says. A step that searched once has the candidates of
 * brute force; one that did not goes on with a list that may be longer than it needs, but never too short.
 */
function compare(world: World, before: Before): void {
  const { searches } = world.report
  const expected = candidates(before)
  const rows = contactRows(world)
  if (searches === 1) expect([...rows.keys()].sort()).toEqual(expected.map(nameOf).sort())
  const { normals, gaps } = world.contacts
  const tolerance = roundingOf(before)
  const wrong = expected.filter((pair) => {
    const c = rows.get(nameOf(pair))
    if (c === undefined) return searches === 1
    // gaps are told where the bodies are after the step
    const { gap } = pairAt(world.bodies.positions, before, pair.i, pair.j, pair.image)
    return !(Math.abs(gaps[c]! - gap) <= tolerance) ||
      pair.normal.some((n, k) => !(Math.abs(normals[3 * c + k]! - n) <= tolerance / pair.distance))
  })
  expect(wrong).toEqual([])
  expect(missedOverlaps(world, before, tolerance)).toEqual([])
}

const scenes: fc.Arbitrary<RandomScene> = fc.record({
  dimension: fc.constantFrom(2 as const, 3 as const),
  periodic: fc.integer({ min: 0, max: 7 }),
  grains: fc.integer({ min: 2, max: 60 }),
  ratio: fc.constantFrom(1, 1, 2, 10),
  cells: fc.constantFrom(1, 1.01, 1.5, 2, 2.5, 3, 4.5, 10),
  speed: fc.constantFrom(0, 0.01, 0.1, 0.5),
  outliers: fc.constantFrom(0, 0, 1, 3),
  seed: fc.nat(),
})

const runs: Record<Build, number> = { release: 1500, debug: 150 }

describe.each(builds)('candidates of the %s build', (build) => {
  it('are those of brute force, over random scenes, while grains move', async () => {
    const engine = await engineOf(build)
    let compared = 0
    let kept = 0
    let several = 0
    let found = 0
    fc.assert(
      fc.property(scenes, (choice) => {
        const world = engine.createWorld(randomScene(choice))
        for (let step = 0; step < 4; step++) {
          const before = lookBefore(world, SKIN)
          // reaches were widened in steps that searched again: those are below
          if (world.step().searches > 1) {
            several++
            expect(missedOverlaps(world, before, roundingOf(before))).toEqual([])
            continue
          }
          if (world.report.searches === 0) kept++
          compared++
          compare(world, before)
          found += world.contacts.count
        }
        world.free()
      }),
      { numRuns: runs[build], seed: 20261118 },
    )
    // the scenes are worth something: most steps are compared, and there is something to find
    expect(compared).toBeGreaterThan(3 * several)
    expect(kept).toBeGreaterThan(compared / 10)
    expect(found).toBeGreaterThan(compared)
  })

  it.each([0, 1, 2, 3, 4, 5, 6, 7])('across periods, subset %i of the directions, in a box of one cell', async (periodic) => {
    const engine = await engineOf(build)
    for (const dimension of [2, 3] as const)
      for (let seed = 0; seed < 20; seed++) {
        const choice: RandomScene = { dimension, periodic, grains: 8, ratio: 1.5, cells: 1, speed: 0.05, outliers: 0, seed }
        const world = engine.createWorld(randomScene(choice))
        const before = lookBefore(world, SKIN)
        if (world.step().searches === 1) compare(world, before)
        world.free()
      }
  })
})

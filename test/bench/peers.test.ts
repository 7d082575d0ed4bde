// The comparison with other engines: its measures on states of which the answer is known, its protocol with an engine made for
// the purpose, its verdict on rows that are made up. No other engine is started here.

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { load } from '../../dist/index.js'
import { section } from '../../bench/page/peers.mjs'
import { settle } from '../../bench/peers/bed.mjs'
import { meanImbalance, meanSpeed, overlaps } from '../../bench/peers/measure.mjs'
import { settleCase, timeCases } from '../../bench/peers/run.mjs'
import { judge } from '../../bench/peers/verdict.mjs'

/** Unit spheres in a box with sides of 10. */
const bedOf = (...positions: number[][]) => ({
  dimension: 3, width: 10, grains: positions.length, radii: positions.map(() => 1), meanRadius: 1, gravity: 4, rate: 240, timeStep: 1 / 240,
  positions: Float64Array.from(positions.flat()),
})

describe('measures', () => {
  test('overlaps of pairs and of walls; what nearly touches counts as no overlap, what is apart not at all', () => {
    const bed = bedOf([5, 5, 0.99], [5, 5, 2.96], [7.0005, 5, 2.96], [1.5, 1.5, 5])
    const { touching, meanOverlap, maxOverlap, lost } = overlaps(bed, bed.positions)
    expect(touching).toBe(3) // the floor, 0.01 deep; the pair above each other, 0.03; the pair side by side, apart by 0.0005
    expect(meanOverlap).toBeCloseTo(0.04 / 3, 12)
    expect(maxOverlap).toBeCloseTo(0.03, 12)
    expect(lost).toBe(0)
  })

  test('grains that left the box, or have no place, are lost', () => {
    const bed = bedOf([5, 5, -0.1], [11, 5, 1], [5, NaN, 1], [5, 5, 5])
    expect(overlaps(bed, bed.positions).lost).toBe(3)
  })

  test('speed is in sqrt(g r), imbalance in g', () => {
    const bed = bedOf([0, 0, 0], [0, 0, 0])
    const after = Float64Array.of(3, 0, 4, 0, 0, 0)
    expect(meanSpeed(bed, bed.positions, after, 2)).toBeCloseTo(2.5 / 2 / 2, 12) // sqrt(4 * 1) = 2
    expect(meanImbalance(bed, bed.positions, after, 0.5)).toBeCloseTo(2.5 / 0.5 / 4, 12)
  })
})

/** An engine whose only grain is where and as fast as it is told. */
function scripted(height: (step: number) => number) {
  const world = { steps: 0, closed: false }
  const at = (out: Float64Array, z: number) => out.set([5, 5, z])
  return {
    world,
    engine: {
      name: 'scripted',
      open: async () => ({
        step: () => { world.steps++ },
        positions: (out: Float64Array) => at(out, height(world.steps)),
        velocities: (out: Float64Array) => out.set([0, 0, (height(world.steps) - height(world.steps - 1)) * 240]),
        close: () => { world.closed = true },
      }),
    },
  }
}

describe('a case', () => {
  const bed = bedOf([5, 5, 1])
  const limits = { seconds: 3, budget: 60 }

  test('creep is what the grains move in the last second, beside the second before', async () => {
    // 8 in the first second, 4 in the second, 2 in the third
    const { engine, world } = scripted((k) => 20 - (k < 240 ? (8 * k) / 240 : k < 480 ? 8 + (4 * (k - 240)) / 240 : 12 + (2 * (k - 480)) / 240))
    const { accuracy } = await settleCase({ engine, setting: {} }, bed, limits)
    expect(accuracy.creepBefore).toBeCloseTo(4 / 2, 12)
    expect(accuracy.creep).toBeCloseTo(2 / 2, 12)
    expect(accuracy.jitter).toBeCloseTo(2 / 2, 6)
    expect(world.steps).toBeGreaterThanOrEqual(720)
  })

  test('a grain that trembles on the spot has jitter and imbalance but does not creep', async () => {
    const { engine } = scripted((k) => 1 + (k % 2) * 0.01)
    const { accuracy } = await settleCase({ engine, setting: {} }, bed, limits)
    expect(accuracy.creep).toBe(0)
    expect(accuracy.jitter).toBeCloseTo((0.01 * 240) / 2, 6)
    expect(accuracy.imbalance).toBeCloseTo((2 * 0.01 * 240 * 240) / 4, 6)
  })

  test('is refused, and its world closed, if a grain is lost or time runs out', async () => {
    const lost = scripted((k) => 1 - k)
    expect(await settleCase({ engine: lost.engine, setting: {} }, bed, limits)).toEqual({ why: '1 grains left the box' })
    expect(lost.world.closed).toBe(true)
    const late = scripted(() => 1)
    const { why } = await settleCase({ engine: late.engine, setting: {} }, bed, { ...limits, budget: -1 })
    expect(why).toMatch(/^over budget/)
    expect(late.world).toMatchObject({ steps: 48, closed: true })
  })

  test('may be slow in the first second only', async () => {
    const pause = (seconds: number) => {
      const start = process.cpuUsage()
      for (let used = 0; used < seconds * 1e6;) {
        const { user, system } = process.cpuUsage(start)
        used = user + system
      }
    }
    // all steps as slow as the first ones were 0.72 s
    const slowUntil = async (last: number, budget: number) => {
      const { engine, world } = scripted(() => 1)
      const open = async () => {
        const made = await engine.open()
        return { ...made, step: () => { made.step(); if (world.steps <= last) pause(1e-3) } }
      }
      return { world, result: await settleCase({ engine: { ...engine, open }, setting: {} }, bed, { seconds: 3, budget }) }
    }
    expect((await slowUntil(144, 0.5)).result.accuracy).toBeDefined()
    const whole = await slowUntil(720, 0.5)
    expect(whole.result.why).toMatch(/over budget: 1 ms a step/)
    expect(whole.world.steps).toBe(288)
  })

  test('that fails, on opening or while it is timed, is told in a word', async () => {
    const engine = { open: () => { throw 'a string\nand more' } }
    expect(await settleCase({ engine, setting: {} }, bed, limits)).toEqual({ why: 'failed: a string' })
    const fine = { step: () => {} }
    const broken = { step: () => { throw new Error('no') } }
    const [first, second] = timeCases([fine, broken], 3, () => {})
    expect(first!.cost).toBeGreaterThanOrEqual(0)
    expect(second).toEqual({ why: 'failed: no' })
  })
})

describe('the verdict', () => {
  const row = (engine: string, cpuMsPerStep: number, meanOverlap: number, creep: number, isDefault = false) => ({
    engine, version: '1', setting: isDefault ? 'default' : `${cpuMsPerStep}`, isDefault, dimension: 3, grains: 5000, cpuMsPerStep, meanOverlap,
    maxOverlap: 10 * meanOverlap, creepBefore: creep, creep, jitter: creep, imbalance: 0, floorOverWeight: 1, sweeps: engine === 'signorini' ? cpuMsPerStep : undefined,
  })
  const quickSloppy = row('a', 3, 5e-3, 1e-2, true)
  const slowRight = row('b', 9, 1e-4, 1e-4, true)
  const ours = [row('signorini', 2, 6e-3, 1e-3), row('signorini', 5, 1e-4, 5e-5), row('signorini', 50, 1e-5, 1e-6, true)]

  test('is met only if ours is cheaper than all that are accurate, and than the two fastest defaults at their accuracy', () => {
    const lost = judge([...ours, quickSloppy, slowRight])!
    expect(lost).toMatchObject({ cheaperThanAll: true, met: false, signorini: { cpuMsPerStep: 5 } })
    expect(lost.atDefaults.map(({ cheaper }: { cheaper: boolean }) => cheaper)).toEqual([false, true])
    expect(lost.sentence).toMatch(/^Not met\./)

    const won = judge([...ours, row('signorini', 2.5, 1e-3, 1e-3), quickSloppy, slowRight])!
    expect(won).toMatchObject({ cheaperThanAll: true, met: true })
    expect(won.sentence).toMatch(/^Met\./)

    const beaten = judge([...ours, row('signorini', 2.5, 1e-3, 1e-3), quickSloppy, slowRight, row('c', 4.9, 2e-4, 1e-3)])!
    expect(beaten).toMatchObject({ cheaperThanAll: false, met: false, peersThatReachIt: [{ engine: 'c' }, { engine: 'b' }] })
  })

  test('creep alone keeps an engine from the target, ours too', () => {
    const { peersThatReachIt } = judge([...ours, row('c', 1, 1e-5, 1.1e-3)])!
    expect(peersThatReachIt).toEqual([])
    expect(judge([row('signorini', 1, 1e-5, 1.1e-3), slowRight])).toMatchObject({ signorini: null, cheaperThanAll: false, met: false })
  })

  test('the page has its sentence, every row, what the beds begin with, and hollow marks for what misses the other half of the target', () => {
    const rows = [...ours, quickSloppy, slowRight]
    const pictures: string[] = []
    const words = section({
      rows, beds: [{ dimension: 3, grains: 5000, seconds: 3, meanOverlap: 4.7e-5, maxOverlap: 1e-3, moved: 3.9e-4 }], verdict: judge(rows),
      skipped: [{ engine: 'd', setting: 'slow', dimension: 3, grains: 5000, why: 'over budget' }],
      setup: { seconds: 3, stepsPerSecond: 240, friction: 0.5, touching: 1e-3, budget: { default: 300, others: 60 }, forgetting: { moved: 1e-3, times: 8 } },
    }, (_title: string, _name: string, svg: string) => `picture ${pictures.push(svg)}`)
    for (const part of ['**Not met.', '5 000 spheres: moved by 3.9e-4', 'mean overlap 4.7e-5', 'd, slow, 5000 in 3D (over budget)', '50 to 50 sweeps']) expect(words).toContain(part)
    expect(words.match(/^\| (signorini|a|b) 1 \|/gm)).toHaveLength(rows.length)
    expect(words).not.toMatch(/undefined|NaN/)
    expect(pictures).toHaveLength(2)
    const hollow = pictures.map((svg) => svg.match(/<circle[^>]*fill="#fff"/g)!.length)
    // overlaps: only the sloppy one creeps more than 1e-3; creep: that and our fastest overlap more than 2e-4
    expect(hollow).toEqual([1, 2])
  })
})

describe('the bed', () => {
  test('bears it that its forces are forgotten: converged from zero forces it stays where it is', async () => {
    const engine = await load()
    const { width, positions, radii, moved } = settle(engine, 2, 80, () => {})
    expect(moved).toBeLessThan(1e-3)
    const walls = [[[0, 0], [0, 1]], [[0, 0], [1, 0]], [[width, 0], [-1, 0]]].map(([point, normal]) => ({ shape: 'plane' as const, point: point!, normal: normal! }))
    const world = engine.createWorld({
      dimension: 2, timeStep: 1 / 240, gravity: [0, -9.81], friction: 0.5, boundaries: walls, allowedOverlap: 0.01, solver: { tolerance: 1e-6, maxSweeps: 20000 },
      bodies: radii.map((radius: number, k: number) => ({ radius, position: [positions[3 * k], positions[3 * k + 1]] as [number, number] })),
    })
    for (let k = 0; k < 240; k++) world.step()
    const meanRadius = radii.reduce((a: number, b: number) => a + b) / radii.length
    const now = world.bodies.positions
    const went = radii.reduce((sum: number, _: number, k: number) => sum + Math.hypot(now[3 * k]! - positions[3 * k], now[3 * k + 1]! - positions[3 * k + 1]), 0)
    // the recipe asks for 1e-3 with fewer sweeps; twice that for the better ones
    expect(went / radii.length / meanRadius).toBeLessThan(2e-3)
    world.free()
  })

  test('peers --json prints rows with the named keys', () => {
    const program = fileURLToPath(new URL('../../bench/run.mjs', import.meta.url))
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'peers', '--quick', '--json', '--engine', 'signorini'], { encoding: 'utf8' })
    expect(status, stderr).toBe(0)
    const { rows, beds, verdict } = JSON.parse(stdout)
    expect(rows.length).toBeGreaterThan(1)
    for (const key of ['engine', 'setting', 'dimension', 'grains', 'cpuMsPerStep', 'meanOverlap', 'maxOverlap', 'creep', 'imbalance', 'floorOverWeight'])
      for (const row of rows) expect(row).toHaveProperty(key)
    expect(beds).toMatchObject([{ dimension: 3, grains: 1000 }])
    expect(verdict.peersThatReachIt).toEqual([])
    // converged, the bed of the recipe is at rest
    const { creep, meanOverlap } = rows.find((row: { setting: string }) => row.setting === 'default')
    expect(creep).toBeLessThan(verdict.target.creep)
    expect(meanOverlap).toBeLessThan(verdict.target.meanOverlap)
  }, 300_000)
})

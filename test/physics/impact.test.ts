// Two grains meet: the shock law of 003 Eq. 34 (000 Eq. 1.30), which takes two steps for an inelastic collision,
// and what no contact force may change, momentum and angular momentum (003 Eq. 6).

import { describe, expect, test } from 'vitest'
import { type Engine, type Scene, type World, gas, random } from '../../src/index.js'
import { builds, engineOf } from '../support/engine.js'
import { angularMomentum, momentum, motionScales, relativeVelocity } from '../support/motion.js'
import { type Vec, inDimension, length, row, scale, subtract, unit } from '../support/vectors.js'

const dimensions = [2, 3] as const
const lines: Record<2 | 3, Vec> = { 2: unit([0.6, -0.8, 0]), 3: unit([0.3, -0.5, 0.7]) }

/** Two grains of radius 0.1 on a line n, `gap` apart, the second coming with velocity -approach n. */
function meeting(dimension: 2 | 3, n: Vec, gap: number, approach: number, more: Partial<Scene> = {}): Scene {
  return {
    dimension, timeStep: 0.01, ...more,
    bodies: [
      { position: inDimension(dimension, [0, 0, 0]), radius: 0.1, mass: 1 },
      { position: inDimension(dimension, scale(0.2 + gap, n)), radius: 0.1, mass: 3,
        velocity: inDimension(dimension, scale(-approach, n)) },
    ],
  }
}

for (const build of builds) {
  describe(`impact, ${build} build`, () => {
    for (const dimension of dimensions)
      for (const n of [[1, 0, 0] as Vec, lines[dimension]])
        test(`in ${dimension}D the gap closes in the first step and the approach ends in the second, along ${n}`, async () => {
          const world = (await engineOf(build)).createWorld(meeting(dimension, n, 0.013, 2))
          // 1e-14: positions of 0.1 have a rounding of 1.4e-17, over a time step of 0.01 some 1e-15 of the velocities
          const close = 1e-14 * 2
          world.step()
          expect(Math.abs(relativeVelocity(world, 0, 1, n).normal + 1.3)).toBeLessThanOrEqual(close)
          expect(Math.abs(world.contacts.gaps[0]!)).toBeLessThanOrEqual(1e-14 * 0.2)
          world.step()
          expect(Math.abs(relativeVelocity(world, 0, 1, n).normal)).toBeLessThanOrEqual(close)
          world.step()
          expect(Math.abs(relativeVelocity(world, 0, 1, n).normal)).toBeLessThanOrEqual(close)
          // both go on with the velocity of the centre of mass, 3/4 of that of the heavier one
          for (const i of [0, 1])
            expect(length(subtract(row(world.bodies.velocities, i), scale(-1.5, n)))).toBeLessThanOrEqual(close)
        })

    test('grains that do not meet within the step feel nothing until the step in which they do', async () => {
      const world = (await engineOf(build)).createWorld(meeting(2, [1, 0, 0], 0.021, 2))
      world.step()
      expect(Array.from(world.bodies.velocities)).toEqual([0, 0, 0, -2, 0, 0])
      world.step()
      // what is left of the gap, 0.021 - 0.02, over the time step; rounding as above
      expect(Math.abs(relativeVelocity(world, 0, 1, [1, 0, 0]).normal + 0.1)).toBeLessThanOrEqual(1e-14 * 2)
    })

    test('a pair that has met and drifts on together needs no sweeps to speak of', async () => {
      // what is left between the two is rounding: velocities that differ by 1e-16, a gap of 1e-16
      const world = (await engineOf(build)).createWorld({
        dimension: 2, timeStep: 0.01, friction: 0.5, seed: 66, bodies: [
          { position: [0, 0], radius: 1, mass: 1.4816004980821162, rotates: false,
            velocity: [0.5797844754997641, 0.8898010228294879] },
          { position: [1.0811449140421476, 1.683783440600601], radius: 1, mass: 1.3821479794569314, rotates: false,
            velocity: [-0.5709810110274702, -0.8820921708829701] },
        ],
      })
      world.step(5)
      for (let k = 0; k < 15; k++) expect(world.step().sweeps).toBeLessThan(100)
    })

    for (const dimension of dimensions) {
      test(`with the signed gap an overlap is pushed out in one step, in ${dimension}D`, async () => {
        const n = lines[dimension]
        const scene = meeting(dimension, n, -0.01, 0, { gapRule: 'signed', allowedOverlap: 0.2 })
        const world = (await engineOf(build)).createWorld(scene)
        world.step()
        // rounding as above; the push has given a velocity of 0.01 / 0.01
        expect(Math.abs(relativeVelocity(world, 0, 1, n).normal - 1)).toBeLessThanOrEqual(1e-14)
        expect(Math.abs(world.contacts.gaps[0]!)).toBeLessThanOrEqual(1e-14 * 0.2)
        // 003: it "pumps kinetic energy into the system": m v^2 / 2 with the reduced mass 3/4
        expect(world.report.kineticEnergy).toBeCloseTo(0.375, 13)
      })

      test(`with the positive gap an overlap stays as it is, in ${dimension}D`, async () => {
        const scene = meeting(dimension, lines[dimension], -0.01, 0, { gapRule: 'positive', allowedOverlap: 0.2 })
        const world = (await engineOf(build)).createWorld(scene)
        const before = Array.from(world.bodies.positions)
        world.step(10)
        expect(world.report.contacts).toBe(1)
        expect(Array.from(world.bodies.positions)).toEqual(before)
        expect(Array.from(world.bodies.velocities)).toEqual([0, 0, 0, 0, 0, 0])
      })

      test(`momentum and angular momentum survive every oblique frictional collision, in ${dimension}D`, async () => {
        const engine = await engineOf(build)
        let collisions = 0
        for (let seed = 1; seed <= 250; seed++) collisions += collide(engine, dimension, seed) ? 1 : 0
        expect(collisions).toBe(250)
      })

      test(`a gas of 200 grains keeps its momentum and angular momentum, in ${dimension}D`, async () => {
        const scene = gas({
          grains: 200, dimension, ends: 'open', radius: [0.5, 1], friction: 0.5, seed: 7,
          fraction: dimension === 2 ? 0.45 : 0.3,
        })
        const world = (await engineOf(build)).createWorld(scene)
        const energy = world.report.kineticEnergy
        keepsMotion(world, () => world.step(build === 'release' ? 400 : 100))
        // there were collisions
        expect(world.report.kineticEnergy).toBeLessThan(0.9 * energy)
      })
    }
  })
}

/** Momentum and angular momentum after `change` are those before, to 1e-12 of the sums of their absolute values. */
function keepsMotion(world: World, change: () => void): void {
  const p = momentum(world)
  const l = angularMomentum(world)
  const scales = motionScales(world)
  change()
  // 1e-12 as asked for: thousands of roundings of 1e-16 that add up like a random walk
  expect(length(subtract(momentum(world), p)) / scales.momentum).toBeLessThanOrEqual(1e-12)
  expect(length(subtract(angularMomentum(world), l)) / scales.angularMomentum).toBeLessThanOrEqual(1e-12)
  // and so says the report
  expect(length(subtract(world.report.momentum, p)) / scales.momentum).toBeLessThanOrEqual(1e-12)
  expect(length(subtract(world.report.angularMomentum, l)) / scales.angularMomentum).toBeLessThanOrEqual(1e-12)
}

/** Two unequal grains with spins, a gap, and velocities that bring them together obliquely, far from the origin. */
function collide(engine: Engine, dimension: 2 | 3, seed: number): boolean {
  const draw = random(seed)
  const between = (low: number, high: number): number => low + (high - low) * draw()
  const vector = (size: number): Vec =>
    [between(-size, size), between(-size, size), dimension === 2 ? 0 : between(-size, size)]
  const n = unit(vector(1))
  const radii = [between(0.5, 2), between(0.5, 2)]
  const centre = vector(10)
  const distance = radii[0]! + radii[1]! + between(0, 0.01)
  const approach = scale(-between(4, 6), n)
  const world = engine.createWorld({
    dimension, timeStep: 0.01, friction: between(0, 1), seed,
    bodies: [0, 1].map((k) => ({
      position: inDimension(dimension, k === 0 ? centre : [0, 1, 2].map((e) => centre[e]! + distance * n[e]!) as Vec),
      radius: radii[k]!,
      density: between(0.2, 5),
      velocity: inDimension(dimension, vector(1).map((v, e) => v + (k === 1 ? approach[e]! : 0)) as Vec),
      angularVelocity: dimension === 2 ? between(-3, 3) : vector(3),
    })),
  })
  let met = false
  for (let step = 0; step < 4; step++) {
    keepsMotion(world, () => world.step())
    met ||= world.report.active > 0
  }
  world.free()
  return met
}

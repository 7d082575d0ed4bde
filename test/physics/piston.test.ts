// A free boundary: a wall with a mass that moves along one direction under a force (003 Fig. 5). Its motion is implicit
// Euler's as well (000 Eq. 1.1), and at rest its force goes through the grains to the opposite wall.

import { describe, expect, test } from 'vitest'
import { type Scene, box } from '../../src/index.js'
import { builds, engineOf } from '../support/engine.js'
import { dot, scale, unit, type Vec } from '../support/vectors.js'

for (const build of builds)
  describe(`a piston, ${build} build`, () => {
    for (const dimension of [2, 3] as const) {
      const up = dimension - 1

      test(`under a force comes to rest on grains; the floor carries it and all weights, ${dimension}D`, async () => {
        const mass = 20
        const force = 50
        const world = (await engineOf(build)).createWorld(box({
          grains: dimension === 2 ? 24 : 16, dimension, radius: [0.8, 1], seed: 5, lid: { mass, force }, timeStep: 0.01,
          // smooth walls carry no weight; in 3D smooth grains as well, rough ones would roll on for long
          friction: [{ mu: dimension === 2 ? 0.5 : 0 }, { between: ['grain', 'wall'], mu: 0 }],
        }))
        const lid = world.boundaries.at(-1)!
        const floor = world.boundaries[2 * (dimension - 1)]!
        const start = lid.point[up]!
        world.step(2000)
        world.configure({ solver: { tolerance: 1e-9, maxSweeps: 5000 } })
        world.step(200)
        expect(start - lid.point[up]!).toBeGreaterThan(0.5)
        const grains = world.bodies.masses.reduce((sum, m) => sum + m, 0) // g = 1
        // at rest to what sweeps leave undone: 1e-9 of the forces times what slow modes hide, some 1e2
        expect(Math.abs(lid.speed)).toBeLessThan(1e-6)
        expect(Math.abs(lid.reaction[up]! / (force + mass) - 1)).toBeLessThan(1e-6)
        expect(Math.abs(-floor.reaction[up]! / (force + mass + grains) - 1)).toBeLessThan(1e-6)
      })

      test(`without contacts falls freely, ${dimension}D`, async () => {
        const { direction, gravity } = dimension === 2
          ? { direction: [0.6, -0.8], gravity: [1, -10] }
          : { direction: [0.48, 0.6, -0.64], gravity: [1, 2, -10] }
        const along = (e: number): number => direction[e]! * 3 // at first it moves with 3 along its direction
        const world = (await engineOf(build)).createWorld({
          dimension, timeStep: 0.01, gravity, boundaries: [{
            shape: 'plane', point: dimension === 2 ? [1, 2] : [1, 2, 3], normal: direction,
            velocity: dimension === 2 ? [0.5, 0] : [0.5, 0, 0], free: { direction, mass: 4, force: -6, speed: 3 },
          }],
        })
        world.step(100)
        const [piston] = world.boundaries
        const a = gravity.reduce((sum, g, e) => sum + g * direction[e]!, 0) - 6 / 4
        // a hundred roundings of 1e-16 of numbers of order 10
        expect(Math.abs(piston!.speed - (3 + a))).toBeLessThan(1e-13)
        // the sum of v dt over the steps: n (n + 1)/2 dt^2; the prescribed velocity comes on top
        const expected = [1, 2, 3].slice(0, dimension).map((x, e) =>
          x + along(e) + direction[e]! * a * 0.505 + (e === 0 ? 0.5 : 0))
        expected.forEach((x, e) => expect(Math.abs(piston!.point[e]! - x)).toBeLessThan(1e-12))
      })
    }

    test('thrown against a grain on a floor stops it dead, and the floor feels the blow', async () => {
      // grain and piston meet with gap 0: 12 of momentum go into the floor in one step
      const world = (await engineOf(build)).createWorld({
        dimension: 2, timeStep: 0.01, solver: { tolerance: 1e-14, maxSweeps: 100_000 },
        bodies: [{ position: [0, 1], radius: 1, mass: 1 }],
        boundaries: [
          { shape: 'plane', point: [0, 0], normal: [0, 1] },
          { shape: 'plane', point: [0, 2], normal: [0, -1], free: { direction: [0, -1], mass: 4, speed: 3 } },
        ],
      })
      world.step()
      // the sweep's factor is m/(m + M) here, so it is over after a few dozen sweeps: 1e-14 of the momentum and more
      expect(Math.abs(world.boundaries[1]!.speed)).toBeLessThan(1e-12)
      expect(Math.abs(world.bodies.velocities[1]!)).toBeLessThan(1e-12)
      expect(Math.abs(world.boundaries[0]!.reaction[1] * 0.01 + 12)).toBeLessThan(1e-12)
    })

    for (const dimension of [2, 3] as const)
      for (const mu of [0, 0.4])
        test(`free in a direction oblique to its face: forces balance at rest, mu = ${mu}, ${dimension}D`, async () => {
          const { scene, e, n, load } = wedge(dimension, mu)
          const world = (await engineOf(build)).createWorld(scene)
          world.step(300)
          const [floor, left, , face] = world.boundaries
          const weight = dot([0, -1, -1], scale(world.bodies.masses[0]!, gravityOf(scene)))
          // rest and balance to what sweeps leave undone, 1e-12 times what the coupling hides
          const close = 1e-8 * load
          expect(Math.abs(face!.speed)).toBeLessThan(1e-8)
          expect(Math.abs(dot(face!.reaction, e) + load)).toBeLessThan(close)
          // all that is on the grain: the reactions on the walls and its weight
          const total = world.boundaries.reduce<Vec>((sum, b) => [0, 1, 2].map((k) => sum[k]! + b.reaction[k]!) as Vec, [0, 0, 0])
          const pull = scale(world.bodies.masses[0]!, gravityOf(scene))
          for (const k of [0, 1, 2]) expect(Math.abs(total[k]! - pull[k]!)).toBeLessThan(close)
          if (mu > 0) return
          // without friction everything is known: the face presses with load/(n.e) along its normal
          const press = load / dot(n, e)
          expect(Math.abs(dot(face!.reaction, n) + press)).toBeLessThan(close)
          expect(Math.abs(left!.reaction[0] - press * n[0])).toBeLessThan(close)
          expect(Math.abs(floor!.reaction[dimension - 1]! - (press * n[dimension - 1]! - weight))).toBeLessThan(close)
        })
  })

function gravityOf(scene: Scene): Vec {
  const g = Array.from(scene.gravity!)
  return [g[0]!, g[1]!, g[2] ?? 0]
}

/** A grain in a corner (floor, wall at x = 0, walls across in 3D), held there by a slanted face that can only move down. */
function wedge(dimension: 2 | 3, mu: number): { scene: Scene; e: Vec; n: Vec; load: number } {
  const flat = dimension === 2
  const vector = (x: number, y: number): number[] => (flat ? [x, y] : [x, 0, y])
  const triple = (x: number, y: number): Vec => (flat ? [x, y, 0] : [x, 0, y])
  const n = unit(triple(-0.5, -1)) // of the face, towards the grain
  const e = triple(0, -1)
  const mass = 3
  const force = 20
  const face = [1 - n[0], 1 - n[dimension - 1]!] // touches the grain of radius 1 at (1, 1)
  return {
    n, e, load: force + 10 * mass,
    scene: {
      dimension, timeStep: 0.01, gravity: vector(0, -10), friction: mu, solver: { tolerance: 1e-12, maxSweeps: 100_000 },
      bodies: [{ position: vector(1, 1), radius: 1, mass: 2 }],
      boundaries: [
        { shape: 'plane', point: vector(0, 0), normal: vector(0, 1) },
        { shape: 'plane', point: vector(0, 0), normal: vector(1, 0) },
        // far away: keeps the number of boundaries the same in 2D and 3D
        { shape: 'plane', point: flat ? [9, 0] : [0, 1, 0], normal: flat ? [-1, 0] : [0, -1, 0] },
        { shape: 'plane', point: vector(face[0]!, face[1]!), normal: inPlane(n, flat),
          free: { direction: inPlane(e, flat), mass, force } },
      ],
    },
  }
}

function inPlane(v: Vec, flat: boolean): number[] {
  return flat ? v.slice(0, 2) : v
}

describe.each(builds)('a piston that is not enabled, %s build', (build) => {
  test('waits where it is and does not gather speed', async () => {
    const world = (await engineOf(build)).createWorld({
      dimension: 2, timeStep: 0.01, gravity: [0, -10],
      boundaries: [{ shape: 'plane', point: [0, 5], normal: [0, -1], enabled: false, free: { direction: [0, -1], mass: 1, speed: 0.5 } }],
    })
    world.step(100)
    expect(world.boundaries[0]!.point[1]).toBe(5)
    expect(world.boundaries[0]!.speed).toBe(0.5)
    expect(world.report.externalWork).toBe(0)
    world.boundaries[0]!.enabled = true
    world.step()
    // one step of free fall: g dt more
    expect(Math.abs(world.boundaries[0]!.speed - 0.6)).toBeLessThan(1e-15)
  })
})

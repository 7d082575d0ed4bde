// Plates: planes with a hole or a rim, solid from both sides, with round contact at their edges (silos, orifices).

import { describe, expect, test } from 'vitest'
import { type PlaneSpec, type Scene } from '../../src/index.js'
import { builds, engineOf } from '../support/engine.js'
import { length, row, subtract, unit, type Vec } from '../support/vectors.js'

const g = 10
const dt = 0.01

for (const build of builds)
  for (const dimension of [2, 3] as const) {
    const flat = dimension === 2
    const at = (x: number, height: number): number[] => (flat ? [x, height] : [0.6 * x, 0.8 * x, height])
    const up = dimension - 1
    const plate = (edges: { inner?: number; outer?: number }): PlaneSpec => ({
      shape: 'plane', point: at(0, 0), normal: flat ? [0, 1] : [0, 0, 1], ...edges,
    })
    const make = async (scene: Partial<Scene>) => (await engineOf(build)).createWorld({
      dimension, timeStep: dt, gravity: flat ? [0, -g] : [0, 0, -g], ...scene,
    })

    describe(`a plate in ${dimension}D, ${build} build`, () => {
      test('with an orifice lets a grain over the hole fall through and holds those beside it', async () => {
        const world = await make({
          boundaries: [plate({ inner: 2 })],
          bodies: [0, 0.5, 5, -4].map((x, k) => ({ position: at(x, 1 + 3 * (k === 1 ? 1 : 0)), radius: 1 })),
        })
        world.step(200)
        const height = (i: number): number => world.bodies.positions[3 * i + up]!
        // over the middle and within reach of no rim: free fall, n (n + 1) / 2 g dt^2, as if nothing were there
        const fallen = (g * dt ** 2 * 200 * 201) / 2
        expect(Math.abs(height(0) - (1 - fallen))).toBeLessThan(1e-12)
        expect(Math.abs(height(1) - (4 - fallen))).toBeLessThan(1e-12)
        expect(Math.abs(height(2) - 1)).toBeLessThan(1e-14)
        expect(Math.abs(height(3) - 1)).toBeLessThan(1e-14)
        expect(Math.abs(-world.boundaries[0]!.reaction[up]! / (g * (world.bodies.masses[2]! + world.bodies.masses[3]!)) - 1))
          .toBeLessThan(1e-14)
      })

      test('of finite size holds a grain on it and none beyond its rim', async () => {
        const world = await make({
          boundaries: [plate({ outer: 3 })],
          bodies: [1, 4.5, -4.5].map((x) => ({ position: at(x, 1), radius: 1 })),
        })
        world.step(100)
        const fallen = (g * dt ** 2 * 100 * 101) / 2
        expect(Math.abs(world.bodies.positions[up]! - 1)).toBeLessThan(1e-14)
        for (const i of [1, 2]) expect(Math.abs(world.bodies.positions[3 * i + up]! - (1 - fallen))).toBeLessThan(1e-13)
      })

      test('stops a grain from below as well', async () => {
        const world = await make({
          gravity: flat ? [0, g] : [0, 0, g], boundaries: [plate({ inner: 2 })], bodies: [{ position: at(4, -1), radius: 1 }],
        })
        world.step(100)
        expect(Math.abs(world.bodies.positions[up]! + 1)).toBeLessThan(1e-14)
      })

      for (const [name, edges, x, rim] of [
        ['of a hole', { inner: 2 }, 1.4, 2], ['of a disk', { outer: 2 }, 2.6, 2],
      ] as const)
        test(`touches at the rim ${name} along the line from the rim to the centre`, async () => {
          // 0.6 from the rim and 0.8 high: a grain of radius 1 just touches it, and gravity turns it about the rim
          const world = await make({ boundaries: [plate(edges)], bodies: [{ position: at(x, 0.8), radius: 1, mass: 1 }] })
          const to = (a: number[]): Vec => [a[0]!, a[1]!, a[2] ?? 0]
          const normal = unit(subtract(to(at(rim, 0)), to(at(x, 0.8))))
          world.step()
          expect(world.contacts.count).toBe(1)
          expect(length(subtract(row(world.contacts.normals, 0), normal))).toBeLessThan(1e-14)
          // without friction the rim carries m g cos, along the normal: 0.8 of the weight
          expect(Math.abs(world.contacts.normalForces[0]! - 0.8 * g)).toBeLessThan(1e-12)
          // and the grain slides off, perpendicular to it: g sin dt
          expect(Math.abs(length(row(world.bodies.velocities, 0)) - 0.6 * g * dt)).toBeLessThan(1e-14)
          world.step(100)
          expect(world.bodies.positions[up]).toBeLessThan(-1)
        })

      test('with a hole smaller than the grain is blocked by it', async () => {
        const world = await make({
          friction: 0.3, boundaries: [plate({ inner: 0.6 })],
          bodies: [{ position: at(0.1, 1.2), radius: 1, mass: 1 }],
        })
        world.step(300)
        const floor = world.boundaries[0]!
        // it sits in the middle of the hole, 0.8 high (0.6, 0.8 and 1 make a triangle): to 1e-2, because it comes in with
        // a velocity of up to 1 and what closes within a step of 0.01 is looked at along the normal only
        const before = world.bodies.positions[up]!
        expect(Math.abs(before - 0.8)).toBeLessThan(1e-2)
        world.step(1000)
        // and there it stays: a plate that carries it has no reason to let it sink
        expect(Math.abs(world.bodies.positions[up]! - before)).toBeLessThan(1e-6)
        // the weight is on the plate, on average over the last steps
        let carried = 0
        for (let k = 0; k < 100; k++) {
          world.step()
          carried -= floor.reaction[up]! / 100
        }
        expect(Math.abs(carried / g - 1)).toBeLessThan(1e-2)
      })
    })
  }

describe.each(builds)('a grain that falls down the very middle of an orifice, %s build', (build) => {
  test.each([2, 3] as const)('is not braked by the rim, in %iD', async (dimension) => {
    const flat = dimension === 2
    const world = (await engineOf(build)).createWorld({
      dimension, timeStep: 0.02,
      bodies: [{ position: flat ? [0, 3] : [0, 0, 3], radius: 0.5, velocity: flat ? [0, -15] : [0, 0, -15] }],
      boundaries: [{ shape: 'plane', point: flat ? [0, 0] : [0, 0, 0], normal: flat ? [0, 1] : [0, 0, 1], inner: 0.6 }],
    })
    world.step(40)
    expect(world.bodies.velocities[dimension - 1]).toBe(-15)
  })
})

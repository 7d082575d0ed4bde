// Half-planes: half-lines in two dimensions, solid from both sides, with round contact at their edge.

import { describe, expect, test } from 'vitest'
import { InputError, type PlaneSpec } from '../../src/index.js'
import { forceNetwork } from '../../src/plot/index.js'
import { builds, engineOf } from '../support/engine.js'
import { length, row, subtract } from '../support/vectors.js'

const g = 10
const dt = 0.01

for (const build of builds)
  for (const dimension of [2, 3] as const) {
    const flat = dimension === 2
    const up = dimension - 1
    const at = (x: number, height: number): number[] => (flat ? [x, height] : [x, 7, height])
    const ledge: PlaneSpec = { shape: 'plane', point: at(0, 0), normal: flat ? [0, 1] : [0, 0, 1], along: flat ? [-1, 0] : [-1, 0, 0] }
    const gravity = flat ? [0, -g] : [0, 0, -g]

    describe(`a ledge in ${dimension}D, ${build} build`, () => {
      test('carries what lies on it, far from its edge too, from above and from below, and nothing beyond the edge', async () => {
        const world = (await engineOf(build)).createWorld({
          dimension, timeStep: dt, gravity, boundaries: [ledge],
          bodies: [{ position: at(-0.5, 1), radius: 1 }, { position: at(-1e6, 1), radius: 1 }, { position: at(5, 1), radius: 1 }],
        })
        world.step(100)
        const height = (i: number): number => world.bodies.positions[3 * i + up]!
        expect(Math.abs(height(0) - 1)).toBeLessThan(1e-14)
        expect(Math.abs(height(1) - 1)).toBeLessThan(1e-14)
        expect(Math.abs(height(2) - (1 - (g * dt * dt * 100 * 101) / 2))).toBeLessThan(1e-12)
        const below = (await engineOf(build)).createWorld({
          dimension, timeStep: dt, gravity: gravity.map((v) => -v), boundaries: [ledge], bodies: [{ position: at(-3, -1), radius: 1 }],
        })
        below.step(100)
        expect(Math.abs(below.bodies.positions[up]! + 1)).toBeLessThan(1e-14)
      })

      test('touches at its edge along the line from the edge to the centre', async () => {
        // 0.6 beyond the edge and 0.8 above: a grain of radius 1 just touches it
        const world = (await engineOf(build)).createWorld({
          dimension, timeStep: dt, gravity, boundaries: [ledge], bodies: [{ position: at(0.6, 0.8), radius: 1, mass: 1 }],
        })
        world.step()
        expect(length(subtract(row(world.contacts.normals, 0), flat ? [-0.6, -0.8, 0] : [-0.6, 0, -0.8]))).toBeLessThan(1e-14)
        expect(Math.abs(world.contacts.normalForces[0]! - 0.8 * g)).toBeLessThan(1e-12) // m g cos
        world.step(200)
        expect(world.bodies.positions[up]).toBeLessThan(-1)
      })

      test('turns with its edge', async () => {
        const world = (await engineOf(build)).createWorld({
          dimension, timeStep: dt, boundaries: [{ ...ledge, angularVelocity: flat ? Math.PI / 2 : [0, -Math.PI / 2, 0] }],
        })
        world.step(100)
        // a quarter turn from x towards the vertical: what pointed to -x points down. A hundred rotations, 1e-16 each
        const wall = world.boundaries[0]!
        expect(Math.abs(wall.along![up]! + 1)).toBeLessThan(1e-13)
        expect(Math.abs(wall.axis[0]! + 1)).toBeLessThan(1e-13)
      })
    })
  }

test('a ledge is drawn as a line that ends, and refused where it makes no sense', async () => {
  const engine = await engineOf('release')
  const ledge: PlaneSpec = { shape: 'plane', point: [0, 0], normal: [0, 1], along: [-1, 0] }
  const scene = { dimension: 2 as const, timeStep: dt, bodies: [{ position: [-3, 1], radius: 1 }, { position: [3, 1], radius: 1 }] }
  const svg = forceNetwork(engine.createWorld({ ...scene, boundaries: [ledge] }), { width: 824 })
  // the frame is 8.24 wide: the line runs from its left end to the middle
  expect(svg).toMatch(/<path d="M412\.00 [\d.]+L(-?0\.00) /)
  for (const bad of [{ along: [0, 1] }, { along: [-1, 0], inner: 1 }, { along: [0, 0] }, { along: 'left' }])
    expect(() => engine.createWorld({ ...scene, boundaries: [{ ...ledge, ...bad } as never] })).toThrow(InputError)
  expect(() => engine.createWorld({ ...scene, periodic: { x: [-10, 10] }, boundaries: [ledge] })).toThrow(/along x, which is periodic/)
})

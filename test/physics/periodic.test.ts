// Periodic boundaries: space closes on itself, so that nothing may depend on where the seam is. Contacts keep their
// impulses across it, matched by pair and image.

import { describe, expect, test } from 'vitest'
import { type BodySpec, type Engine, type Scene, type World, gas } from '../../src/index.js'
import { builds, engineOf } from '../support/engine.js'
import { momentum, motionScales } from '../support/motion.js'
import { trajectoryOf } from '../support/trajectory.js'
import { add, dot, inDimension, length, row, scale, subtract, unit, type Vec } from '../support/vectors.js'

type Axes = ('x' | 'y' | 'z')[]
const subsets: [2 | 3, Axes][] = [
  [2, ['x']], [2, ['y']], [2, ['x', 'y']], [3, ['z']], [3, ['x', 'z']], [3, ['x', 'y', 'z']],
]
const PERIOD = 16

/** Periodic along `axes`, the seam at `low`. */
function periodic(axes: Axes, low: number): Scene['periodic'] {
  return Object.fromEntries(axes.map((axis) => [axis, [low, low + PERIOD]]))
}

/** Two rough grains that are about to meet near (9, 9, 9), along a line that crosses planes of every axis. */
function pair(dimension: 2 | 3): BodySpec[] {
  const n: Vec = dimension === 2 ? unit([1, 2, 0]) : unit([1, 2, -2])
  const centre: Vec = [9, 9, dimension === 2 ? 0 : 9]
  return [-1, 1].map((side) => ({
    position: inDimension(dimension, add(centre, scale(side * 1.005, n))),
    radius: 1, density: side + 2,
    velocity: inDimension(dimension, add(scale(-side, n), scale(side * 0.4, dimension === 2 ? [-2, 1, 0] : [2, 1, 2]))),
    angularVelocity: dimension === 2 ? 0.7 * side : [0.7, 0.1, 0.3 * side],
  }))
}

/** How the second grain moves relative to the first, as seen through the contact's image, and the impulse. */
function relativeMotion(world: World): number[] {
  const { positions, velocities, angularVelocities } = world.bodies
  const { images, impulses } = world.contacts
  const across = scale(PERIOD, row(images, 0))
  return [
    ...add(subtract(row(positions, 1), row(positions, 0)), across),
    ...subtract(row(velocities, 1), row(velocities, 0)), ...angularVelocities, ...row(impulses, 0),
  ]
}

for (const build of builds) {
  describe(`periodic boundaries, ${build} build`, () => {
    for (const [dimension, axes] of subsets) {
      const name = `${axes.join('')} of ${dimension}D`
      const scene = (more: Partial<Scene>): Scene =>
        ({ dimension, timeStep: 0.01, friction: 0.5, bodies: pair(dimension), ...more })

      test(`a collision does not feel that the seam runs through it, ${name}, bit for bit`, async () => {
        const engine = await engineOf(build)
        const free = trajectoryOf(engine.createWorld(scene({})), 50)
        // with the seam far off, between the grains, and through one of them
        for (const low of [0, 9, 8.3, 9 - PERIOD])
          expect(trajectoryOf(engine.createWorld(scene({ periodic: periodic(axes, low) })), 50)).toBe(free)
      })

      test(`a pair that touches through the boundary collides like one in the middle, ${name}`, async () => {
        const engine = await engineOf(build)
        for (const periods of [1, -1, 3]) {
          const [first, second] = pair(dimension) as [BodySpec, BodySpec]
          const moved = Array.from(second.position, (x, e) =>
            x + (axes.includes((['x', 'y', 'z'] as const)[e]!) ? periods * PERIOD : 0))
          const world = engine.createWorld(scene({ periodic: periodic(axes, 0), bodies: [first, { ...second, position: moved }] }))
          const reference = engine.createWorld(scene({}))
          let active = 0
          for (let k = 0; k < 50; k++) {
            world.step()
            reference.step()
            if (reference.contacts.count === 0) continue
            active += reference.report.active
            const image = [0, 1, 2].map((e) => (axes.includes((['x', 'y', 'z'] as const)[e]!) ? -periods : 0))
            expect(Array.from(world.contacts.images)).toEqual(image)
            // positions of order 50 are rounded at 1e-14, over the time step 0.01 that is 1e-12 of a velocity
            relativeMotion(world).forEach((x, e) =>
              expect(Math.abs(x - relativeMotion(reference)[e]!)).toBeLessThan(1e-11))
          }
          expect(active).toBeGreaterThan(1)
        }
      })

      test(`two grains that touch on both sides at once stop each other, ${name}`, async () => {
        const engine = await engineOf(build)
        for (const axis of axes) bothSides(engine, dimension, axis)
      })
    }

    for (const dimension of [2, 3] as const)
      test(`a gas keeps its momentum across the seam, ${dimension}D`, async () => {
        const world = (await engineOf(build)).createWorld(gas({
          grains: 100, dimension, friction: 0.5, radius: [0.5, 1], seed: 4, fraction: dimension === 2 ? 0.45 : 0.3,
        }))
        const before = momentum(world)
        const size = motionScales(world).momentum
        let across = 0
        for (let k = 0; k < 400; k++) {
          world.step()
          const { images, states } = world.contacts
          across += states.filter((state, c) => state > 0 && length(row(images, c)) > 0).length
        }
        expect(across).toBeGreaterThan(10)
        // thousands of roundings of 1e-16
        expect(length(subtract(momentum(world), before))).toBeLessThan(1e-12 * size)
      })

    test('a chain under load keeps its forces while it drifts across the seam again and again', async () => {
      // ten grains pushed together, at first on both sides of the seam; one sweep a step could not find their forces again
      // if a contact lost its own
      const grains = 10
      const drift = 5
      const world = (await engineOf(build)).createWorld({
        dimension: 2, timeStep: 0.01, periodic: { x: [0, 32] },
        solver: { tolerance: 1e-15, maxSweeps: 100_000 },
        bodies: Array.from({ length: grains }, (_, k) => ({
          position: [(2 * k + 25) % 32, 0], radius: 1, mass: 1, velocity: [drift, 0], rotates: false,
          force: [k === 0 ? 7 : k === grains - 1 ? -7 : 0, 0],
        })),
      })
      world.step()
      world.configure({ solver: { criterion: 'fixed', maxSweeps: 1 } })
      for (let k = 0; k < 2000; k++) {
        world.step()
        const { normalForces, count } = world.contacts
        expect(count).toBe(grains - 1)
        // roundings of positions of order 100, 1e-14, over the time step: 1e-12 of velocity, and over it again: a force
        for (let c = 0; c < count; c++) expect(Math.abs(normalForces[c]! - 7)).toBeLessThan(1e-9)
      }
      // three periods farther: all bodies have crossed the seam three times
      expect(world.bodies.positions[0]!).toBeGreaterThan(3 * 32)
    })
  })
}

/** A chain of two in a period of four radii: every approach on one side is a separation on the other. */
function bothSides(engine: Engine, dimension: 2 | 3, axis: 'x' | 'y' | 'z'): void {
  const along = ({ x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] } as const)[axis] as unknown as Vec
  const at = (s: number): number[] => inDimension(dimension, scale(s, along))
  const push = 3
  const world = engine.createWorld({
    dimension, timeStep: 0.01, periodic: { [axis]: [0, 4] }, solver: { tolerance: 1e-15, maxSweeps: 10_000 },
    bodies: [
      { position: at(0.5), radius: 1, mass: 1, velocity: at(2) }, { position: at(2.5), radius: 1, mass: 3, velocity: at(-1) },
    ],
  })
  world.step()
  const images = (): number[] => Array.from({ length: world.contacts.count }, (_, c) => dot(row(world.contacts.images, c), along))
  expect(images().sort()).toEqual([-1, 0])
  // what came together stops at once: momentum 2 - 3 over the mass 4. A few roundings
  for (const i of [0, 1]) expect(Math.abs(dot(row(world.bodies.velocities, i), along) + 0.25)).toBeLessThan(1e-14)
  // now squeeze: a stress on both sides that nothing holds but the ring itself, and a force from one grain to the other
  const { impulses, normals } = world.contacts
  for (let k = 0; k < impulses.length; k++) impulses[k] = 0.5 * normals[k]!
  world.bodies.velocities.fill(0)
  for (let e = 0; e < 3; e++) {
    world.bodies.forces[e] = push * along[e]!
    world.bodies.forces[3 + e] = -push * along[e]!
  }
  world.step(50)
  const [through, direct] = [images().indexOf(-1), images().indexOf(0)]
  const forces = world.contacts.normalForces
  // at rest under different forces on the two sides, which differ by the push; 1e-9: 50 steps of what sweeps leave
  expect(Math.abs(forces[direct]! - forces[through]! - push)).toBeLessThan(1e-9)
  expect(forces[through]!).toBeGreaterThan(0.9 * 50 - push)
  for (const i of [0, 1]) expect(length(row(world.bodies.velocities, i))).toBeLessThan(1e-11)
  world.free()
}

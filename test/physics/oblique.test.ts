// Oblique impact, closed forms from 003 Eq. 17, 18 and 34 with gap 0, so that it is over in one step. With the inertia
// I = beta m r^2 (2/5 for a sphere, 1/2 for a disk) and the velocities vn, vt of approach, friction stops the point of
// contact iff vt/vn <= (1 + 1/beta) mu. Then vt' = vt / (1 + beta), otherwise vt' = vt - mu vn.

import { describe, expect, test } from 'vitest'
import { type Scene, ContactState } from '../../src/index.js'
import { builds, engineOf } from '../support/engine.js'
import { relativeVelocity } from '../support/motion.js'
import { type Vec, add, across, cross, dot, inDimension, length, row, scale, subtract, unit } from '../support/vectors.js'

const mu = 0.3
const vn = 2
const solids = { 2: { name: 'disk', beta: 1 / 2 }, 3: { name: 'sphere', beta: 2 / 5 } } as const
// along an axis and askew; n points into the wall, t across it
const frames: Record<2 | 3, [Vec, Vec][]> = {
  2: [[[0, -1, 0], [1, 0, 0]], [[0.6, -0.8, 0], [-0.8, -0.6, 0]]],
  3: [[[0, 0, -1], [0.6, 0.8, 0]], [unit([1, 2, -2]), unit([2, 1, 2])]],
}
const sides = [
  { side: 'below', share: 0.999, sticks: true },
  { side: 'far below', share: 0.2, sticks: true },
  { side: 'above', share: 1.001, sticks: false },
  { side: 'far above', share: 5, sticks: false },
]
// velocities of order 1, some ten operations; a gap of rounding size, 1e-16, over the time step 0.01 adds 1e-14
const close = 1e-13

for (const build of builds)
  for (const dimension of [2, 3] as const) {
    const { name, beta } = solids[dimension]
    const threshold = (1 + 1 / beta) * mu

    describe(`a ${name} strikes obliquely, ${build} build`, () => {
      for (const [n, t] of frames[dimension])
        for (const { side, share, sticks } of sides) {
          const vt = share * threshold * vn
          // change of the tangential velocity by friction
          const stopped = sticks ? vt * (beta / (1 + beta)) : mu * vn

          test(`a wall, ${side} the threshold: it ${sticks ? 'sticks' : 'slides'} (normal ${n})`, async () => {
            const world = (await engineOf(build)).createWorld({
              dimension, timeStep: 0.01, friction: mu,
              bodies: [{
                position: inDimension(dimension, scale(-1.5, n)), radius: 1.5,
                velocity: inDimension(dimension, add(scale(vn, n), scale(vt, t))),
              }],
              boundaries: [{
                shape: 'plane', point: inDimension(dimension, [0, 0, 0]), normal: inDimension(dimension, scale(-1, n)),
              }],
            })
            world.step()
            const v = row(world.bodies.velocities, 0)
            const w = row(world.bodies.angularVelocities, 0)
            expect(world.contacts.states[0]).toBe(sticks ? ContactState.sticking : ContactState.sliding)
            expect(length(subtract(v, scale(vt - stopped, t)))).toBeLessThanOrEqual(close)
            // friction -stopped t acts at the arm r n; its torque over the inertia is the spin
            const spin = scale(-stopped / (beta * 1.5), cross(n, t))
            expect(length(subtract(w, spin))).toBeLessThanOrEqual(close)
            // a point of contact that sticks rests, whatever formula says so
            if (sticks) expect(length(add(v, cross(w, scale(1.5, n))))).toBeLessThanOrEqual(close)
          })

          test(`another ${name}, ${side} the threshold: it ${sticks ? 'sticks' : 'slides'} (normal ${n})`, async () => {
            const world = (await engineOf(build)).createWorld(pair(dimension, n, vt, t))
            const [m0, m1] = Array.from(world.bodies.masses) as [number, number]
            world.step()
            const velocity = (i: number): Vec => row(world.bodies.velocities, i)
            expect(world.contacts.states[0]).toBe(sticks ? ContactState.sticking : ContactState.sliding)
            // the centres' relative velocity: nothing is left along n, and across it the same closed form
            const u = subtract(velocity(0), velocity(1))
            expect(Math.abs(dot(u, n))).toBeLessThanOrEqual(close)
            expect(length(subtract(across(u, n), scale(vt - stopped, t)))).toBeLessThanOrEqual(close)
            // the second was at rest and got -P: its velocity is what reduced mass and closed form say
            const got = scale(m0 / (m0 + m1), add(scale(vn, n), scale(stopped, t)))
            expect(length(subtract(velocity(1), got))).toBeLessThanOrEqual(close)
            if (sticks) expect(length(relativeVelocity(world, 0, 1, n).tangential)).toBeLessThanOrEqual(close)
          })
        }
    })

    test(`spin of both ${name}s counts: surfaces that move alike do not rub, ${build} build`, async () => {
      const [n, t] = frames[dimension][1]!
      const scene = pair(dimension, n, 0, t)
      // opposite surface speeds at the point of contact: gears that mesh
      const axis = cross(n, t)
      const spins = [scale(3 / 1, axis), scale(-3 / 0.5, axis)]
      scene.bodies!.forEach((body, k) => {
        body.angularVelocity = dimension === 2 ? spins[k]![2] : spins[k]!
      })
      const world = (await engineOf(build)).createWorld(scene)
      world.step()
      for (const k of [0, 1])
        expect(length(subtract(row(world.bodies.angularVelocities, k), spins[k]!))).toBeLessThanOrEqual(close)
    })
  }

/** Two unequal grains that touch; the first comes with vn along the normal n and vt along t, the second rests. */
function pair(dimension: 2 | 3, n: Vec, vt: number, t: Vec): Scene {
  return {
    dimension, timeStep: 0.01, friction: mu,
    bodies: [
      { position: inDimension(dimension, [0, 0, 0]), radius: 1, density: 2,
        velocity: inDimension(dimension, add(scale(vn, n), scale(vt, t))) },
      { position: inDimension(dimension, scale(1.5, n)), radius: 0.5 },
    ],
  }
}

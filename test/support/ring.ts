// A ring of equal grains: the chain of 003 Eq. 38 closed by a periodic boundary, so that plane waves are its modes
// exactly, and what is known of them. Units: diameter = mass = 1.
//
// Per sweep a wave exp(ikx) of the forces shrinks, on average over random sweeps, by lambda(k):
//
//   parallel   lambda = cos k = 1 - k^2/2 ...
//   random     lambda = cos k + 2 (cos k - 1) (2 Re[exp(-ik) (exp(exp(ik)/2) - 1)] - 1) = 1 - q k^2 ...,
//              q = (4 sqrt(e) - 5)/2                                                          003 Eq. 46
//
// The second follows from giving each contact a time t in [0, 1] at which it is updated. Seen from a contact updated at
// t, its left neighbour was updated earlier, at s < t, with probability ds each, and then has on average the value
// h(s) = (exp(ik) + exp(-ik) [1 - s + int_0^s h])/2 in units of its own phase: it saw us old, and its own left neighbour
// either way. So h = 1 + (cos k - 1) exp(s exp(-ik)/2); the mean over t of the two sides is lambda.

import type { Engine, Scene, World } from '../../src/index.js'

export const q = (4 * Math.sqrt(Math.E) - 5) / 2

export function parallelFactor(k: number): number {
  return Math.cos(k)
}

export function randomFactor(k: number): number {
  // exp(-ik) (exp(exp(ik)/2) - 1), its real part
  const size = Math.exp(Math.cos(k) / 2)
  const real = Math.cos(k) * (size * Math.cos(Math.sin(k) / 2) - 1) + Math.sin(k) * size * Math.sin(Math.sin(k) / 2)
  return Math.cos(k) + 2 * (Math.cos(k) - 1) * (2 * real - 1)
}

/** Grains that do not turn, touching or pressed into each other by `overlap`, all contacts found and without force. */
export function ring(engine: Engine, grains: number, seed: number, solver: Scene['solver'], overlap = 0, timeStep = 1): World {
  const world = engine.createWorld({
    dimension: 2, timeStep, seed, solver: { order: 'random', ...solver }, periodic: { x: [0, grains * (1 - overlap)] }, allowedOverlap: 3 * overlap + 1e-6,
    bodies: Array.from({ length: grains }, (_, k) => ({
      position: [k * (1 - overlap), 0], radius: 0.5, mass: 1, rotates: false,
    })),
  })
  world.step()
  return world
}

/** For each contact of a ring the number of the grain on its left; the last is on the left of grain 0. */
export function leftGrains(world: World): number[] {
  const { pairs, count } = world.contacts
  const last = world.bodies.count - 1
  return Array.from({ length: count }, (_, c) => (pairs[2 * c + 1] === last && pairs[2 * c] === 0 ? last : pairs[2 * c]!))
}

/** Writes a normal impulse to every contact: `value` is given the number of the grain on its left. */
export function writeImpulses(world: World, value: (left: number) => number): void {
  const { impulses, normals } = world.contacts
  leftGrains(world).forEach((left, c) => {
    for (let e = 0; e < 3; e++) impulses[3 * c + e] = value(left) * normals[3 * c + e]!
  })
}

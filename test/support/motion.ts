// What a world's bodies are doing, summed here from the columns, apart from what the engine reports.

import type { World } from '../../src/index.js'
import { type Vec, add, across, cross, dot, length, row, scale, subtract } from './vectors.js'

const DYNAMIC = 0

function rows(world: World): number[] {
  return Array.from(world.bodies.kinds.keys()).filter((i) => world.bodies.kinds[i] === DYNAMIC)
}

/** I, or 0 where rotation is locked. */
function inertia(world: World, i: number): number {
  const value = world.bodies.inertias[i]!
  return Number.isFinite(value) ? value : 0
}

export function momentum(world: World): Vec {
  const { masses, velocities } = world.bodies
  return rows(world).reduce<Vec>((sum, i) => add(sum, scale(masses[i]!, row(velocities, i))), [0, 0, 0])
}

/** About the origin. */
export function angularMomentum(world: World): Vec {
  const { masses, positions, velocities, angularVelocities } = world.bodies
  return rows(world).reduce<Vec>((sum, i) => add(sum, add(
    cross(row(positions, i), scale(masses[i]!, row(velocities, i))),
    scale(inertia(world, i), row(angularVelocities, i)))), [0, 0, 0])
}

/** Sums of the absolute values of what the two above sum: the scale of their rounding. */
export function motionScales(world: World): { momentum: number; angularMomentum: number } {
  const { masses, positions, velocities, angularVelocities } = world.bodies
  const scales = { momentum: 0, angularMomentum: 0 }
  for (const i of rows(world)) {
    const p = masses[i]! * length(row(velocities, i))
    scales.momentum += p
    scales.angularMomentum += p * length(row(positions, i)) + inertia(world, i) * length(row(angularVelocities, i))
  }
  return scales
}

/** Of the grains; free boundaries are not among them. */
export function kineticEnergy(world: World): number {
  const { masses, velocities, angularVelocities } = world.bodies
  return rows(world).reduce((sum, i) => {
    const v = row(velocities, i)
    const w = row(angularVelocities, i)
    return sum + 0.5 * masses[i]! * dot(v, v) + 0.5 * inertia(world, i) * dot(w, w)
  }, 0)
}

/** Velocity of body 1 relative to body 0 at the point where they touch, along the normal from 0 to 1 and across it. */
export function relativeVelocity(world: World, i0: number, i1: number, normal: Vec): { normal: number; tangential: Vec } {
  const { velocities, angularVelocities, radii } = world.bodies
  const surface = (i: number, sign: number): Vec =>
    add(row(velocities, i), cross(row(angularVelocities, i), scale(sign * radii[i]!, normal)))
  const u = subtract(surface(i1, -1), surface(i0, 1))
  return { normal: dot(u, normal), tangential: across(u, normal) }
}

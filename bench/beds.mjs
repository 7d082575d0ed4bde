// Beds of grains whose forces carry their weight down to a floor.

import { box, lattice } from 'signorini'

/** Grains along an edge of the square or cube that comes nearest to a number of grains. */
export function sideOf(dimension, grains) {
  return Math.max(2, Math.round(grains ** (1 / dimension)))
}

/** A step so short that nothing moves: forces are looked for in the same place again and again. */
const INSTANT = 1e-6

/**
 * A square or cubic lattice on a floor, pressed together by 2.5e-5 radii so that all contacts are closed. The forces that
 * carry it are those of its columns; the contacts beside carry nothing, and cost the same.
 */
export function latticeBed(dimension, side) {
  const down = dimension === 2 ? [0, 1] : [0, 0, 1]
  const scene = lattice({
    dimension, counts: Array(dimension).fill(side), spacing: 2 - 5e-5, origin: Array(dimension).fill(1),
    friction: 0.3, gravity: 1, timeStep: INSTANT,
  })
  return {
    ...scene,
    boundaries: [{ shape: 'plane', point: Array(dimension).fill(0), normal: down }],
    allowedOverlap: 0.01,
  }
}

/**
 * Grains that fell into a box and came to rest: a disordered packing, as bytes of a snapshot. The time step stays what it
 * was: gaps that are far below what gravity closes in a step belong to the packing.
 */
export function settledBed(engine, dimension, grains, seed) {
  const world = engine.createWorld(box({
    dimension, grains, radius: [0.7, 1], friction: 0.3, seed, timeStep: 0.02, solver: { tolerance: 1e-3, maxSweeps: 60 },
  }))
  // rest: a millionth of the energy of a fall by a radius; in three dimensions a grain may roll on for long
  const weight = world.bodies.masses.reduce((sum, mass) => sum + mass, 0)
  for (let steps = 0; steps < 1500; steps += 50) if (world.step(50).kineticEnergy < 1e-6 * weight) break
  world.bodies.velocities.fill(0)
  world.bodies.angularVelocities.fill(0)
  const bytes = world.snapshot()
  world.free()
  return bytes
}

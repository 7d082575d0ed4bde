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

/**
 * A disordered packing of any size in a box with a floor: a bed that settled between smooth walls, cut off at a height, and
 * put together with its mirror images, so that grains that touched a wall touch their image. Rows go layer by layer, as in
 * scenes that people make. The step is so short that nothing moves.
 */
export function mirroredBed(engine, grains, seed = 1) {
  const side = Math.max(1, Math.round(Math.cbrt(grains / 1000)))
  const wanted = Math.round(grains / side ** 3)
  const cell = settledTile(engine, wanted, seed)
  const bodies = []
  for (let k = 0; k < side; k++)
    for (let j = 0; j < side; j++)
      for (let i = 0; i < side; i++)
        for (const { position, radius } of cell.bodies)
          bodies.push({ radius, position: [i, j, k].map((n, d) => n * cell.edges[d] + (n % 2 ? cell.edges[d] - position[d] : position[d])) })
  const layer = (body, d) => Math.floor(body.position[d] / 2)
  bodies.sort((a, b) => layer(a, 2) - layer(b, 2) || layer(a, 1) - layer(b, 1) || a.position[0] - b.position[0])
  const plane = (d, at, sign) => ({
    shape: 'plane', point: [0, 1, 2].map((e) => (e === d ? at : 0)), normal: [0, 1, 2].map((e) => (e === d ? sign : 0)),
  })
  return {
    dimension: 3, bodies, friction: 0.3, gravity: [0, 0, -1], timeStep: INSTANT, allowedOverlap: 0.1,
    boundaries: [plane(2, 0, 1), ...[0, 1].flatMap((d) => [plane(d, 0, 1), plane(d, side * cell.edges[d], -1)])],
  }
}

/** So many grains of a bed at rest that is a quarter higher, the lowest, and the edges of the box around them. */
function settledTile(engine, grains, seed) {
  const width = 1.9 * Math.ceil(Math.cbrt(grains)) // about as high as wide
  const scene = box({
    dimension: 3, grains: Math.ceil(1.25 * grains) + 10, width, radius: [0.7, 1], seed, timeStep: 0.02,
    materials: ['grain', 'wall'], friction: [{ between: ['grain', 'grain'], mu: 0.3 }, { between: ['grain', 'wall'], mu: 0 }],
    solver: { criterion: 'fixed', maxSweeps: 40 },
  })
  const world = engine.createWorld(scene)
  const weight = world.bodies.masses.reduce((sum, mass) => sum + mass, 0)
  for (let steps = 0; steps < 1500; steps += 50) if (world.step(50).kineticEnergy < 1e-5 * weight) break
  const { positions, radii } = world.bodies
  const all = Array.from(radii, (radius, i) => ({ radius, position: [...positions.subarray(3 * i, 3 * i + 3)] }))
  world.free()
  const top = ({ position, radius }) => position[2] + radius
  const bodies = all.sort((a, b) => top(a) - top(b)).slice(0, grains)
  return { bodies, edges: [width, width, top(bodies.at(-1))] }
}

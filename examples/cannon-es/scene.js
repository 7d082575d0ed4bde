// The scene that the example and its test share: ten light bodies in a column, a heavy one on top.

import { Body, Box, Plane, Sphere, Vec3, World } from 'cannon-es'

export const radius = 0.5 // of the spheres, and half the edge of the boxes
export const gravity = 9.81

/** cannon does not see bodies that merely touch: they start with this overlap, in metres. */
const SEEN = 1e-4

/**
 * A column of `light` bodies of 1 kg with one of `ratio` kg on top, on a floor. They stand exactly above each other and
 * the floor's normal is exactly +z: nothing pushes them sideways, and what becomes of the column is the solver's doing.
 * @param {import('cannon-es').Solver} [solver] cannon's own if there is none
 * @param {{ light?: number, ratio?: number, shape?: 'sphere' | 'box' }} [options]
 */
export function stack(solver, { light = 10, ratio = 100, shape = 'sphere' } = {}) {
  const world = new World({ gravity: new Vec3(0, 0, -gravity), ...(solver ? { solver } : {}) })
  world.addBody(new Body({ type: Body.STATIC, shape: new Plane() }))
  for (let k = 0; k <= light; k++)
    world.addBody(new Body({
      mass: k === light ? ratio : 1,
      shape: shape === 'box' ? new Box(new Vec3(radius, radius, radius)) : new Sphere(radius),
      position: new Vec3(0, 0, radius * (2 * k + 1) - SEEN * (k + 1)),
    }))
  return world
}

/**
 * Runs a stack and says how well it stands. Creep and floor force are those of the last second.
 * @param {World} world
 * @param {{ rate: number, seconds?: number }} options steps a second, and how long
 */
export function measure(world, { rate, seconds = 4 }) {
  const [floor, ...column] = world.bodies
  const top = column[column.length - 1]
  const weight = gravity * column.reduce((sum, b) => sum + b.mass, 0)
  const first = top.position.z
  const last = rate * seconds - rate
  let heights = []
  let overlap = 0
  let floorForce = 0
  let deviation = 0
  let elapsed = 0
  for (let step = 0; step < rate * seconds; step++) {
    if (step === last) heights = column.map((b) => b.position.z)
    const before = performance.now()
    world.step(1 / rate)
    elapsed += performance.now() - before
    column.forEach((b, k) => {
      const below = k === 0 ? 0 : column[k - 1].position.z + radius
      overlap = Math.max(overlap, below - (b.position.z - radius))
    })
    if (step < last) continue
    // the multiplier of a contact is its normal force in newtons, with either solver
    const onFloor = world.contacts.filter((c) => c.bi === floor || c.bj === floor)
    const share = onFloor.reduce((sum, c) => sum + c.multiplier, 0) / weight
    floorForce += share / rate
    deviation = Math.max(deviation, Math.abs(share - 1))
  }
  return {
    /** Of the topmost body, in diameters. */
    lostHeight: (first - top.position.z) / (2 * radius),
    /** The largest of the whole run, in radii. */
    overlap: overlap / radius,
    /** Of the body that moved farthest in the last second, in metres a second. */
    creep: Math.max(...column.map((b, k) => Math.abs(b.position.z - heights[k]))),
    /** Over the weight: the mean, and how far it was from 1 at worst. */
    floorForce,
    deviation,
    millisecondsPerStep: elapsed / (rate * seconds),
    /** How far the column has bent, in metres. */
    sideways: Math.max(...column.map((b) => Math.sqrt(b.position.x ** 2 + b.position.y ** 2))),
  }
}

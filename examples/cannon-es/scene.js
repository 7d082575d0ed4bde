// The scene that the example and its test share: ten spheres in a column, a heavy one on top.

import { Body, Plane, Sphere, Vec3, World } from 'cannon-es'

export const radius = 0.5
export const gravity = 9.81

/**
 * A column of equal spheres of 1 kg with one of `ratio` kg on top, all touching, on a floor. They stand exactly above
 * each other, and the floor's normal is exactly +z: nothing pushes them sideways, so that what happens is the solver's.
 */
export function stack(solver, { light = 10, ratio = 100 } = {}) {
  const world = new World({ gravity: new Vec3(0, 0, -gravity), ...(solver ? { solver } : {}) })
  world.addBody(new Body({ type: Body.STATIC, shape: new Plane() }))
  for (let k = 0; k <= light; k++)
    world.addBody(new Body({
      mass: k === light ? ratio : 1, shape: new Sphere(radius), position: new Vec3(0, 0, radius * (2 * k + 1)),
    }))
  return world
}

/** Runs a stack and says how well it stands. The last second is what creep, floor force and time are measured over. */
export function measure(world, { rate, seconds = 4 }) {
  const dt = 1 / rate
  const [floor, ...spheres] = world.bodies
  const top = spheres[spheres.length - 1]
  const start = top.position.z
  const weight = gravity * spheres.reduce((sum, b) => sum + b.mass, 0)
  const steps = Math.round(rate * seconds)
  let overlap = 0
  let heights = []
  let force = 0
  let deviation = 0
  let elapsed = 0
  for (let step = 0; step < steps; step++) {
    const before = performance.now()
    world.step(dt)
    const took = performance.now() - before
    spheres.forEach((b, k) => {
      const below = k === 0 ? 0 : spheres[k - 1].position.z + radius
      overlap = Math.max(overlap, below - (b.position.z - radius))
    })
    if (step === steps - rate - 1) heights = spheres.map((b) => b.position.z)
    if (step < steps - rate) continue
    // equation.multiplier is the normal force, with either solver; friction cannot carry weight on a level floor
    const onFloor = world.contacts.filter((c) => c.bi === floor || c.bj === floor)
    const share = onFloor.reduce((sum, c) => sum + c.multiplier, 0) / weight
    force += share / rate
    deviation = Math.max(deviation, Math.abs(share - 1))
    elapsed += took
  }
  return {
    /** In diameters. */
    lostHeight: (start - top.position.z) / (2 * radius),
    /** The largest of the whole run, in radii. */
    overlap: overlap / radius,
    /** Of the sphere that moved farthest, in metres in the last second. */
    creep: Math.max(...spheres.map((b, k) => Math.abs(b.position.z - heights[k]))),
    /** Over the weight: its mean, and how far it was from 1 at worst. */
    floorForce: force,
    floorForceDeviation: deviation,
    millisecondsPerStep: elapsed / rate,
    /** How far the spheres have left the column, in metres. */
    sideways: Math.max(...spheres.map((b) => Math.hypot(b.position.x, b.position.y))),
  }
}

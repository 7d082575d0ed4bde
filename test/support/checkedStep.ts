// The contact law and Newton's, looked at from outside: from what a world shows before and after a step, without any of
// the engine's own sums. For worlds at the mercy of gravity, with walls that do not move.

import type { World } from '../../src/index.js'
import { type Vec, across, add, cross, dot, length, row, scale, subtract } from './vectors.js'

export interface StepCheck {
  /** Largest unbalanced force on a grain, |sum of forces + weight - m dv/dt|, and torque over its radius, in newtons. */
  unbalanced: number
  /** Largest normal force pulling, and largest excess of |R_t| over mu R_n, in newtons. Negative: there is none. */
  pulls: number
  excess: number
  /** Largest and mean violation of Signorini and Coulomb, in mean impulses of active contacts, as in 003 Eq. 34. */
  residual: { max: number; mean: number }
  /** Sliding contacts that slide faster than the residual can tell, and the largest cosine of force and slip there. */
  sliding: number
  cosine: number
  meanForce: number
}

/** Takes a step and checks it. One coefficient for all pairs. */
export function checkedStep(world: World, mu: number): StepCheck {
  const { bodies } = world
  const dt = world.timeStep
  const before = {
    x: bodies.positions.slice(), v: bodies.velocities.slice(), w: bodies.angularVelocities.slice(),
  }
  const report = world.step()
  const { pairs, images, normals, impulses, forces, states, count } = world.contacts
  const period = (['x', 'y', 'z'] as const).map((axis) => {
    const range = world.periodic?.[axis]
    return range ? range[1] - range[0] : 0
  })

  // what is on each grain: its weight, less m dv/dt and I dw/dt
  const force = Array.from(bodies.masses, (m, i): Vec =>
    subtract(scale(m, world.gravity), scale(m / dt, subtract(row(bodies.velocities, i), row(before.v, i)))))
  const torque = Array.from(bodies.inertias, (inertia, i): Vec =>
    scale(-inertia / dt, subtract(row(bodies.angularVelocities, i), row(before.w, i))))

  const check: StepCheck = {
    unbalanced: 0, pulls: -Infinity, excess: -Infinity, residual: { max: 0, mean: 0 }, sliding: 0, cosine: -1, meanForce: 0,
  }
  let meanImpulse = 0
  const violations: number[] = []
  const slips: { slip: Vec; force: Vec; mass: number }[] = []
  for (let c = 0; c < count; c++) {
    const [i, j] = [pairs[2 * c]!, pairs[2 * c + 1]!]
    const n = row(normals, c)
    const r = row(forces, c)
    const p = row(impulses, c)
    const [r0, r1] = [bodies.radii[i]!, j >= 0 ? bodies.radii[j]! : 0]
    // where the grains were when the step began; the point of contact divides the line of centres like the radii
    let gap = 0
    let stretch = 1
    if (j >= 0) {
      const apart = add(subtract(row(before.x, j), row(before.x, i)), row(images, c).map((k, e) => k * period[e]!) as Vec)
      gap = length(apart) - r0 - r1
      stretch = length(apart) / (r0 + r1)
    } else {
      // a plane: its gap now, less what the grain moved towards it
      gap = world.contacts.gaps[c]! + dt * dot(row(bodies.velocities, i), n)
    }
    const arm0 = scale(stretch * r0, n)
    const arm1 = scale(-stretch * r1, n)
    force[i] = subtract(force[i]!, r)
    torque[i] = subtract(torque[i]!, cross(arm0, r))
    let u = scale(-1, add(row(bodies.velocities, i), cross(row(bodies.angularVelocities, i), arm0)))
    let inverseNormal = 1 / bodies.masses[i]!
    let inverseTangential = inverseNormal + dot(arm0, arm0) / bodies.inertias[i]!
    if (j >= 0) {
      force[j] = add(force[j]!, r)
      torque[j] = add(torque[j]!, cross(arm1, r))
      u = add(u, add(row(bodies.velocities, j), cross(row(bodies.angularVelocities, j), arm1)))
      inverseNormal += 1 / bodies.masses[j]!
      inverseTangential += 1 / bodies.masses[j]! + dot(arm1, arm1) / bodies.inertias[j]!
    }
    const normal = dot(r, n)
    check.pulls = Math.max(check.pulls, -normal)
    check.excess = Math.max(check.excess, length(across(r, n)) - mu * normal)

    // one more application of the law to this contact alone
    const pn = Math.max(0, dot(p, n) - (dot(u, n) + Math.max(0, gap) / dt) / inverseNormal)
    const trial = subtract(across(p, n), scale(1 / inverseTangential, across(u, n)))
    const factor = Math.min(1, (mu * pn) / length(trial))
    const next = add(scale(pn, n), scale(length(trial) > 0 ? factor : 0, trial))
    violations.push(length(subtract(next, p)))
    if (states[c] !== 0) meanImpulse += length(p) / report.active
    if (states[c] === 2) slips.push({ slip: across(u, n), force: across(r, n), mass: 1 / inverseTangential })
  }
  const balance = [...force, ...torque.map((t, i) => scale(1 / bodies.radii[i]!, t))]
  check.unbalanced = Math.max(...balance.map(length))
  check.residual.max = Math.max(...violations) / meanImpulse
  check.residual.mean = violations.reduce((sum, v) => sum + v, 0) / count / meanImpulse
  check.meanForce = meanImpulse / dt
  for (const { slip, force, mass } of slips) {
    if (mass * length(slip) < 1e3 * check.residual.max * meanImpulse) continue
    check.sliding++
    check.cosine = Math.max(check.cosine, dot(slip, force) / (length(slip) * length(force)))
  }
  return check
}

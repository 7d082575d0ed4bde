// The contact law looked at from outside: from a problem and what came back, in plain arithmetic, with nothing of the
// solver. Signorini (003 Eq. 34, on velocities and impulses) and Coulomb at every contact:
//
//   Rn >= 0,   un + g/dt >= 0,   Rn (un + g/dt) = 0          g is max(gap, 0), or the gap with gapRule 'signed'
//   |Rt| <= mu Rn,   Rt.ut = -mu Rn |ut|                     what slides is opposed by all the friction there is
//
// and Newton at every body: v = v0 + sum of R / m, w = w0 + I^-1 sum of l x R.

import type { ContactProblem, ContactSolution } from '../../src/index.js'
import { type Vec, add, across, cross, dot, length, row, scale, subtract } from './vectors.js'

/** How far from the law, each at the contact or body where it is worst. Impulses in Ns, velocities in m/s. */
export interface Breach {
  /** Impulse that pulls. */
  pull: number
  /** Velocity of approach beyond what closes the gap. */
  approach: number
  /** Ns m/s, like an energy: Rn (un + g/dt). */
  complementarity: number
  /** |Rt| - mu Rn. */
  cone: number
  /** Ns m/s: mu Rn |ut| + Rt.ut. */
  slip: number
  /** Velocities that are not those of Newton's law. */
  newton: number
}

export function frictionAt(problem: ContactProblem, k: number): number {
  return typeof problem.friction === 'number' ? problem.friction : problem.friction[k]!
}

/** I^-1 t, for either form of inverse inertia. */
export function turned(problem: ContactProblem, body: number, t: Vec): Vec {
  const { inverseInertias: m, inverseMasses } = problem
  if (m.length === inverseMasses.length) return scale(m[body]!, t)
  const [xx, yy, zz, xy, xz, yz] = Array.from({ length: 6 }, (_, e) => m[6 * body + e]!) as [number, number, number, number, number, number]
  return [xx * t[0] + xy * t[1] + xz * t[2], xy * t[0] + yy * t[1] + yz * t[2], xz * t[0] + yz * t[1] + zz * t[2]]
}

/** Arm from the centre of the first (0) or second (1) body of contact k to its point. */
export function armOf(problem: ContactProblem, k: number, side: 0 | 1): Vec {
  return subtract(row(problem.points, k), row(problem.positions, problem.pairs[2 * k + side]!))
}

/** Velocity of the second body's point against the first's. */
export function relativeVelocity(
  problem: ContactProblem, motion: Pick<ContactSolution, 'velocities' | 'angularVelocities'>, k: number,
): Vec {
  const at = (side: 0 | 1): Vec => {
    const body = problem.pairs[2 * k + side]!
    return add(row(motion.velocities, body), cross(row(motion.angularVelocities, body), armOf(problem, k, side)))
  }
  return subtract(at(1), at(0))
}

/** What impulses make of the velocities of a problem. */
export function movedBy(problem: ContactProblem, impulses: ArrayLike<number>): { velocities: number[]; angularVelocities: number[] } {
  const velocities = Array.from(problem.velocities)
  const angularVelocities = Array.from(problem.angularVelocities)
  for (let k = 0; k < problem.gaps.length; k++)
    for (const side of [0, 1] as const) {
      const body = problem.pairs[2 * k + side]!
      const p = scale(side === 0 ? -1 : 1, row(impulses, k))
      const w = turned(problem, body, cross(armOf(problem, k, side), p))
      for (let e = 0; e < 3; e++) {
        velocities[3 * body + e]! += problem.inverseMasses[body]! * p[e]!
        angularVelocities[3 * body + e]! += w[e]!
      }
    }
  return { velocities, angularVelocities }
}

/** Velocity that would just close the gap of contact k, as the rule has it. */
export function gapRate(problem: ContactProblem, k: number): number {
  const gap = problem.gaps[k]!
  return (problem.gapRule === 'signed' ? gap : Math.max(0, gap)) / problem.timeStep
}

export function breachOf(problem: ContactProblem, solution: ContactSolution): Breach {
  const worst: Breach = { pull: 0, approach: 0, complementarity: 0, cone: 0, slip: 0, newton: 0 }
  const see = (name: keyof Breach, value: number): void => {
    worst[name] = value > worst[name] || Number.isNaN(value) ? value : worst[name]
  }
  for (let k = 0; k < problem.gaps.length; k++) {
    const n = row(problem.normals, k)
    const r = row(solution.impulses, k)
    const u = relativeVelocity(problem, solution, k)
    const mu = frictionAt(problem, k)
    const rn = dot(r, n)
    const rt = across(r, n)
    const ut = across(u, n)
    const open = dot(u, n) + gapRate(problem, k)
    see('pull', -rn)
    see('approach', -open)
    see('complementarity', Math.abs(rn * open))
    see('cone', length(rt) - mu * rn)
    see('slip', Math.abs(mu * rn * length(ut) + dot(rt, ut)))
  }
  const moved = movedBy(problem, solution.impulses)
  moved.velocities.forEach((v, e) => see('newton', Math.abs(v - solution.velocities[e]!)))
  moved.angularVelocities.forEach((w, e) => see('newton', Math.abs(w - solution.angularVelocities[e]!)))
  return worst
}

// Two other ways to solve a contact problem, slow and plain, that share no idea with the sweeps: they work on the dense
// matrix W = H^T M^-1 H of all contacts, u = W R + b.
//
//   activeSet   without friction: tries which contacts carry, solves for them by elimination, and takes the set whose
//               impulses push and whose other contacts do not approach. Exact; for a dozen contacts at most.
//   uzawa       with friction: R := proj(R - rho (u + g/dt n + mu |ut| n)) on the cone |Rt| <= mu Rn, all contacts at
//               once. With De Saxce's term mu |ut| n a fixed point obeys Signorini and Coulomb; rho below 1/max eigenvalue.

import type { ContactProblem } from '../../src/index.js'
import { frictionAt, gapRate, movedBy, relativeVelocity } from './contactLaw.js'
import { type Vec, across, dot, length, row, scale, add } from './vectors.js'

/** W (3c x 3c), column by column: what a unit impulse does to every relative velocity; and b, without impulses. */
export function delassus(problem: ContactProblem): { w: number[][]; b: number[] } {
  const size = 3 * problem.gaps.length
  const still = new Float64Array(problem.velocities.length)
  const velocitiesOf = (p: ContactProblem, impulses: ArrayLike<number>): number[] => {
    const motion = movedBy(p, impulses)
    return Array.from({ length: size / 3 }, (_, k) =>
      relativeVelocity(p, motion as never, k)).flat()
  }
  const resting = { ...problem, velocities: still, angularVelocities: still }
  const columns = Array.from({ length: size }, (_, e) => {
    const unit = new Float64Array(size)
    unit[e] = 1
    return velocitiesOf(resting, unit)
  })
  return {
    w: Array.from({ length: size }, (_, i) => columns.map((column) => column[i]!)),
    b: velocitiesOf(problem, new Float64Array(size)),
  }
}

/** Gauss with pivots; undefined if singular. */
export function eliminate(matrix: number[][], right: number[]): number[] | undefined {
  const a = matrix.map((r, i) => [...r, right[i]!])
  const n = a.length
  for (let k = 0; k < n; k++) {
    let best = k
    for (let i = k + 1; i < n; i++) if (Math.abs(a[i]![k]!) > Math.abs(a[best]![k]!)) best = i
    if (Math.abs(a[best]![k]!) < 1e-12) return undefined
    ;[a[k], a[best]] = [a[best]!, a[k]!]
    for (let i = 0; i < n; i++) {
      if (i === k) continue
      const factor = a[i]![k]! / a[k]![k]!
      for (let j = k; j <= n; j++) a[i]![j]! -= factor * a[k]![j]!
    }
  }
  return a.map((r, i) => r[n]! / r[i]!)
}

/** Normal impulses of a problem without friction. */
export function activeSet(problem: ContactProblem): number[] {
  const { w, b } = delassus(problem)
  const count = problem.gaps.length
  const normals = Array.from({ length: count }, (_, k) => row(problem.normals, k))
  const entry = (i: number, j: number): number =>
    dot(normals[i]!, [0, 1, 2].map((e) => dot(normals[j]!, row(w[3 * i + e]!, j))) as Vec)
  const wn = normals.map((_, i) => normals.map((_, j) => entry(i, j)))
  const bn = normals.map((n, k) => dot(n, row(b, k)) + gapRate(problem, k))
  const scaleOf = Math.max(...bn.map(Math.abs))
  for (let set = 0; set < 2 ** count; set++) {
    const active = normals.map((_, k) => k).filter((k) => (set >> k) & 1)
    const found = eliminate(active.map((i) => active.map((j) => wn[i]![j]!)), active.map((i) => -bn[i]!))
    if (!found || found.some((p) => p <= 0)) continue
    const impulses = new Array<number>(count).fill(0)
    active.forEach((k, e) => { impulses[k] = found[e]! })
    const open = bn.map((v, i) => v + wn[i]!.reduce((sum, x, j) => sum + x * impulses[j]!, 0))
    if (open.every((v) => v >= -1e-12 * scaleOf)) return impulses
  }
  throw new Error('no set of contacts solves this problem')
}

/** Onto the cone |t| <= mu n, at right angles. */
function ontoCone(p: Vec, normal: Vec, mu: number): Vec {
  const n = dot(p, normal)
  const t = across(p, normal)
  const size = length(t)
  if (size <= mu * n) return p
  if (mu * size <= -n) return [0, 0, 0]
  const along = (n + mu * size) / (1 + mu * mu)
  return add(scale(along, normal), scale(size > 0 ? (mu * along) / size : 0, t))
}

/** Impulses of a problem with friction, or undefined if they do not settle. */
export function uzawa(problem: ContactProblem, tolerance: number, most: number): number[] | undefined {
  const { w, b } = delassus(problem)
  const count = problem.gaps.length
  // the largest sum of a row bounds the eigenvalues
  const rho = 0.7 / Math.max(...w.map((r) => r.reduce((sum, x) => sum + Math.abs(x), 0)))
  let impulses = new Array<number>(3 * count).fill(0)
  for (let iteration = 0; iteration < most; iteration++) {
    const u = b.map((v, i) => v + w[i]!.reduce((sum, x, j) => sum + x * impulses[j]!, 0))
    const next: number[] = []
    for (let k = 0; k < count; k++) {
      const normal = row(problem.normals, k)
      const mu = frictionAt(problem, k)
      const velocity = row(u, k)
      const extra = gapRate(problem, k) + mu * length(across(velocity, normal))
      next.push(...ontoCone(add(row(impulses, k), scale(-rho, add(velocity, scale(extra, normal)))), normal, mu))
    }
    const change = Math.max(...next.map((p, e) => Math.abs(p - impulses[e]!)))
    const size = Math.max(...next.map(Math.abs))
    impulses = next
    if (change <= tolerance * size) return impulses
  }
  return undefined
}

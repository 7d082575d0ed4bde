// The bare solver on plain arrays, for people who bring their own bodies.

import { describe, expect, test } from 'vitest'
import {
  EngineError, InputError, box, chain, column, random, type ContactProblem, type ContactSolution, type Scene, type World,
} from '../../src/index.js'
import { builds, engineOf } from '../support/engine.js'
import { breachOf, frictionAt, movedBy, relativeVelocity } from '../support/contactLaw.js'
import { problemOf, randomProblem, startOf, tensor } from '../support/contactProblems.js'
import { activeSet, delassus, eliminate, uzawa } from '../support/referenceSolvers.js'
import { type Vec, across, add, cross, dot, length, row, scale, unit } from '../support/vectors.js'

const engine = await engineOf('release')

/** As good as the arithmetic allows. */
const exact = { tolerance: 1e-14, maxSweeps: 200000 }

function solve(problem: ContactProblem): ContactSolution {
  return engine.solveContacts({ solver: exact, ...problem })
}

const most = (values: ArrayLike<number>): number => Array.from(values).reduce((m, v) => Math.max(m, Math.abs(v)), 0)

function difference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(a.length).toBe(b.length)
  return most(Array.from(a, (v, e) => v - b[e]!))
}

/** One body with centre at the origin against an immovable one, touched at `point` from the direction `-normal`. */
function oneContact(
  body: Partial<Record<'mass', number>> & { inverseInertias: number[]; velocity: Vec; spin?: Vec },
  point: Vec, normal: Vec, friction: number,
): ContactProblem {
  const fixed = body.inverseInertias.map(() => 0)
  return {
    timeStep: 0.01,
    inverseMasses: [0, 1 / (body.mass ?? 1)],
    inverseInertias: [...fixed, ...body.inverseInertias],
    positions: [9, 9, 9, 0, 0, 0],
    velocities: [0, 0, 0, ...body.velocity],
    angularVelocities: [0, 0, 0, ...(body.spin ?? [0, 0, 0])],
    pairs: [0, 1], points: point, normals: normal, gaps: [0], friction,
  }
}

describe('agrees with the engine on problems that its worlds export', () => {
  /** Solves the step that a world is about to make, both ways. */
  const both = (world: World, friction: number): { problem: ContactProblem; ours: ContactSolution; impulses: Float64Array } => {
    const start = startOf(world)
    world.step()
    const problem = problemOf(world, start, friction)
    return { problem, ours: solve(problem), impulses: world.contacts.impulses.slice() }
  }

  test('a chain pushed against a wall: every contact passes on the push', () => {
    const world = engine.createWorld(chain({ grains: 20, gap: 0, push: 3, solver: exact }))
    const { ours, impulses, problem } = both(world, 0)
    expect(problem.gaps.length).toBe(20)
    // a sweep passes a force on by one contact, so a change of 1e-14 in one is wrong by that times 20^2 at most
    const bound = 400 * 1e-14 * 3 * world.timeStep
    expect(difference(ours.impulses, impulses)).toBeLessThan(2 * bound)
    for (let k = 0; k < 20; k++)
      expect(Math.abs(dot(row(ours.impulses, k), row(problem.normals, k)) - 3 * world.timeStep)).toBeLessThan(bound)
  })

  test('a column under a grain 100 times heavier: every contact carries the weight above it', () => {
    const grains = 11
    const world = engine.createWorld(column({ grains, topMass: 100, dimension: 3, friction: 0.5, solver: exact }))
    const { ours, impulses, problem } = both(world, 0.5)
    const masses = Array.from(world.bodies.masses)
    const weight = world.timeStep * masses.reduce((sum, m) => sum + m, 0)
    // ten light grains times the ratio: the sweeps that a change of 1e-14 still goes on for (cannon.test.ts). Sweeps in
    // random order change forces unevenly, and stop at the first that changes little: 5
    const bound = 5 * 10 * 100 * 1e-14 * weight
    expect(difference(ours.impulses, impulses)).toBeLessThan(2 * bound)
    expect(problem.gaps.length).toBe(grains)
    for (let k = 0; k < grains; k++) {
      const [i, j] = [problem.pairs[2 * k]!, problem.pairs[2 * k + 1]!]
      const lowest = j < grains ? Math.max(i, j) : i
      const above = world.timeStep * masses.slice(lowest).reduce((sum, m) => sum + m, 0)
      expect(Math.abs(length(row(ours.impulses, k)) - above)).toBeLessThan(bound)
    }
  })

  test('disks without friction, falling, colliding and at rest: isostatic, so that forces are unique', () => {
    const scene = box({
      grains: 40, radius: [0.8, 1.2], friction: 0, seed: 3, solver: { tolerance: 1e-13, maxSweeps: 200000 },
    })
    const world = engine.createWorld(scene)
    let compared = 0
    let mostContacts = 0
    for (let round = 0; round < 30; round++) {
      const { ours, impulses } = both(world, 0)
      const size = most(impulses)
      const active = Array.from(world.contacts.states).filter((state) => state !== 0).length
      // 40 disks that do not turn have 80 ways to move: no more contacts than that can carry in a generic packing
      expect(active).toBeLessThanOrEqual(80)
      if (size > 0) {
        compared++
        // changes of 1e-13 in a sweep, times the sweeps that long waves take, some thousands; both sides
        expect(difference(ours.impulses, impulses)).toBeLessThan(1e-8 * size)
        expect(difference(ours.velocities.subarray(0, 120), world.bodies.velocities))
          .toBeLessThan((1e-8 * size) / Math.min(...world.bodies.masses))
      }
      mostContacts = Math.max(mostContacts, active)
      world.configure({ solver: { tolerance: 1e-6, maxSweeps: 1000 } })
      world.step(250)
      world.configure({ solver: { tolerance: 1e-13, maxSweeps: 200000 } })
    }
    expect(compared).toBeGreaterThan(20)
    expect(mostContacts).toBeGreaterThan(60) // it has come to rest on its floor
  })

  test.each([2, 3] as const)('one contact with friction and spin, sliding or sticking, to 1e-12 (%iD)', (dimension) => {
    const draw = random(11)
    const even = (): number => 2 * draw() - 1
    const seen = [0, 0, 0]
    for (let trial = 0; trial < 300; trial++) {
      const mu = 1.5 * draw()
      const toward = unit(dimension === 2 ? [even(), even(), 0] : [even(), even(), even()])
      const onPlane = trial % 3 === 0
      const radii = [0.5 + draw(), 0.5 + draw()]
      const cut = (v: Vec): number[] => v.slice(0, dimension)
      const motion = (sign: number): { velocity: number[]; angularVelocity: number | number[] } => ({
        velocity: cut(add(scale(sign * draw(), toward), scale(0.5, [even(), even(), dimension === 2 ? 0 : even()]))),
        angularVelocity: dimension === 2 ? even() : [even(), even(), even()],
      })
      const scene: Scene = {
        dimension, timeStep: 0.1, friction: mu, seed: trial, solver: exact, gravity: cut([0, -1, 0]),
        bodies: [
          { position: cut([0, 0, 0]), radius: radii[0]!, density: 0.5 + draw(), ...motion(1) },
          ...(onPlane ? [] : [{ position: cut(scale(radii[0]! + radii[1]!, toward)), radius: radii[1]!, density: 0.5 + draw(), ...motion(-1) }]),
        ],
        boundaries: onPlane
          ? [{ shape: 'plane', point: cut(scale(radii[0]!, toward)), normal: cut(scale(-1, toward)) }]
          : [],
      }
      const world = engine.createWorld(scene)
      const { ours, impulses, problem } = both(world, mu)
      expect(problem.gaps.length).toBe(1)
      // for spheres one update is exact; gaps and arms differ by rounding, 1e-16, which over the time step is 1e-15
      expect(difference(ours.impulses, impulses)).toBeLessThanOrEqual(1e-12 * most(impulses))
      expect(ours.states[0]).toBe(world.contacts.states[0])
      seen[ours.states[0]!]!++
      world.free()
    }
    for (const count of seen) expect(count).toBeGreaterThan(10) // open, sticking and sliding all came up
  })
})

describe('closed forms', () => {
  test('a rod falls flat onto a support under its end: keeps 3/4 of its speed and turns at 3 v / 2 L', () => {
    const [mass, L, v] = [2, 3, 5]
    const inertia = (mass * L * L) / 12
    const fall = oneContact(
      { mass, inverseInertias: [1 / inertia], velocity: [0, -v, 0] }, [-L / 2, 0, 0], [0, 1, 0], 0)
    const s = solve(fall)
    // 1/m + (L/2)^2 / I = 4/m; a handful of operations
    expect(difference(s.impulses, [0, (mass * v) / 4, 0])).toBeLessThan(1e-14)
    expect(difference(row(s.velocities, 1), [0, (-3 * v) / 4, 0])).toBeLessThan(1e-14)
    expect(difference(row(s.angularVelocities, 1), [0, 0, (-3 * v) / (2 * L)])).toBeLessThan(1e-14)
    expect(difference(row(s.velocities, 0), [0, 0, 0])).toBe(0)
  })

  test.each([0, 0.3])('a rod on two supports: the lever rule (friction %f)', (friction) => {
    const [mass, g, dt, a, b] = [2, 9.81, 0.01, 0.4, 1.1]
    const inertia = (mass * 9) / 12
    const s = solve({
      timeStep: dt, inverseMasses: [0, 1 / mass], inverseInertias: [0, 1 / inertia], positions: [0, -5, 0, 0, 0.1, 0],
      velocities: [0, 0, 0, 0, -g * dt, 0], angularVelocities: new Array(6).fill(0),
      pairs: [0, 1, 0, 1], points: [-a, 0, 0, b, 0, 0], normals: [0, 1, 0, 0, 1, 0], gaps: [0, 0], friction,
    })
    const weight = mass * g * dt
    // the two contacts share one body, sweeps contract by the square of the cosine between them: fast; 1e-14 each
    const bound = 1e-12 * weight
    const p = Array.from(s.impulses)
    expect(Math.abs(p[1]! - (weight * b) / (a + b))).toBeLessThan(bound)
    expect(Math.abs(p[4]! - (weight * a) / (a + b))).toBeLessThan(bound)
    // friction may hold the rod under tension between its supports, of any size: it is in balance with itself
    expect(Math.abs(p[0]! + p[3]!)).toBeLessThan(bound)
    expect(most(s.velocities)).toBeLessThan(bound / mass)
    expect(most(s.angularVelocities)).toBeLessThan((2 * bound) / inertia)
  })

  test('a rod whose centre is outside both supports tips about the nearer one', () => {
    const [mass, L, v, near, far] = [1, 4, 1, 0.5, 1.5]
    const inertia = (mass * L * L) / 12
    const s = solve({
      timeStep: 0.01, inverseMasses: [0, 1 / mass], inverseInertias: [0, 1 / inertia], positions: [0, -5, 0, 0, 0, 0],
      velocities: [0, 0, 0, 0, -v, 0], angularVelocities: new Array(6).fill(0),
      pairs: [0, 1, 0, 1], points: [near, 0, 0, far, 0, 0], normals: [0, 1, 0, 0, 1, 0], gaps: [0, 0], friction: 0,
    })
    const p = v / (1 / mass + near ** 2 / inertia)
    expect(difference(s.impulses, [0, p, 0, 0, 0, 0])).toBeLessThan(1e-13)
    expect(Array.from(s.states)[1]).toBe(0)
  })

  test('one contact of a body with a tensor of inertia: K = 1/m + l x I^-1 l x, and R = -u/K along the normal', () => {
    const draw = random(5)
    const even = (): number => 2 * draw() - 1
    for (let trial = 0; trial < 100; trial++) {
      const direction = (): Vec => unit([even(), even(), even()])
      const inverse = tensor([0.2 + 4 * draw(), 0.2 + 4 * draw(), 0.2 + 4 * draw()], unit([1, 0.1, 0]), unit([0, 0.2, 1]))
      const [point, normal] = [scale(2 * draw(), direction()), direction()]
      const problem = oneContact(
        { mass: 0.5 + draw(), inverseInertias: inverse, velocity: scale(-1, normal), spin: scale(0.2, direction()) }, point, normal, 0)
      const { w, b } = delassus(problem)
      const k = dot(normal, w.map((r) => dot(row(r, 0), normal)) as Vec)
      const p = Math.max(0, -dot(row(b, 0), normal) / k)
      // frictionless: one update is exact
      expect(difference(solve(problem).impulses, scale(p, normal))).toBeLessThan(1e-14 * Math.max(p, 1))
    }
  })

  test('one sticking contact: R = -K^-1 u with the full matrix', () => {
    const draw = random(6)
    const even = (): number => 2 * draw() - 1
    let stuck = 0
    for (let trial = 0; trial < 100; trial++) {
      const direction = (): Vec => unit([even(), even(), even()])
      const inverse = tensor([0.2 + 2 * draw(), 0.2 + 2 * draw(), 0.2 + 2 * draw()], direction(), direction())
      const normal = direction()
      const problem = oneContact(
        { inverseInertias: inverse, velocity: add(scale(-1, normal), scale(0.2, direction())) }, direction(), normal, 0.9)
      const { w, b } = delassus(problem)
      const p = eliminate(w, b.map((v) => -v))! as Vec
      const pn = dot(p, normal)
      if (pn <= 0 || length(across(p, normal)) > 0.85 * pn) continue
      stuck++
      const s = solve(problem)
      // one update is exact; elimination with condition numbers up to 1e2
      expect(difference(s.impulses, p)).toBeLessThan(1e-12)
      expect(s.states[0]).toBe(1)
      expect(length(relativeVelocity(problem, s, 0))).toBeLessThan(1e-12)
    }
    expect(stuck).toBeGreaterThan(30)
  })

  /** The end of a rod of length 2 and mass 1 that leans at `lean` over the ground and moves down and along it. */
  const leaning = (lean: number, slip: number, friction: number): { problem: ContactProblem; expected: Vec } => {
    const arm: Vec = [-Math.cos(lean), -Math.sin(lean), 0]
    const inertia = 1 / 3
    const problem = oneContact({ inverseInertias: [1 / inertia], velocity: [slip, -1, 0] }, arm, [0, 1, 0], friction)
    // planar: un = -1 + Knn N + Knt T = 0 with T = -sign mu N
    const knn = 1 + arm[0] ** 2 / inertia
    const knt = -(arm[0] * arm[1]) / inertia
    const n = 1 / (knn - Math.sign(slip) * friction * knt)
    return { problem, expected: [-Math.sign(slip) * friction * n, n, 0] }
  }

  test.each([[0.3, 10], [0.3, -10], [0.8, 10], [0.8, -10]])('a leaning rod slides, mu = %f, at %f m/s', (mu, slip) => {
    for (const lean of [0.3, 0.8, 1.1, 1.4]) {
      const { problem, expected } = leaning(lean, slip, mu)
      const s = solve(problem)
      // one update is exact
      expect(difference(s.impulses, expected)).toBeLessThan(1e-12)
      expect(s.states[0]).toBe(2)
    }
  })

  // Friction presses the rod's end away from the ground (knt and slip of opposite sign): the one solution is the sliding
  // one. Alternating between normal and tangent would contract by mu Knt / Knn, which is more than one beyond mu = 4/3 here.
  test('a leaning rod slides with much friction that lifts it: mu = 1.5 at tan(lean) = 2', () => {
    const { problem, expected } = leaning(Math.atan(2), 10, 1.5)
    const s = solve(problem)
    expect(difference(s.impulses, expected)).toBeLessThan(1e-12)
    expect(s.states[0]).toBe(2)
  })

  // Wnn = 1.6, Wnt = -1.2: friction of more than 4/3 of N that pushes the rod's end on presses it down by more than N lifts it
  test('a leaning rod may be jammed or free (Painleve): it stays what it was', () => {
    const { problem: rod } = leaning(Math.atan(2), 1, 1.5)
    const jammed: Vec = [1.45, 1, 0] // with 1.5 N of friction to be had
    const { w } = delassus(rod)
    const problem = { ...rod, velocities: [0, 0, 0, ...w.map((r) => -dot(row(r, 0), jammed))] }
    expect(problem.velocities[4]).toBeGreaterThan(0.1) // by itself it lifts off
    const free = solve(problem)
    expect([...free.impulses, free.states[0], free.residual]).toEqual([0, 0, 0, 0, 0])
    const held = solve({ ...problem, impulses: jammed })
    expect(difference(held.impulses, jammed)).toBeLessThan(1e-14)
    expect(held.states[0]).toBe(1)
    for (const s of [free, held]) {
      const { approach, complementarity, cone, slip } = breachOf(problem, s)
      expect(Math.max(approach, complementarity, cone, slip)).toBeLessThan(1e-14)
    }
  })

  test('the frame does not matter: a turned problem has the turned solution', () => {
    // a rotation about (1, 2, 2)/3 by one radian
    const axis: Vec = [1 / 3, 2 / 3, 2 / 3]
    const turn = (v: Vec): Vec =>
      add(add(scale(Math.cos(1), v), scale(Math.sin(1), cross(axis, v))), scale(dot(axis, v) * (1 - Math.cos(1)), axis))
    const turnAll = (values: ArrayLike<number>): number[] =>
      Array.from({ length: values.length / 3 }, (_, k) => turn(row(values, k))).flat()
    const turnTensors = (values: ArrayLike<number>): number[] =>
      Array.from({ length: values.length / 6 }, (_, i) => {
        const [xx, yy, zz, xy, xz, yz] = Array.from({ length: 6 }, (_, e) => values[6 * i + e]!) as [number, number, number, number, number, number]
        // R A R^T: turn the columns, then the rows
        const columns = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]].map((c) => turn(c as Vec))
        const rows = [0, 1, 2].map((e) => turn(columns.map((c) => c[e]!) as Vec))
        return [rows[0]![0], rows[1]![1], rows[2]![2], rows[0]![1], rows[0]![2], rows[1]![2]]
      }).flat()
    for (let seed = 1; seed <= 30; seed++) {
      const problem = randomProblem({ seed, bodies: 4, contacts: 4, friction: 0.3 })
      const turned = {
        ...problem,
        inverseInertias: turnTensors(problem.inverseInertias),
        positions: turnAll(problem.positions), velocities: turnAll(problem.velocities),
        angularVelocities: turnAll(problem.angularVelocities), points: turnAll(problem.points), normals: turnAll(problem.normals),
      }
      const a = solve(problem)
      const b = solve(turned)
      // the same solution, approached by other roundings: 1e-14 times up to a thousand sweeps
      expect(difference(turnAll(a.velocities), b.velocities)).toBeLessThan(1e-10)
      expect(difference(turnAll(a.impulses), b.impulses)).toBeLessThan(1e-10)
    }
  })

  test('gapRule: "positive" keeps an overlap, "signed" takes it back within the step', () => {
    const problem = { ...oneContact({ inverseInertias: [1], velocity: [0, -1, 0] }, [0, -1, 0], [0, 1, 0], 0), gaps: [-0.002] }
    expect(solve(problem).velocities[4]).toBe(0)
    expect(Math.abs(solve({ ...problem, gapRule: 'signed' }).velocities[4]! - 0.2)).toBeLessThan(1e-15)
    // and an open gap lets through what closes it, under either rule
    for (const gapRule of ['positive', 'signed'] as const)
      expect(Math.abs(solve({ ...problem, gaps: [0.002], gapRule }).velocities[4]! + 0.2)).toBeLessThan(1e-15)
  })
})

/** What holds of impulses that did not settle: contacts push within the cone, bodies obey Newton, the residual says so. */
function expectHonest(s: ContactSolution, breach: ReturnType<typeof breachOf>): void {
  expect(s.residual).toBeGreaterThan(1e-12)
  expect(s.criterion).toBeGreaterThan(1e-12)
  const size = most(s.impulses)
  expect(breach.pull).toBeLessThanOrEqual(1e-15 * size)
  expect(breach.cone).toBeLessThanOrEqual(1e-14 * size)
  expect(breach.newton).toBeLessThan(1e-10 * Math.max(1, size)) // 50000 sweeps of rounding, 1e-16 each
}

describe.each(builds)('Signorini and Coulomb hold at every contact of random problems (%s)', (build) => {
  test.each([
    { friction: 0, bodies: 6, contacts: 10 },
    { friction: 0.3, bodies: 2, contacts: 2 },
    { friction: 0.3, bodies: 6, contacts: 6 },
    { friction: 0.3, bodies: 6, contacts: 18 },
    { friction: 0.3, bodies: 20, contacts: 40 },
    { friction: 1, bodies: 3, contacts: 3 },
    { friction: 2, bodies: 2, contacts: 2 },
  ])('friction up to $friction, $bodies bodies, $contacts contacts', async (kind) => {
    const { solveContacts } = await engineOf(build)
    const seen = [0, 0, 0]
    let unsettled = 0
    for (let seed = 1; seed <= (build === 'debug' ? 20 : 200); seed++) {
      const problem = randomProblem({ seed, ...kind })
      const s = solveContacts({ ...problem, solver: { tolerance: 1e-12, maxSweeps: 50000 } })
      const breach = breachOf(problem, s)
      if (s.sweeps === 50000) {
        unsettled++
        expectHonest(s, breach)
        continue
      }
      expect(s.residual, `seed ${seed}`).toBeLessThan(1e-10)
      // after its own update a contact obeys the law; the updates that follow in the last sweep move its velocity by
      // their changes, 1e-12 (|R| + <|R|>) each, times the elements of the matrix W that has u = W R + b
      const size = most(s.impulses)
      const stiffest = Math.max(...delassus(problem).w.map((r) => r.reduce((sum, x) => sum + Math.abs(x), 0)))
      const bound = 2e-12 * size * stiffest + 1e-14 // and rounding
      expect(breach.approach).toBeLessThan(bound)
      expect(breach.complementarity).toBeLessThan(bound * Math.max(1, size))
      expect(breach.slip).toBeLessThan(2 * bound * Math.max(1, size)) // of two vectors
      // these hold of each update by itself: rounding
      expect(breach.pull).toBeLessThanOrEqual(1e-15 * size)
      expect(breach.cone).toBeLessThanOrEqual(1e-14 * size)
      // velocities are kept up to date by increments: rounding of each update
      expect(breach.newton).toBeLessThan(1e-16 * s.sweeps * kind.contacts * stiffest * Math.max(1, size) + 1e-14)
      s.states.forEach((state, k) => {
        seen[state]!++
        // a contact is open if it has no impulse, and slides if it is on the cone
        const r = row(s.impulses, k)
        const n = row(problem.normals, k)
        if (state === 0) expect(length(r)).toBeLessThanOrEqual(1e-15 * size)
        else expect(dot(r, n)).toBeGreaterThan(0)
        // the state is what one more update would make of it: within the tolerance times a few
        if (state === 2)
          expect(Math.abs(length(across(r, n)) - frictionAt(problem, k) * dot(r, n))).toBeLessThanOrEqual(1e-11 * size)
      })
    }
    expect(unsettled).toBeLessThanOrEqual(1) // seed 171 of 20 bodies cycles: see below
    expect(seen[0]).toBeGreaterThan(10)
    expect(seen[2]).toBeGreaterThan(10)
    if (kind.friction > 0 && build === 'release') expect(seen[1]).toBeGreaterThan(2) // sticking is rare at random
  })

  test.each([0.5, 2, 10, 100])('one contact is solved in a sweep, friction up to %f', async (friction) => {
    const { solveContacts } = await engineOf(build)
    const seen = [0, 0, 0]
    for (let seed = 1; seed <= (build === 'debug' ? 100 : 2000); seed++) {
      const problem = randomProblem({ seed, bodies: 2, contacts: 1, friction })
      const s = solveContacts({ ...problem, solver: { tolerance: 1e-11 } })
      expect(s.sweeps, `seed ${seed}`).toBeLessThanOrEqual(2) // the second sees that nothing changes
      // velocities are rounded, by 1e-16 (v + W P). As an impulse that is over W, whose least eigenvalue is 1/m0 + 1/m1,
      // and friction is mu times the normal one. A contact that is only grazed has a small P to compare that with
      const p = length(row(s.impulses, 0))
      const v = Math.max(most(problem.velocities), most(problem.angularVelocities))
      const stiffest = Math.max(...delassus(problem).w.map(most))
      const rounding = (1e-15 * (1 + frictionAt(problem, 0)) * (v + stiffest * p)) / (problem.inverseMasses[0]! + problem.inverseMasses[1]!)
      expect(s.residual * p, `seed ${seed}`).toBeLessThanOrEqual(rounding)
      const breach = breachOf(problem, s)
      const size = most(s.impulses)
      const bound = 1e-14 * (1 + friction) * Math.max(1, size) // a dozen products of order 1, or mu
      for (const worst of [breach.approach, breach.complementarity, breach.slip, breach.cone, breach.newton])
        expect(worst, `seed ${seed}`).toBeLessThan(bound)
      seen[s.states[0]!]!++
    }
    if (build === 'release') for (const count of seen) expect(count).toBeGreaterThan(30)
  })

  // Every contact is solved exactly, so what does not settle is not its doing. How many of 1000 problems do not in 20000
  // sweeps, to a tolerance of 1e-12:
  //   bodies, contacts     2, 2    3, 3    6, 6    6, 6    6, 6   20, 40   20, 40
  //   friction up to          2       1       1       2       5      0.3        1
  //   not settled             1       4       6      15      47        5      122
  //   normal, then tangent   17       9       7      49     199        2       68    (the update that this one replaced)
  // The 26 of the first four columns were looked into, with solutions sought by Newton's method on all contacts at once:
  // 3 are slow and settle by 400000 sweeps; so none was found that has no solution. 22 have a solution that repels: a sweep
  // leaves it in place, but what is 1e-9 off it is more than 1e-4 off after 10000 sweeps, and goes around it at 1e-2 or
  // more. One (6, 6, friction 2, seed 736) has a solution that attracts what is near, and is not reached from afar. Another
  // seed settled none of the 26, another order one of the 22. Smaller steps (0.7, 0.4, 0.15 of each change) leave 12, 12,
  // 20 instead of 15 and 103, 96, 140 instead of 122: some settle, others become too slow, so full steps are taken.
  // The last three columns were counted, not looked into: why the inexact update settles more of 40 contacts is not known.
  test('with much friction most problems settle, and of those that do not the residual says so', async () => {
    const { solveContacts } = await engineOf(build)
    const trials = build === 'debug' ? 30 : 300
    let settled = 0
    for (let seed = 1; seed <= trials; seed++) {
      const problem = randomProblem({ seed, bodies: 6, contacts: 6, friction: 2 })
      const s = solveContacts({ ...problem, solver: { tolerance: 1e-12, maxSweeps: 5000 } })
      if (s.sweeps < 5000) {
        settled++
        expect(s.residual, `seed ${seed}`).toBeLessThan(1e-10)
      } else expectHonest(s, breachOf(problem, s))
    }
    expect(settled).toBeGreaterThan(0.95 * trials)
    expect(build === 'debug' || settled < trials).toBe(true) // else the above is out of date
  })

  test('an open contact has no impulse at all, not even that of rounding', async () => {
    const { solveContacts } = await engineOf(build)
    let open = 0
    for (let seed = 1; seed <= 200; seed++) {
      const s = solveContacts(randomProblem({ seed, bodies: 6, contacts: 6, friction: 0.3 }))
      s.states.forEach((state, k) => {
        if (state !== 0) return
        open++
        expect(row(s.impulses, k).every((p) => p === 0), `seed ${seed}, contact ${k}: ${row(s.impulses, k)}`).toBe(true)
      })
    }
    expect(open).toBeGreaterThan(100)
  })
})

test('a breach is seen: the law is not held by impulses that are a little wrong', () => {
  const problem = randomProblem({ seed: 1, bodies: 6, contacts: 10, friction: 0.3 })
  const s = solve(problem)
  const wrong = { ...s, impulses: s.impulses.map((p) => 1.001 * p) }
  const moved = movedBy(problem, wrong.impulses)
  const breach = breachOf(problem, { ...wrong, velocities: Float64Array.from(moved.velocities), angularVelocities: Float64Array.from(moved.angularVelocities) })
  expect(breach.complementarity).toBeGreaterThan(1e-6)
  expect(breachOf(problem, wrong).newton).toBeGreaterThan(1e-6)
  expect(breachOf(problem, { ...s, impulses: s.impulses.map((p) => -p) }).pull).toBeGreaterThan(1e-3)
})

describe('agrees with other solvers where solutions are unique', () => {
  test('without friction: which contacts carry, found by trying all sets', () => {
    let carrying = 0
    for (let seed = 1; seed <= 150; seed++) {
      const problem = randomProblem({ seed, bodies: 6, contacts: 7, friction: 0 })
      const expected = activeSet(problem)
      const s = solve(problem)
      carrying += expected.filter((p) => p > 0).length
      // elimination with condition numbers up to 1e4 on one side, 1e-14 times up to 1e3 sweeps on the other
      expected.forEach((p, k) =>
        expect(Math.abs(dot(row(s.impulses, k), row(problem.normals, k)) - p), `seed ${seed}`)
          .toBeLessThan(1e-10 * Math.max(1, most(expected))))
    }
    expect(carrying).toBeGreaterThan(300)
  })

  test('with friction: projected fixed-point iteration with De Saxce\'s term', () => {
    let settled = 0
    let sliding = 0
    const trials = 60
    for (let seed = 1; seed <= trials; seed++) {
      const problem = randomProblem({ seed, bodies: 4, contacts: 3, friction: 0.3 })
      const expected = uzawa(problem, 1e-13, 30000)
      if (!expected) continue
      settled++
      const s = solve(problem)
      sliding += s.states.filter((state) => state === 2).length
      // steps of 1e-13 where each goes 1e-3 to 1e-4 of the way
      expect(difference(s.impulses, expected), `seed ${seed}`).toBeLessThan(1e-8 * Math.max(1, most(expected)))
    }
    expect(settled).toBeGreaterThan(0.8 * trials)
    expect(sliding).toBeGreaterThan(20)
  })
})

describe('what comes in', () => {
  const good: ContactProblem = {
    timeStep: 0.01, inverseMasses: [0, 1], inverseInertias: [0, 1], positions: [0, 0, 0, 0, 1, 0],
    velocities: [0, 0, 0, 0.1, -1, 0], angularVelocities: [0, 0, 0, 0, 0, 0], pairs: [0, 1], points: [0, 0, 0],
    normals: [0, 1, 0], gaps: [0], friction: 0.5,
  }
  const bad: [string, string, object, unknown?][] = [
    ['no time step', 'timeStep', { timeStep: undefined }],
    ['a time step of zero', 'timeStep', { timeStep: 0 }],
    ['masses that are no list', 'inverseMasses', { inverseMasses: 1 }],
    ['a negative inverse mass', 'inverseMasses[1]', { inverseMasses: [0, -1] }, -1],
    ['an infinite inverse mass', 'inverseMasses[1]', { inverseMasses: [0, Infinity] }, Infinity],
    ['a negative inverse inertia', 'inverseInertias[1]', { inverseInertias: [0, -1] }, -1],
    ['inertias of neither form', 'inverseInertias', { inverseInertias: [0, 1, 2] }, '3 numbers'],
    ['a tensor with a negative diagonal', 'inverseInertias[7]', { inverseInertias: [0, 0, 0, 0, 0, 0, 1, -1, 1, 0, 0, 0] }, -1],
    ['too few positions', 'positions', { positions: [0, 0, 0] }, '3 numbers'],
    ['a velocity that is no number', 'velocities[4]', { velocities: [0, 0, 0, 0, NaN, 0] }, NaN],
    ['a spin that is no number', 'angularVelocities[5]', { angularVelocities: [0, 0, 0, 0, 0, '1'] }, '1'],
    ['too few pairs', 'pairs', { pairs: [0] }, '1 numbers'],
    ['a body that there is not', 'pairs[1]', { pairs: [0, 2] }, 2],
    ['a body between two', 'pairs[0]', { pairs: [0.5, 1] }, 0.5],
    ['a body against itself', 'pairs[0]', { pairs: [1, 1] }, 1],
    ['two immovable bodies', 'pairs[0]', { inverseMasses: [0, 0], inverseInertias: [0, 0] }],
    ['points of another length', 'points', { points: [0, 0, 0, 0] }, '4 numbers'],
    ['a normal of length 2', 'normals[0]', { normals: [0, 2, 0] }, 'a vector of length 2'],
    ['a normal of length 0', 'normals[0]', { normals: [0, 0, 0] }, 'a vector of length 0'],
    ['gaps that are missing', 'gaps', { gaps: undefined }],
    ['an infinite gap', 'gaps[0]', { gaps: [Infinity] }, Infinity],
    ['negative friction', 'friction[0]', { friction: [-0.1] }, -0.1],
    ['too many frictions', 'friction', { friction: [0.1, 0.2] }, '2 numbers'],
    ['impulses of another length', 'impulses', { impulses: [0] }, '1 numbers'],
    ['an unknown gap rule', 'gapRule', { gapRule: 'none' }, 'none'],
    ['a seed that is no integer', 'seed', { seed: 0.5 }, 0.5],
    ['an unknown field', 'problem.frction', { frction: 0.1 }, 'frction'],
    ['an unknown solver option', 'solver.sweeps', { solver: { sweeps: 3 } }, 'sweeps'],
    ['a parallel update', 'solver.update', { solver: { update: 'parallel' } }, 'parallel'],
  ]
  test.each(bad)('%s: the error says which field', (_name, field, change, ...received) => {
    let error: unknown
    try {
      engine.solveContacts({ ...good, ...change } as ContactProblem)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(InputError)
    const { field: named, expected, received: came, message } = error as InputError
    expect(named).toBe(field)
    expect(expected.length).toBeGreaterThan(3)
    if (received.length > 0) expect(came).toEqual(received[0])
    expect(message).toContain(`${field}: expected ${expected}, got `)
    // and nothing is the worse for it
    expect(solve(good).velocities[4]).toBe(0)
  })

  test('an inverse inertia that is no inertia: a tensor with a negative principal value', () => {
    // xx yy zz xy: eigenvalues 1 and 1 +- 9
    const inverseInertias = [0, 0, 0, 0, 0, 0, 1, 1, 1, 9, 0, 0]
    expect(() => solve({ ...good, inverseInertias })).toThrow(InputError)
    expect(() => solve({ ...good, inverseInertias })).toThrow(/^inverseInertias\[6\.\.11\]: expected a tensor .*, got "xx 1, yy 1, zz 1, xy 9/)
    const still = (values: number[]): (() => unknown) => () => solve({ ...good, inverseInertias: [0, 0, 0, 0, 0, 0, ...values] })
    expect(still([0, 0, 0, 0, 0, 1e-9])).toThrow(InputError)
    expect(still([1, 1, 1, -0.6, -0.6, -0.6])).toThrow(InputError) // its 2x2 minors are positive, its determinant is not
    // a rod cannot turn about itself, whatever its direction, and may have come through single precision
    const draw = random(3)
    for (let trial = 0; trial < 100; trial++) {
      const [a, b] = [unit([draw(), draw(), draw()]), unit([draw(), -draw(), draw()])]
      const rod = tensor([0, 3, 3], a, b)
      expect(still(rod)).not.toThrow()
      expect(still(Array.from(Float32Array.from(rod)))).not.toThrow()
      expect(still(tensor([-1e-4, 3, 3], a, b))).toThrow(InputError)
    }
  })

  test.each([
    ['an inverse mass of 1e-51', 'inverseMasses[1]', { inverseMasses: [0, 1e-51] }],
    ['an inverse mass of 1e51', 'inverseMasses[1]', { inverseMasses: [0, 1e51] }],
    ['an inverse inertia of 1e51', 'inverseInertias[1]', { inverseInertias: [0, 1e51] }],
    ['a velocity of -1e51', 'velocities[3]', { velocities: [0, 0, 0, -1e51, 0, 0] }],
    ['a point at 1e51', 'points[0]', { points: [1e51, 0, 0] }],
    ['a friction of 1e51', 'friction', { friction: 1e51 }],
    ['a negative friction for all', 'friction', { friction: -1 }],
    ['an impulse of 1e51', 'impulses[2]', { impulses: [0, 0, 1e51] }],
    ['a gap of 1e51', 'gaps[0]', { gaps: [1e51] }],
    ['a time step of 1e-51', 'timeStep', { timeStep: 1e-51 }],
    ['a time step of 1e51', 'timeStep', { timeStep: 1e51 }],
  ])('%s: too large or too small', (_name, field, change) => {
    let error: unknown
    try {
      engine.solveContacts({ ...good, ...change })
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(InputError)
    expect((error as InputError).field).toBe(field)
  })

  test('any numbers within the limits: an error of the engine, or numbers, but not NaN', () => {
    const draw = random(17)
    const size = (): number => 10 ** (100 * draw() - 50)
    const any = (count: number): number[] => Array.from({ length: count }, () => (draw() < 0.5 ? 1 : -1) * size())
    let solved = 0
    for (let trial = 0; trial < 2000; trial++) {
      const problem = randomProblem({ seed: trial, bodies: 3, contacts: 3, friction: 1 })
      const wild = (values: ArrayLike<number>): number[] => (draw() < 0.3 ? any(values.length) : Array.from(values))
      try {
        const s = engine.solveContacts({
          ...problem,
          inverseMasses: draw() < 0.5 ? [size(), 0, size()] : problem.inverseMasses,
          inverseInertias: draw() < 0.5 ? [size(), 0, size()] : problem.inverseInertias,
          positions: wild(problem.positions), velocities: wild(problem.velocities), points: wild(problem.points),
          gaps: wild(problem.gaps), friction: wild(problem.friction as number[]).map(Math.abs), solver: { maxSweeps: 50 },
        })
        solved++
        expect([...s.impulses, ...s.velocities, ...s.angularVelocities, s.residual].every(Number.isFinite), `trial ${trial}`).toBe(true)
      } catch (error) {
        // two bodies may both have come out immovable
        expect(error instanceof EngineError || error instanceof InputError, `trial ${trial}: ${error}`).toBe(true)
      }
    }
    expect(solved).toBeGreaterThan(500)
  })

  test.each([
    ['an inverse mass of 1e-320', { inverseMasses: [0, 1e-320], inverseInertias: [0, 0] }],
    ['inverse masses of 1e308', { inverseMasses: [0, 1e308], inverseInertias: [0, 1e308], points: [10, 0, 0] }],
  ])('%s: an error, or numbers, but not NaN', (_name, change) => {
    let s: ContactSolution
    try {
      s = solve({ ...good, ...change })
    } catch (error) {
      expect(error instanceof EngineError || error instanceof InputError).toBe(true)
      return
    }
    expect([...s.impulses, ...s.velocities, ...s.angularVelocities].every(Number.isFinite)).toBe(true)
  })

  test('numbers of any kind: lists, single precision, integers', () => {
    const problem = randomProblem({ seed: 2, bodies: 4, contacts: 5, friction: 0.3 })
    const single = Object.fromEntries(Object.entries(problem).map(([key, value]) =>
      [key, typeof value === 'number' ? value : Float32Array.from(value as number[])])) as unknown as ContactProblem
    const same = Object.fromEntries(Object.entries(single).map(([key, value]) =>
      [key, typeof value === 'number' ? value : Array.from(value as Float32Array)])) as unknown as ContactProblem
    const a = solve({ ...single, pairs: Uint32Array.from(problem.pairs) })
    expect(a.impulses).toEqual(solve(same).impulses)
    // single precision has 1.2e-7 of each of the inputs
    expect(difference(a.impulses, solve(problem).impulses)).toBeLessThan(1e-4 * most(a.impulses))
    expect(most(a.impulses)).toBeGreaterThan(0.01)
  })

  test('one number of inertia is the tensor that is round', () => {
    const draw = random(9)
    const problem = randomProblem({ seed: 4, bodies: 4, contacts: 5, friction: 0.3 })
    const inertias = Array.from(problem.inverseMasses, (m) => (m > 0 ? 0.5 + draw() : 0))
    const a = solve({ ...problem, inverseInertias: inertias })
    const b = solve({ ...problem, inverseInertias: inertias.flatMap((i) => [i, i, i, 0, 0, 0]) })
    expect(a).toEqual(b)
    expect(most(a.impulses)).toBeGreaterThan(0.01)
  })

  test('no contacts: the velocities come back', () => {
    const none = { ...good, pairs: [], points: [], normals: [], gaps: [] }
    const s = solve(none)
    expect(Array.from(s.velocities)).toEqual(good.velocities)
    expect([s.impulses.length, s.states.length, s.sweeps, s.residual]).toEqual([0, 0, 0, 0])
    const empty = solve({ ...none, inverseMasses: [], inverseInertias: [], positions: [], velocities: [], angularVelocities: [] })
    expect(empty.velocities.length).toBe(0)
  })

  test('what was given is left as it was', () => {
    const problem = randomProblem({ seed: 8, bodies: 6, contacts: 10, friction: 0.3 })
    const copy = structuredClone(problem)
    solve(problem)
    expect(problem).toEqual(copy)
  })
})

describe('how it goes about it', () => {
  const kind = { seed: 3, bodies: 20, contacts: 40, friction: 0.3 }

  test('started from the solution it needs one sweep, and changes nothing', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const problem = randomProblem({ ...kind, seed })
      const cold = engine.solveContacts({ ...problem, solver: { tolerance: 1e-13, maxSweeps: 200000 } })
      expect(cold.sweeps).toBeGreaterThan(10)
      const warm = engine.solveContacts({ ...problem, impulses: cold.impulses, solver: { tolerance: 1e-10 } })
      expect(warm.sweeps).toBe(1)
      expect(difference(warm.impulses, cold.impulses)).toBeLessThan(1e-10 * most(cold.impulses))
    }
  })

  test('without warm start the impulses given are looked at, but not used', () => {
    const problem = randomProblem(kind)
    const impulses = new Float64Array(3 * kind.contacts).fill(0.1)
    const cold = engine.solveContacts(problem)
    expect(engine.solveContacts({ ...problem, impulses, solver: { warmStart: false } })).toEqual(cold)
    expect(engine.solveContacts({ ...problem, impulses }).impulses).not.toEqual(cold.impulses)
    expect(() => engine.solveContacts({ ...problem, impulses: [0], solver: { warmStart: false } })).toThrow(InputError)
  })

  test('"blocks" is "random" here', () => {
    const problem = randomProblem(kind)
    const random = engine.solveContacts({ ...problem, solver: { order: 'random' } })
    expect(engine.solveContacts({ ...problem, solver: { order: 'blocks' } })).toEqual(random)
    expect(engine.solveContacts(problem)).toEqual(random)
  })

  test('impulses to start from do not decide where it ends', () => {
    const problem = randomProblem({ seed: 5, bodies: 6, contacts: 6, friction: 0.3 })
    const draw = random(1)
    const cold = solve(problem)
    for (let trial = 0; trial < 10; trial++) {
      const impulses = Float64Array.from({ length: 18 }, () => 10 * (draw() - 0.5))
      // the velocities' increments begin at impulses of order 10, rounded to 1e-15
      expect(difference(solve({ ...problem, impulses }).impulses, cold.impulses)).toBeLessThan(1e-11)
    }
  })

  test('the same seed gives the same bits, another seed another way to the same solution', () => {
    const problem = { ...randomProblem(kind), solver: { tolerance: 1e-6 } }
    const a = engine.solveContacts({ ...problem, seed: 7 })
    engine.solveContacts(randomProblem({ ...kind, seed: 99 })) // nothing is left over from other problems
    expect(engine.solveContacts({ ...problem, seed: 7 })).toEqual(a)
    const b = engine.solveContacts({ ...problem, seed: 8 })
    expect(b.impulses).not.toEqual(a.impulses)
    expect(difference(b.velocities, a.velocities)).toBeLessThan(1e-3) // 1e-6 times up to a thousand sweeps
  })

  test.each(builds)('release and debug build give the same bits (%s)', async (build) => {
    const problem = { ...randomProblem(kind), solver: { tolerance: 1e-6 } }
    expect((await engineOf(build)).solveContacts(problem)).toEqual(engine.solveContacts(problem))
  })

  test('every order of sweeps comes to the same solution', () => {
    const problem = randomProblem({ seed: 5, bodies: 6, contacts: 6, friction: 0.3 })
    const random = solve(problem)
    for (const order of ['sequential', 'reverse', 'symmetric'] as const)
      expect(difference(solve({ ...problem, solver: { ...exact, order } }).impulses, random.impulses)).toBeLessThan(1e-11)
  })

  test('the residual falls with the tolerance, and says when sweeps ran out', () => {
    const problem = randomProblem(kind)
    const residuals = [1e-2, 1e-4, 1e-6, 1e-8].map((tolerance) =>
      engine.solveContacts({ ...problem, solver: { tolerance, maxSweeps: 100000 } }).residual)
    residuals.forEach((residual, k) => {
      expect(residual).toBeGreaterThan(0)
      if (k > 0) expect(residual).toBeLessThan(residuals[k - 1]!)
    })
    const cut = engine.solveContacts({ ...problem, solver: { tolerance: 1e-8, maxSweeps: 3 } })
    expect(cut.sweeps).toBe(3)
    expect(cut.criterion).toBeGreaterThan(1e-8)
    expect(cut.residual).toBeGreaterThan(1e-3)
  })

  test('contacts that stay open, far away, do not change the residual', () => {
    // as in a world's report: in units of the mean impulse of the contacts that carry
    const problem = { ...randomProblem({ seed: 3, bodies: 6, contacts: 8, friction: 0.3 }), solver: { criterion: 'fixed', maxSweeps: 3, order: 'sequential' } as const }
    const n = problem.inverseMasses.length
    const more = 50
    const idle = {
      ...problem,
      inverseMasses: [...Array.from(problem.inverseMasses), 1], inverseInertias: [...Array.from(problem.inverseInertias), 1, 1, 1, 0, 0, 0],
      positions: [...Array.from(problem.positions), 99, 99, 99], velocities: [...Array.from(problem.velocities), 0, 0, 0],
      angularVelocities: [...Array.from(problem.angularVelocities), 0, 0, 0],
      pairs: [...Array.from(problem.pairs), ...new Array(more).fill([0, n]).flat()],
      points: [...Array.from(problem.points), ...new Array(more).fill([99, 98, 99]).flat()],
      normals: [...Array.from(problem.normals), ...new Array(more).fill([0, 1, 0]).flat()],
      gaps: [...Array.from(problem.gaps), ...new Array(more).fill(90)],
      friction: [...Array.from(problem.friction as number[]), ...new Array(more).fill(0)],
    }
    const alone = engine.solveContacts(problem)
    const among = engine.solveContacts(idle)
    expect(difference(among.impulses.subarray(0, 24), alone.impulses)).toBe(0)
    expect(alone.residual).toBeGreaterThan(0)
    expect(Math.abs(among.residual / alone.residual - 1)).toBeLessThan(1e-12)
  })
})

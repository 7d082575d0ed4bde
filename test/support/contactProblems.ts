// Contact problems: exported from a running world, and made at random.

import type { ContactProblem, World } from '../../src/index.js'
import { random } from '../../src/index.js'
import { type Vec, add, cross, dot, length, row, scale, subtract, unit } from './vectors.js'

/** What a step starts from: the columns before it. */
export interface Start {
  positions: Float64Array
  velocities: Float64Array
  angularVelocities: Float64Array
}

export function startOf(world: World): Start {
  const { positions, velocities, angularVelocities } = world.bodies
  return { positions: positions.slice(), velocities: velocities.slice(), angularVelocities: angularVelocities.slice() }
}

/**
 * The contact problem that the last step of a world of disks or spheres and fixed planes solved: pairs and normals from
 * its views, the rest from where it started. A plane becomes an immovable body. One friction for all.
 */
export function problemOf(world: World, start: Start, friction: number): ContactProblem {
  const { bodies, boundaries, contacts, timeStep, gravity } = world
  const n = bodies.count
  const fixed = (i: number): boolean => bodies.kinds[i] !== 0
  const tail = new Array<number>(3 * boundaries.length).fill(0)
  const velocities = Array.from(start.velocities)
  const angularVelocities = Array.from(start.angularVelocities)
  for (let i = 0; i < n; i++)
    for (let e = 0; e < 3 && !fixed(i); e++) {
      velocities[3 * i + e]! += timeStep * (gravity[e]! + bodies.forces[3 * i + e]! / bodies.masses[i]!)
      angularVelocities[3 * i + e]! += (timeStep * bodies.torques[3 * i + e]!) / bodies.inertias[i]!
    }
  const pairs: number[] = []
  const points: number[] = []
  const gaps: number[] = []
  for (let k = 0; k < contacts.count; k++) {
    const [i, second] = [contacts.pairs[2 * k]!, contacts.pairs[2 * k + 1]!]
    const normal = row(contacts.normals, k)
    const x = row(start.positions, i)
    const radius = bodies.radii[i]!
    const gap = second >= 0
      ? length(subtract(row(start.positions, second), x)) - radius - bodies.radii[second]!
      : dot(subtract(boundaries[-1 - second]!.point, x), normal) - radius
    pairs.push(i, second >= 0 ? second : n - 1 - second)
    gaps.push(gap)
    points.push(...add(x, scale(radius, normal)))
  }
  return {
    timeStep,
    inverseMasses: [...Array.from(bodies.masses, (m, i) => (fixed(i) ? 0 : 1 / m)), ...boundaries.map(() => 0)],
    inverseInertias: [...Array.from(bodies.inertias, (m, i) => (fixed(i) ? 0 : 1 / m)), ...boundaries.map(() => 0)],
    positions: [...start.positions, ...tail],
    velocities: [...velocities, ...tail],
    angularVelocities: [...angularVelocities, ...tail],
    pairs, points, gaps, friction,
    normals: contacts.normals.slice(),
  }
}

export interface RandomProblem {
  seed: number
  bodies: number
  contacts: number
  friction: number
}

/**
 * Bodies of any inertia, one in four of them immovable and at rest, and contacts at points and along normals that no
 * sphere would have: gaps open, closed and overlapping.
 */
export function randomProblem({ seed, bodies, contacts, friction }: RandomProblem): ContactProblem {
  const draw = random(seed)
  const even = (): number => 2 * draw() - 1
  const point = (): Vec => [even(), even(), even()]
  const direction = (): Vec => {
    for (;;) {
      const p = point()
      if (length(p) > 0.1 && length(p) < 1) return unit(p)
    }
  }
  const problem = {
    timeStep: 0.01,
    inverseMasses: [] as number[], inverseInertias: [] as number[], positions: [] as number[],
    velocities: [] as number[], angularVelocities: [] as number[],
    pairs: [] as number[], points: [] as number[], normals: [] as number[], gaps: [] as number[], friction: [] as number[],
  }
  for (let i = 0; i < bodies; i++) {
    const moves = i === 0 || draw() > 0.25
    problem.inverseMasses.push(moves ? 0.2 + 2 * draw() : 0)
    problem.inverseInertias.push(...(moves ? tensor([0.5 + 3 * draw(), 0.5 + 3 * draw(), 0.5 + 3 * draw()], direction(), direction()) : [0, 0, 0, 0, 0, 0]))
    problem.positions.push(...scale(3, point()))
    problem.velocities.push(...(moves ? point() : [0, 0, 0]))
    problem.angularVelocities.push(...(moves ? point() : [0, 0, 0]))
  }
  while (problem.gaps.length < contacts) {
    const i = Math.floor(bodies * draw())
    const j = Math.floor(bodies * draw())
    if (i === j || problem.inverseMasses[i]! + problem.inverseMasses[j]! === 0) continue
    problem.pairs.push(i, j)
    // near the first body's surface, were it a sphere of radius one, and not far from the second
    problem.points.push(...add(row(problem.positions, i), direction()))
    problem.normals.push(...direction())
    problem.gaps.push(draw() < 0.5 ? 0 : 0.005 * even())
    problem.friction.push(friction * draw())
  }
  // arms of order one for the second body as well: its centre goes near the points that it has
  for (let j = 0; j < bodies; j++) {
    const ks = problem.gaps.map((_, k) => k).filter((k) => problem.pairs[2 * k + 1] === j && problem.pairs[2 * k] !== j)
    const k = ks[0]
    if (k === undefined || problem.pairs.some((body, e) => body === j && e % 2 === 0)) continue
    add(row(problem.points, k), direction()).forEach((x, e) => { problem.positions[3 * j + e] = x })
  }
  return problem
}

/** A symmetric tensor with these principal values, in a frame of which two directions are given: xx yy zz xy xz yz. */
export function tensor([a, b, c]: Vec, first: Vec, second: Vec): number[] {
  const e3 = unit(cross(first, second))
  const frame: Vec[] = [first, cross(e3, first), e3]
  const values = [a, b, c]
  const element = (i: number, j: number): number => frame.reduce((sum, e, k) => sum + values[k]! * e[i]! * e[j]!, 0)
  return [element(0, 0), element(1, 1), element(2, 2), element(0, 1), element(0, 2), element(1, 2)]
}

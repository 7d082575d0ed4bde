// The bare solver, for people who bring their own bodies and collision detection.

import * as L from '../assembly/layout.js'
import type { SolverOptions } from './scene.js'
import { EngineError, InputError } from './errors.js'
import * as check from './check.js'
import type { Instance } from './instance.js'
import { readSolver, writeSolver } from './solverOptions.js'

type Numbers = ArrayLike<number>

/**
 * n bodies, c contacts, plain arrays, all vectors of three components. Contact k is between bodies pairs[2k] and
 * pairs[2k+1]; a body with inverse mass and inverse inertia zero is immovable. No number may be larger than 1e50.
 *
 * One contact is solved exactly, with any friction. Sweeps over many converge where friction is small, almost always: with
 * mu up to 0.3 all but 5 of 1000 random problems of 40 contacts did in 20000 sweeps. With much friction on bodies that
 * are not round, solutions need not be unique, and many repel the sweeps: each contact by itself is solved, and yet impulses
 * go around the solution (mu up to 1: 122 of 1000; test/plugin/solveContacts.test.ts has the figures). Then all sweeps
 * are used up and `residual` stays far above the tolerance: look at it. Impulses still push, lie in the cone, and obey
 * Newton's law. Where a contact can be open or jammed, `impulses` decide (Painleve); from nothing it opens.
 */
export interface ContactProblem {
  timeStep: number
  /** n. Zero for immovable bodies, else 1e-50 or more. */
  inverseMasses: Numbers
  /**
   * n (a number each), or 6n (xx yy zz xy xz yz in the frame of the world): tensors with no negative principal value, but
   * for rounding, 1e-6 of the largest diagonal element (they may have come through single precision).
   */
  inverseInertias: Numbers
  /** 3n: centres of mass. */
  positions: Numbers
  /** 3n, with the external forces of the step already in them. */
  velocities: Numbers
  angularVelocities: Numbers
  /** 2c */
  pairs: Numbers
  /** 3c: where the contacts are. */
  points: Numbers
  /** 3c, unit vectors from the first body to the second. */
  normals: Numbers
  /** c: distance of the surfaces, negative for overlap. */
  gaps: Numbers
  /** c, or one number for all. */
  friction: Numbers | number
  /** 3c: impulses to start from, unless solver.warmStart is false. */
  impulses?: Numbers
  /** As in a scene. */
  gapRule?: 'positive' | 'signed'
  seed?: number
  /** As in a scene, but 'blocks', the default order, means 'random' here, and kernel means nothing. No parallel update. */
  solver?: SolverOptions
}

export interface ContactSolution {
  /** 3c, on the second body of each pair, in newton seconds. */
  impulses: Float64Array
  /** 3n, at the end of the step. */
  velocities: Float64Array
  angularVelocities: Float64Array
  /** c: 0 open, 1 sticking, 2 sliding. */
  states: Uint8Array
  sweeps: number
  criterion: number
  /** Largest violation of the contact law, in mean impulses of the contacts that carry, as in a world's report. */
  residual: number
}

const known = [
  'timeStep', 'inverseMasses', 'inverseInertias', 'positions', 'velocities', 'angularVelocities', 'pairs', 'points',
  'normals', 'gaps', 'friction', 'impulses', 'gapRule', 'seed', 'solver',
]

function numbers(value: unknown, field: string, length: number): Numbers {
  if (!check.isNumbers(value)) throw new InputError(field, `${length} numbers`, value)
  if (value.length !== length) throw new InputError(field, `${length} numbers`, `${value.length} numbers`)
  for (let k = 0; k < length; k++) check.number(value[k], `${field}[${k}]`)
  return value
}

/** No principal value of a tensor below -1e-6 of its largest diagonal element: with that much more it has all minors > 0. */
function checkTensor(values: Numbers, body: number): void {
  const at = (e: number): number => values[6 * body + e]!
  for (const e of [0, 1, 2]) check.notNegative(at(e), `inverseInertias[${6 * body + e}]`)
  const size = Math.max(at(0), at(1), at(2))
  const names = ['xx', 'yy', 'zz', 'xy', 'xz', 'yz']
  const complain = (): never => {
    throw new InputError(
      `inverseInertias[${6 * body}..${6 * body + 5}]`, 'a tensor without negative principal values',
      names.map((name, e) => `${name} ${at(e)}`).join(', '))
  }
  if (size === 0) {
    if ([3, 4, 5].some((e) => at(e) !== 0)) complain()
    return
  }
  const [a, b, c] = [0, 1, 2].map((e) => at(e) / size + 1e-6) as [number, number, number]
  const [d, e, f] = [3, 4, 5].map((k) => at(k) / size) as [number, number, number]
  const minor = a * b - d * d
  if (!(minor > 0 && minor * c - a * f * f - b * e * e + 2 * d * e * f > 0)) complain()
}

function lengthOf(values: Numbers, k: number): number {
  return check.length(values[3 * k]!, values[3 * k + 1]!, values[3 * k + 2]!)
}

export function solveContacts(instance: Instance, value: ContactProblem): ContactSolution {
  const p = check.object(value, 'problem') as ContactProblem
  check.noOthers(p, 'problem', known)
  const timeStep = check.positive(p.timeStep, 'timeStep')
  if (!check.isNumbers(p.inverseMasses)) throw new InputError('inverseMasses', 'numbers', p.inverseMasses)
  const n = p.inverseMasses.length
  const inverseMasses = numbers(p.inverseMasses, 'inverseMasses', n)
  const tensors = check.isNumbers(p.inverseInertias) && p.inverseInertias.length === 6 * n && n > 0
  const inverseInertias = numbers(p.inverseInertias, 'inverseInertias', tensors ? 6 * n : n)
  const positions = numbers(p.positions, 'positions', 3 * n)
  const velocities = numbers(p.velocities, 'velocities', 3 * n)
  const angular = numbers(p.angularVelocities, 'angularVelocities', 3 * n)
  if (!check.isNumbers(p.gaps)) throw new InputError('gaps', 'numbers', p.gaps)
  const c = p.gaps.length
  const gaps = numbers(p.gaps, 'gaps', c)
  const pairs = numbers(p.pairs, 'pairs', 2 * c)
  const points = numbers(p.points, 'points', 3 * c)
  const normals = numbers(p.normals, 'normals', 3 * c)
  const friction = typeof p.friction === 'number' ? new Float64Array(c).fill(check.notNegative(p.friction, 'friction')) : numbers(p.friction, 'friction', c)
  const given = p.impulses === undefined ? undefined : numbers(p.impulses, 'impulses', 3 * c)
  const signed = check.oneOf(check.given(p.gapRule, 'positive'), 'gapRule', ['positive', 'signed']) === 'signed'
  const seed = check.integer(check.given(p.seed, 1), 'seed', 0, Number.MAX_SAFE_INTEGER)
  const solver = readSolver(p.solver)
  const start = solver.warmStart ? given : undefined
  if (solver.update === 'parallel') throw new InputError('solver.update', '"sequential"', 'parallel')
  for (let i = 0; i < n; i++) {
    // zero, or large enough for its inverse to be a mass
    if (inverseMasses[i] !== 0) check.positive(inverseMasses[i], `inverseMasses[${i}]`)
    if (tensors) checkTensor(inverseInertias, i)
    else check.notNegative(inverseInertias[i], `inverseInertias[${i}]`)
  }
  for (let k = 0; k < c; k++) {
    if (typeof p.friction !== 'number') check.notNegative(friction[k], `friction[${k}]`)
    for (const e of [2 * k, 2 * k + 1]) check.integer(pairs[e], `pairs[${e}]`, 0, n - 1)
    if (pairs[2 * k] === pairs[2 * k + 1]) throw new InputError(`pairs[${2 * k}]`, 'two different bodies', pairs[2 * k])
    if (inverseMasses[pairs[2 * k]!]! + inverseMasses[pairs[2 * k + 1]!]! === 0)
      throw new InputError(`pairs[${2 * k}]`, 'a body that can move', 'two bodies of inverse mass 0')
    const length = lengthOf(normals, k)
    // normals that came through single precision are still unit vectors
    if (Math.abs(length - 1) > 1e-6) throw new InputError(`normals[${k}]`, 'a unit vector', `a vector of length ${length}`)
  }

  const { exports } = instance
  instance.check(instance.run('solveContacts', () => exports.reserveArms(n, c)), 'solveContacts')
  instance.setSeed(seed)
  writeSolver(instance, { ...solver, order: solver.order === 'blocks' ? 'random' : solver.order })
  const b = new Float64Array(instance.memory.buffer, instance.address(L.ARM_BODY), (n * L.ARM_BODY_BYTES) / 8)
  for (let i = 0; i < n; i++) {
    const at = (i * L.ARM_BODY_BYTES) / 8
    for (let e = 0; e < 3; e++) {
      b[at + L.ARM_BODY_VELOCITY / 8 + e] = velocities[3 * i + e]!
      b[at + L.ARM_BODY_ANGULAR_VELOCITY / 8 + e] = angular[3 * i + e]!
    }
    b[at + L.ARM_BODY_INVERSE_MASS / 8] = inverseMasses[i]!
    for (let e = 0; e < 6; e++)
      b[at + L.ARM_BODY_INVERSE_INERTIA / 8 + e] = tensors ? inverseInertias[6 * i + e]! : e < 3 ? inverseInertias[i]! : 0
  }
  const stride = L.ARM_CONTACT_BYTES / 8
  const r = new Float64Array(instance.memory.buffer, instance.address(L.ARM_CONTACT), c * stride)
  const words = new Int32Array(r.buffer, r.byteOffset, 2 * r.length)
  for (let k = 0; k < c; k++) {
    const at = k * stride
    const length = lengthOf(normals, k)
    for (let e = 0; e < 3; e++) {
      r[at + L.ARM_CONTACT_NORMAL / 8 + e] = normals[3 * k + e]! / length
      r[at + L.ARM_CONTACT_ARM0 / 8 + e] = points[3 * k + e]! - positions[3 * pairs[2 * k]! + e]!
      r[at + L.ARM_CONTACT_ARM1 / 8 + e] = points[3 * k + e]! - positions[3 * pairs[2 * k + 1]! + e]!
      r[at + L.ARM_CONTACT_IMPULSE / 8 + e] = start ? start[3 * k + e]! : 0
    }
    r[at + L.ARM_CONTACT_GAP_RATE / 8] = (signed ? gaps[k]! : Math.max(0, gaps[k]!)) / timeStep
    r[at + L.ARM_CONTACT_FRICTION / 8] = friction[k]!
    words[2 * at + L.ARM_CONTACT_BODY0 / 4] = pairs[2 * k]!
    words[2 * at + L.ARM_CONTACT_BODY1 / 4] = pairs[2 * k + 1]!
  }
  instance.run('solveContacts', () => exports.solveArms(c))
  const solution: ContactSolution = {
    impulses: new Float64Array(3 * c),
    velocities: new Float64Array(3 * n),
    angularVelocities: new Float64Array(3 * n),
    states: new Uint8Array(c),
    sweeps: instance.getI32(L.WORLD_SWEEPS),
    criterion: instance.getF64(L.WORLD_CRITERION_VALUE),
    residual: instance.getF64(L.WORLD_RESIDUAL_MAX),
  }
  for (let k = 0; k < c; k++) {
    solution.impulses.set(r.subarray(k * stride + L.ARM_CONTACT_IMPULSE / 8, k * stride + L.ARM_CONTACT_IMPULSE / 8 + 3), 3 * k)
    solution.states[k] = words[2 * k * stride + L.ARM_CONTACT_STATE / 4]!
  }
  for (let i = 0; i < n; i++) {
    const at = (i * L.ARM_BODY_BYTES) / 8
    solution.velocities.set(b.subarray(at, at + 3), 3 * i)
    solution.angularVelocities.set(b.subarray(at + 3, at + 6), 3 * i)
  }
  for (const values of [solution.impulses, solution.velocities, solution.angularVelocities, [solution.residual]])
    if (!values.every(Number.isFinite))
      throw new EngineError(
        'solveContacts: an impulse or velocity is not finite after the solve; masses, arms or velocities are too far apart ' +
        'in size for the numbers')
  return solution
}

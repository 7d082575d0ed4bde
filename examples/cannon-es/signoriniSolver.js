// A contact solver for cannon-es: rigid contacts (Signorini) with exact Coulomb friction, in place of its springs.
// Copy this file, then
//
//   import { load } from 'signorini'
//   const world = new CANNON.World({ gravity, solver: new SignoriniSolver(await load()) })
//
// cannon finds the contacts of a step and collects the forces; this builds a contact problem of them, solves it, and
// adds the contact forces to body.force and body.torque. cannon then integrates with all of them:
//
//   v(t + dt) = damping v(t) + (force + contact forces) dt / m        x(t + dt) = x(t) + v(t + dt) dt
//
// Where it differs from cannon's own solver:
// - Friction is mu times the true normal force, in a round cone; FrictionEquations are not used. Stiffness and
//   relaxation of a ContactMaterial mean nothing here; friction and restitution mean what they say.
// - `contact.multiplier` is the normal force in newtons, and `solver.solution` says how good the forces are.
// - Constraints (hinges, distances, ...) are not contacts and are refused, unless you pass `constraints`: a solver, such
//   as a GSSolver, that solves them before the contacts and knows nothing of them. So constraints that carry a load onto
//   a contact give way: a sphere of 1 kg on a strut on another on the floor stands 23 mm too low at 60 steps a second,
//   6 mm at 240 (1 um and less with the GSSolver for both). Ropes and pendulums are as good as with cannon's own.
// - A linearFactor or angularFactor acts after the solve, as with cannon's own solver.

import { Body, Solver, Vec3 } from 'cannon-es'

export class SignoriniSolver extends Solver {
  /**
   * @param {Pick<import('signorini').Engine, 'solveContacts'>} engine from `await load()`
   * @param {object} [options]
   * @param {import('signorini').SolverOptions} [options.solver] criterion, tolerance, most sweeps. Light bodies under
   *   heavy ones need a small tolerance: their forces still creep long after each sweep changes them little
   * @param {number} [options.seed] of the order in which contacts are visited
   * @param {number} [options.slop] overlap at which bodies rest, in metres: cannon sees no contact before they overlap,
   *   and loses it when they no longer do, so let surfaces lie that far inside
   * @param {number} [options.recovery] share of the overlap beyond ten times that which a step takes back
   * @param {Solver} [options.constraints] solves what is not a contact
   */
  constructor(engine, { solver = { tolerance: 1e-6 }, seed = 1, slop = 1e-4, recovery = 0.2, constraints } = {}) {
    super()
    Object.assign(this, { engine, options: solver, seed, slop, recovery, constraints })
    /** Of the last step: sweeps, residual, impulses, states. @type {import('signorini').ContactSolution | undefined} */
    this.solution = undefined
    /** Contact forces of the last step by pair of bodies, to start the next from. */
    this.memory = new Map()
  }

  solve(dt, world) {
    this.#solveConstraints(dt, world)
    const known = new Set(this.equations)
    const contacts = world.contacts.filter((c) =>
      known.has(c) && (moves(c.bi) || moves(c.bj)) && c.ni.lengthSquared() > 0) // no normal if centres coincide
    const problem = { ...bodiesOf(world, dt), ...contactsOf(contacts, world, dt, this.slop), timeStep: dt, gapRule: 'signed' }
    const impulses = this.#recall(contacts, dt)
    const seed = this.seed + world.stepnumber
    const solution = this.engine.solveContacts({ ...problem, impulses, seed, solver: this.options })
    this.memory.clear()
    contacts.forEach((c, k) => {
      const force = vector(solution.impulses, k).scale(1 / dt)
      const point = vector(problem.points, k)
      c.multiplier = force.dot(c.ni)
      // body.applyForce would wake sleeping bodies
      for (const [body, sign] of [[c.bi, -1], [c.bj, 1]]) {
        if (!moves(body)) continue
        body.force.addScaledVector(sign, force, body.force)
        body.torque.addScaledVector(sign, point.vsub(body.position).cross(force), body.torque)
      }
      this.#remember(c, force)
    })
    this.#pushOut(contacts, problem)
    this.solution = solution
    return solution.sweeps
  }

  /** What is not a contact. cannon builds constraints of ContactEquations too, so their class does not tell. */
  #solveConstraints(dt, world) {
    const contacts = new Set([...world.contacts, ...world.frictionEquations])
    const others = this.equations.filter((e) => !contacts.has(e))
    if (others.length === 0) return
    if (!this.constraints)
      throw new Error(
        `SignoriniSolver solves contacts; this world also has ${others.length} equations of constraints. Pass ` +
        '{ constraints: new CANNON.GSSolver() } to have them solved before the contacts, without knowing of them')
    for (const e of others) this.constraints.addEquation(e)
    this.constraints.solve(dt, world)
    this.constraints.removeAllEquations()
  }

  /**
   * A fast body is deep in another when cannon first sees the contact. Rigid contacts keep overlaps from growing; this
   * shrinks them: the same contacts without friction, solved for a displacement. No velocity, so nothing jumps.
   */
  #pushOut(contacts, problem) {
    const gaps = contacts.map((c) => this.recovery * Math.min(0, gapOf(c) + 10 * this.slop))
    if (gaps.every((gap) => gap === 0)) return
    const still = new Float64Array(problem.velocities.length)
    const { velocities } = this.engine.solveContacts({
      ...problem, gaps, friction: 0, velocities: still, angularVelocities: still,
      inverseInertias: new Float64Array(problem.inverseMasses.length), solver: this.options,
    })
    const moved = new Set(contacts.flatMap((c) => [c.bi, c.bj]))
    for (const body of moved)
      body.position.addScaledVector(problem.timeStep, vector(velocities, body.index), body.position)
  }

  /** Impulses to start from: those of the same two bodies at the nearest point, each used once. */
  #recall(contacts, dt) {
    const start = new Float64Array(3 * contacts.length)
    contacts.forEach((c, k) => {
      const { key, arm, sign } = identityOf(c)
      const held = this.memory.get(key)
      if (!held?.length) return
      const distances = held.map((old) => old.arm.distanceSquared(arm))
      const [old] = held.splice(distances.indexOf(Math.min(...distances)), 1)
      start.set(old.force.scale(sign * dt).toArray(), 3 * k)
    })
    return start
  }

  #remember(c, force) {
    const { key, arm, sign } = identityOf(c)
    if (!this.memory.has(key)) this.memory.set(key, [])
    this.memory.get(key).push({ arm, force: force.scale(sign) })
  }
}

/** Static, kinematic and sleeping bodies do not give way. */
function moves(body) {
  return body.type === Body.DYNAMIC && body.sleepState !== Body.SLEEPING
}

/** The bodies of the problem, with the velocities that they would have at the end of the step without contacts. */
function bodiesOf({ bodies }, dt) {
  const n = bodies.length
  const p = {
    inverseMasses: new Float64Array(n), inverseInertias: new Float64Array(6 * n), positions: new Float64Array(3 * n),
    velocities: new Float64Array(3 * n), angularVelocities: new Float64Array(3 * n),
  }
  bodies.forEach((b, i) => {
    let { velocity, angularVelocity } = b
    if (moves(b)) {
      const e = b.invInertiaWorld.elements
      p.inverseMasses[i] = b.invMass
      p.inverseInertias.set([e[0], e[4], e[8], e[1], e[2], e[5]], 6 * i) // xx yy zz xy xz yz
      // as World.internalStep and Body.integrate will do after the solve
      velocity = velocity.scale((1 - b.linearDamping) ** dt)
        .addScaledVector(dt * b.invMass, b.force.vmul(b.linearFactor))
      angularVelocity = angularVelocity.scale((1 - b.angularDamping) ** dt)
        .addScaledVector(dt, b.invInertiaWorld.vmult(b.torque.vmul(b.angularFactor)))
    }
    p.positions.set(b.position.toArray(), 3 * i)
    p.velocities.set(velocity.toArray(), 3 * i)
    p.angularVelocities.set(angularVelocity.toArray(), 3 * i)
  })
  return p
}

/** Where the surface of either body is, and how far apart they are: negative for overlap. */
const onI = (c) => c.bi.position.vadd(c.ri)
const onJ = (c) => c.bj.position.vadd(c.rj)
const gapOf = (c) => c.ni.dot(onJ(c).vsub(onI(c)))

/** Its contacts. Bodies come by their place in world.bodies; normals point out of the first, as cannon's do. */
function contactsOf(contacts, world, dt, slop) {
  const p = { pairs: [], points: [], normals: [], gaps: [], friction: [] }
  for (const c of contacts) {
    const gap = gapOf(c) + slop
    // Newton's restitution e asks that what would close the gap come back at e times its speed. A contact has
    // un >= -gap / dt: this is what a negative gap means here
    const approach = c.getImpactVelocityAlongNormal() * dt
    const bounces = c.restitution > 0 && approach > Math.max(0, gap)
    p.pairs.push(c.bi.index, c.bj.index)
    p.points.push(...onI(c).vadd(onJ(c)).scale(0.5).toArray())
    p.normals.push(...c.ni.unit().toArray())
    p.gaps.push(bounces ? -c.restitution * approach : Math.max(0, gap))
    p.friction.push(frictionOf(c, world))
  }
  return p
}

/** The coefficient as cannon's narrowphase chooses it: materials of the shapes or bodies, else their contact material. */
function frictionOf({ bi, bj, si, sj }, world) {
  const [a, b] = [si.material || bi.material, sj.material || bj.material]
  if (a && b && a.friction >= 0 && b.friction >= 0) return a.friction * b.friction
  const between = (x, y) => (x && y && world.getContactMaterial(x, y)) || undefined
  return (between(si.material, sj.material) ?? between(bi.material, bj.material) ?? world.defaultContactMaterial).friction
}

/** What stays the same from step to step: the pair, and the arm and the sign as its body with the lower id sees them. */
function identityOf({ bi, bj, ri, rj }) {
  return bi.id < bj.id
    ? { key: `${bi.id} ${bj.id}`, arm: ri.clone(), sign: 1 }
    : { key: `${bj.id} ${bi.id}`, arm: rj.clone(), sign: -1 }
}

function vector(numbers, k) {
  return new Vec3(numbers[3 * k], numbers[3 * k + 1], numbers[3 * k + 2])
}

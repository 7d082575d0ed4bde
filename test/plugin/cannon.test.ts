// signorini as a plug-in of another simulator: examples/cannon-es, as people copy it.

import { beforeAll, describe, expect, test } from 'vitest'
import {
  Body, Box, ContactMaterial, DistanceConstraint, GSSolver, Material, Plane, Sphere, Vec3, World, type Solver,
} from 'cannon-es'
import type { SolverOptions } from '../../src/index.js'
import { gravity, measure, stack } from '../../examples/cannon-es/scene.js'
import { SignoriniSolver } from '../../examples/cannon-es/signoriniSolver.js'
import { builds, engineOf } from '../support/engine.js'

const engine = await engineOf('release')
const tight: SolverOptions = { tolerance: 1e-8, maxSweeps: 10000 }
const exact: SolverOptions = { tolerance: 1e-14, maxSweeps: 100000 }

/** Overlap at which bodies rest, by default. */
const slop = 1e-4

const light = 10
const ratio = 100

/**
 * A sweep passes a force on from sphere to sphere, and the heavy one moves only after about light * ratio of them: where
 * a sweep changes forces by `tolerance`, they are wrong by up to light * ratio * tolerance. Sweeps change them unevenly
 * and stop at the first that changes them little, and the criterion lets in twice the tolerance where forces are equal: 5.
 * A step starts from the velocities that the last one left, so that errors of forces do not add up, but leave velocities
 * of that share of g dt.
 */
const forceError = (tolerance: number): number => 5 * light * ratio * tolerance
const creepBound = (tolerance: number, rate: number): number => (forceError(tolerance) * gravity) / rate

const gs = (iterations: number): GSSolver => Object.assign(new GSSolver(), { iterations })

describe('ten spheres carry one that is 100 times heavier', () => {
  describe.each([240, 60])('%i steps a second', (rate) => {
    const seconds = 4
    let own: ReturnType<typeof measure>
    let patient: ReturnType<typeof measure>
    beforeAll(() => {
      own = measure(stack(new GSSolver(), { light, ratio }), { rate, seconds })
      patient = measure(stack(gs(1000), { light, ratio }), { rate, seconds })
    })

    test.each(builds)('the stack stands: height, overlap, creep and floor force (%s)', async (build) => {
      const solver = new SignoriniSolver(await engineOf(build), { solver: tight })
      const ours = measure(stack(solver, { light, ratio }), { rate, seconds })
      // what creep takes in these seconds; the first steps, which start from nothing, may end at the most sweeps
      // instead of the tolerance, and cost as much again
      const sunk = 2 * creepBound(1e-8, rate) * seconds
      expect(Math.abs(ours.lostHeight)).toBeLessThan(sunk)
      expect(ours.overlap).toBeLessThan(2e-4 + sunk / 0.5) // the overlap that the scene starts with, and that
      expect(ours.creep).toBeLessThan(creepBound(1e-8, rate))
      // each step within the error of the forces; the mean within the momentum that creep can make of a second
      expect(ours.deviation).toBeLessThan(forceError(1e-8))
      expect(Math.abs(ours.floorForce - 1)).toBeLessThan((2 * creepBound(1e-8, rate)) / gravity)
      expect(ours.sideways).toBe(0)
    })

    test('cannon\'s own solver sinks a thousand times deeper, and a hundred times with 100 times its iterations', () => {
      const ours = measure(stack(new SignoriniSolver(engine, { solver: tight }), { light, ratio }), { rate, seconds })
      // measured factors: 3e5 and 7e2 at 240 Hz, 4e5 and 3e3 at 60 Hz
      expect(own.lostHeight).toBeGreaterThan(1000 * Math.abs(ours.lostHeight))
      expect(patient.lostHeight).toBeGreaterThan(100 * Math.abs(ours.lostHeight))
      expect(own.overlap - 2e-4).toBeGreaterThan(1000 * (ours.overlap - 2e-4)) // beyond that of the start
      expect(own.deviation).toBeGreaterThan(1000 * ours.deviation)
    })

    test('with the default options of the example it sinks twenty times less', () => {
      const ours = measure(stack(new SignoriniSolver(engine), { light, ratio }), { rate, seconds })
      // the first step would need 10 000 sweeps and gets 1000, about one relaxation time: it falls for a few steps
      expect(ours.lostHeight).toBeLessThan(own.lostHeight / 20)
      expect(ours.lostHeight).toBeLessThan((10 * gravity) / rate ** 2)
      expect(ours.creep).toBeLessThan(creepBound(1e-6, rate))
      expect(ours.deviation).toBeLessThan(forceError(1e-6))
    })
  })

  test('ten boxes carry one too, at 60 steps a second, where cannon\'s own solver lets it fall', () => {
    const ours = measure(stack(new SignoriniSolver(engine), { light, ratio, shape: 'box' }), { rate: 60 })
    const own = measure(stack(new GSSolver(), { light, ratio, shape: 'box' }), { rate: 60 })
    // four contacts to a face, 1000 sweeps a step: the column sways, but stays far from tipping, half an edge of 1 m
    expect(ours.lostHeight).toBeLessThan(0.01)
    expect(ours.sideways).toBeLessThan(0.05)
    expect(Math.abs(ours.floorForce - 1)).toBeLessThan(1e-3)
    expect(own.lostHeight).toBeGreaterThan(1)
  })

  test('forces are remembered: a stack at rest needs a few sweeps, without memory thousands', () => {
    const sweeps = (forget: boolean): number => {
      const solver = new SignoriniSolver(engine, { solver: tight })
      const world = stack(solver, { light, ratio })
      let most = 0
      for (let step = 0; step < 240; step++) {
        world.step(1 / 240)
        if (forget) solver.memory.clear()
        if (step >= 120) most = Math.max(most, solver.solution!.sweeps)
      }
      return most
    }
    expect(sweeps(false)).toBeLessThan(1000) // one relaxation time of the stack
    expect(sweeps(true)).toBeGreaterThan(5000) // 1e-8 is 18 of them
  })

  test('the same seed gives the same motion', () => {
    const run = (seed: number): number[] => {
      const world = stack(new SignoriniSolver(engine, { seed }), { light, ratio })
      for (let step = 0; step < 60; step++) world.step(1 / 60)
      return world.bodies.map((b) => b.position.z)
    }
    expect(run(1)).toEqual(run(1))
    expect(run(1)).not.toEqual(run(2))
  })
})

/** A world whose ground is z = 0. */
function ground(solver: Solver, options: { gravity?: Vec3; friction?: number; restitution?: number } = {}): World {
  const world = new World({ gravity: options.gravity ?? new Vec3(0, 0, -gravity), solver })
  world.defaultContactMaterial.friction = options.friction ?? 0.3
  world.defaultContactMaterial.restitution = options.restitution ?? 0
  world.addBody(new Body({ type: Body.STATIC, shape: new Plane() }))
  return world
}

describe('bodies of other shapes: a box on an incline', () => {
  const mu = 0.5
  const slide = (solver: Solver, share: number): { box: Body; down: number } => {
    const angle = Math.atan(share * mu)
    const world = ground(solver, {
      gravity: new Vec3(gravity * Math.sin(angle), 0, -gravity * Math.cos(angle)), friction: mu,
    })
    const box = new Body({
      mass: 2, shape: new Box(new Vec3(0.5, 0.4, 0.3)), position: new Vec3(0, 0, 0.3 - slop),
      linearDamping: 0, angularDamping: 0,
    })
    world.addBody(box)
    for (let step = 0; step < 240; step++) world.step(1 / 240)
    return { box, down: gravity * (Math.sin(angle) - mu * Math.cos(angle)) }
  }

  test('holds at tan(theta) = 0.99 mu: creep below 1e-10', () => {
    const { box } = slide(new SignoriniSolver(engine, { solver: exact }), 0.99)
    // velocities of one sweep's rounding, 1e-16 of g, and the first step's tolerance 1e-14, times slow convergence 1e3
    expect(Math.abs(box.velocity.x)).toBeLessThan(1e-12)
    expect(Math.abs(box.position.x)).toBeLessThan(1e-10)
    expect(box.angularVelocity.length()).toBeLessThan(1e-12)
  })

  test('slides at 1.01 mu with g (sin - mu cos), and does not tip or turn', () => {
    const { box, down } = slide(new SignoriniSolver(engine, { solver: exact }), 1.01)
    // constant force for a second; implicit Euler is exact in the velocity: what is left are the forces' 1e-14 times 1e3
    expect(Math.abs(box.velocity.x / down - 1)).toBeLessThan(1e-9)
    expect(Math.abs(box.position.z - (0.3 - slop))).toBeLessThan(1e-10)
    expect(box.angularVelocity.length()).toBeLessThan(1e-10)
  })

  test('cannon\'s own solver holds it even at 1.5 mu', () => {
    // its friction is no share of the normal force: this is why FrictionEquations are left alone
    expect(slide(new GSSolver(), 1.5).box.velocity.x).toBeLessThan(1e-3)
    const { box, down } = slide(new SignoriniSolver(engine, { solver: exact }), 1.5)
    expect(Math.abs(box.velocity.x / down - 1)).toBeLessThan(1e-9)
  })
})

describe('what cannon hands over and gets back', () => {
  const dt = 1 / 240

  test('a body without contacts moves as with cannon\'s own solver, bit for bit', () => {
    const run = (solver: Solver): number[] => {
      const world = ground(solver)
      const body = new Body({
        mass: 3, shape: new Box(new Vec3(1, 2, 3)), position: new Vec3(0, 0, 50), velocity: new Vec3(1, 2, 3),
        angularVelocity: new Vec3(0.1, 0.2, 0.3),
      })
      world.addBody(body)
      for (let step = 0; step < 100; step++) world.step(dt)
      return [...body.position.toArray(), ...body.quaternion.toArray(), ...body.velocity.toArray()]
    }
    expect(run(new SignoriniSolver(engine))).toEqual(run(new GSSolver()))
  })

  test('a sphere comes to rest in one step and stays there, in spite of cannon\'s damping', () => {
    const world = ground(new SignoriniSolver(engine, { solver: exact }))
    const sphere = new Body({
      mass: 1, shape: new Sphere(0.5), position: new Vec3(0, 0, 0.5 - slop), velocity: new Vec3(0, 0, -1), linearDamping: 0.5,
    })
    world.addBody(sphere)
    world.step(dt)
    expect(Math.abs(sphere.velocity.z)).toBeLessThan(1e-14) // forces of 240 N, rounded, times the time step
    for (let step = 0; step < 240; step++) world.step(dt)
    // gaps are rounded to 1e-17, which makes velocities of that over dt
    expect(Math.abs(sphere.velocity.z)).toBeLessThan(1e-14)
    expect(Math.abs(sphere.position.z - (0.5 - slop))).toBeLessThan(1e-15)
    const [contact] = world.contacts
    expect(Math.abs(contact!.multiplier / gravity - 1)).toBeLessThan(1e-14)
  })

  test('two boxes collide off centre: momentum and angular momentum are kept, the points stop approaching', () => {
    const world = new World({ solver: new SignoriniSolver(engine, { solver: exact }) })
    const make = (mass: number, x: number, y: number, vx: number): Body => {
      const body = new Body({
        mass, shape: new Box(new Vec3(0.5, 0.4, 0.3)), position: new Vec3(x, y, 0.05 * x), velocity: new Vec3(vx, 0.1, 0),
        linearDamping: 0, angularDamping: 0,
      })
      world.addBody(body)
      return body
    }
    const bodies = [make(1, -0.5, 0, 2), make(5, 0.499, 0.3, -1)]
    const momenta = (): number[] => {
      const p = new Vec3()
      const l = new Vec3()
      for (const b of bodies) {
        p.vadd(b.velocity.scale(b.mass), p)
        const { x, y, z } = b.inertia // before they turn
        const spin = b.angularVelocity
        l.vadd(b.position.cross(b.velocity.scale(b.mass)), l)
        l.vadd(new Vec3(x * spin.x, y * spin.y, z * spin.z), l)
      }
      return [...p.toArray(), ...l.toArray()]
    }
    const places = bodies.map((b) => b.position.clone())
    const before = momenta()
    world.step(dt)
    expect(world.contacts.length).toBeGreaterThan(0)
    bodies.forEach((b, k) => b.position.copy(places[k]!)) // angular momentum about where the impulses acted
    // sums of a dozen products of order 1: rounding
    momenta().forEach((value, k) => expect(Math.abs(value - before[k]!)).toBeLessThan(1e-13))
    expect(bodies[0]!.velocity.x).toBeLessThan(1)
    // tolerance 1e-14 of impulses of order 1, times slow convergence 1e3
    for (const c of world.contacts) expect(c.getImpactVelocityAlongNormal()).toBeLessThan(1e-10)
  })

  test('friction is that of the materials, as cannon chooses it', () => {
    const [a, b] = [new Material('a'), new Material('b')]
    const slide = (own: Partial<Body>, floor: Partial<Body>): number => {
      const world = ground(new SignoriniSolver(engine, { solver: exact }), { friction: 0.9 })
      world.addContactMaterial(new ContactMaterial(a, b, { friction: 0.2, restitution: 0 }))
      const box = new Body({
        mass: 1, shape: new Box(new Vec3(0.5, 0.5, 0.5)), position: new Vec3(0, 0, 0.5 - slop), velocity: new Vec3(5, 0, 0),
        linearDamping: 0,
      })
      Object.assign(world.bodies[0]!, floor)
      Object.assign(box, own)
      world.addBody(box)
      world.step(dt)
      return (5 - box.velocity.x) / (gravity * dt)
    }
    const own = (friction: number): Material => Object.assign(new Material(), { friction })
    // one step from nothing: 1e-14 times the sweeps of four contacts on a body, a few hundred
    expect(Math.abs(slide({}, {}) - 0.9)).toBeLessThan(1e-10) // the default
    expect(Math.abs(slide({ material: a }, { material: b }) - 0.2)).toBeLessThan(1e-10) // that of the pair
    expect(Math.abs(slide({ material: own(0.5) }, { material: own(0.6) }) - 0.3)).toBeLessThan(1e-10) // their product
  })

  test('a sphere that overlaps less than the slop sinks in that far, and no farther', () => {
    const world = ground(new SignoriniSolver(engine, { solver: exact }))
    const sphere = new Body({ mass: 1, shape: new Sphere(0.5), position: new Vec3(0, 0, 0.5 - slop / 5) })
    world.addBody(sphere)
    for (let step = 0; step < 10; step++) world.step(dt)
    expect(Math.abs(sphere.position.z - (0.5 - slop))).toBeLessThan(1e-15)
  })

  // it is seen for the first time when half the slop deep: what is left of the gap must not brake it
  test('restitution: a sphere comes back at e times its speed', () => {
    const world = ground(new SignoriniSolver(engine, { solver: exact }), { gravity: new Vec3(), restitution: 0.6 })
    const sphere = new Body({
      mass: 2, shape: new Sphere(0.5), position: new Vec3(0, 0, 0.6 - slop / 2), velocity: new Vec3(0, 0, -3), linearDamping: 0,
    })
    world.addBody(sphere)
    for (let step = 0; step < 30; step++) world.step(dt)
    expect(Math.abs(sphere.velocity.z / 1.8 - 1)).toBeLessThan(1e-14) // one product, one sum
  })

  test('bodies that sank in are pushed out to ten times the slop, without a jump', () => {
    const solver = new SignoriniSolver(engine)
    const world = ground(solver, { friction: 0 })
    const sphere = new Body({
      mass: 1, shape: new Sphere(0.5), position: new Vec3(0, 0, 0.3), velocity: new Vec3(1, 0, 0), linearDamping: 0,
    })
    world.addBody(sphere)
    let fastest = 0
    for (let step = 0; step < 240; step++) {
      world.step(dt)
      fastest = Math.max(fastest, Math.abs(sphere.velocity.z))
    }
    // 0.2 m of overlap shrink by 0.8 a step, to nothing beyond that: 0.8^240 = 5e-24
    expect(Math.abs(sphere.position.z - (0.5 - 10 * slop))).toBeLessThan(1e-12)
    expect(fastest).toBeLessThan(1e-12)
    expect(Math.abs(sphere.position.x - 1)).toBeLessThan(1e-12) // and it went on its way for a second meanwhile
  })

  test('static, kinematic and sleeping bodies do not give way', () => {
    const world = ground(new SignoriniSolver(engine, { solver: exact }), { gravity: new Vec3(), friction: 0 })
    const at = (x: number): { shape: Sphere; position: Vec3 } => ({ shape: new Sphere(0.5), position: new Vec3(x, 0, 5) })
    const belt = new Body({ ...at(0), mass: 1, type: Body.KINEMATIC, velocity: new Vec3(1, 0, 0) })
    const pushed = new Body({ ...at(0.999), mass: 7, linearDamping: 0 })
    const asleep = new Body({ ...at(10), mass: 1 })
    const thrown = new Body({ ...at(9.001), mass: 50, velocity: new Vec3(0.01, 0, 0), linearDamping: 0 })
    for (const b of [belt, pushed, asleep, thrown]) world.addBody(b)
    world.allowSleep = true
    asleep.sleep()
    for (let step = 0; step < 10; step++) world.step(dt)
    expect(belt.velocity.x).toBe(1)
    expect(Math.abs(pushed.velocity.x - 1)).toBeLessThan(1e-14)
    expect(asleep.velocity.toArray()).toEqual([0, 0, 0])
    expect(asleep.position.x).toBe(10)
    expect(Math.abs(thrown.velocity.x)).toBeLessThan(1e-14)
  })

  test('constraints are refused in words, or given to the solver that one brings', () => {
    const build = (solver: Solver): { world: World; bob: Body } => {
      const world = new World({ gravity: new Vec3(0, 0, -gravity), solver })
      const anchor = new Body({ type: Body.STATIC, position: new Vec3(0, 0, 5) })
      const bob = new Body({ mass: 1, position: new Vec3(1, 0, 5) })
      for (const b of [anchor, bob]) world.addBody(b)
      world.addConstraint(new DistanceConstraint(anchor, bob, 1))
      return { world, bob }
    }
    expect(() => build(new SignoriniSolver(engine)).world.step(dt)).toThrow(/1 equations of constraints.*GSSolver/)
    const ours = build(new SignoriniSolver(engine, { constraints: new GSSolver() }))
    const theirs = build(new GSSolver())
    for (let step = 0; step < 100; step++) {
      ours.world.step(dt)
      theirs.world.step(dt)
    }
    expect(ours.bob.position.toArray()).toEqual(theirs.bob.position.toArray())
    expect(ours.bob.position.z).toBeLessThan(4.5)
  })
})

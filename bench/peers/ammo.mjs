// Bullet as ammo.js 0.0.10, the version on npm: asm.js of 2016 with 64 MiB of memory, so a module a world. Its interface
// neither tells impulses (the floor force is not readable) nor sets the solver's iterations, so these are written where
// they lie in memory.

import { createRequire } from 'node:module'

const iterations = (count) => ({ name: `${count} iterations`, iterations: count })
const WORDS = 16 // of btContactSolverInfo
const ITERATIONS_WORD = 5 // tau, damping, friction, time step and restitution come before
const DISABLE_DEACTIVATION = 4

export const ammo = {
  name: 'ammo.js',
  package: 'ammo.js',
  dimensions: [3],
  settings: () => [{ name: 'default', isDefault: true, iterations: 10 }, ...[20, 40, 80].map(iterations)],
  quick: ['default'],

  async open(bed, { iterations }) {
    const bullet = newModule()
    const owned = []
    const own = (object) => (owned.push(object), object)
    const configuration = own(new bullet.btDefaultCollisionConfiguration())
    const dispatcher = own(new bullet.btCollisionDispatcher(configuration))
    const broadphase = own(new bullet.btDbvtBroadphase())
    const solver = own(new bullet.btSequentialImpulseConstraintSolver())
    const world = own(new bullet.btDiscreteDynamicsWorld(dispatcher, broadphase, solver, configuration))
    const vector = new bullet.btVector3(0, 0, -bed.gravity)
    world.setGravity(vector)
    setIterations(bullet, world, iterations)

    const place = new bullet.btTransform()
    place.setIdentity()
    const add = (shape, mass, x, y, z) => {
      vector.setValue(x, y, z)
      place.setOrigin(vector)
      vector.setValue(0, 0, 0)
      if (mass > 0) shape.calculateLocalInertia(mass, vector)
      const motion = own(new bullet.btDefaultMotionState(place))
      const construction = new bullet.btRigidBodyConstructionInfo(mass, motion, shape, vector)
      const body = own(new bullet.btRigidBody(construction))
      bullet.destroy(construction)
      body.setFriction(Math.sqrt(bed.friction)) // combined as a b
      body.setRestitution(0)
      body.setDamping(0, 0)
      body.setActivationState(DISABLE_DEACTIVATION)
      world.addRigidBody(body)
      return body
    }
    const plane = (x, y, z, constant) => {
      const normal = new bullet.btVector3(x, y, z)
      add(own(new bullet.btStaticPlaneShape(normal, constant)), 0, 0, 0, 0)
      bullet.destroy(normal)
    }
    plane(0, 0, 1, 0)
    plane(1, 0, 0, 0)
    plane(0, 1, 0, 0)
    plane(-1, 0, 0, -bed.width)
    plane(0, -1, 0, -bed.width)
    const bodies = Array.from(bed.radii, (radius, k) =>
      add(own(new bullet.btSphereShape(radius)), bed.masses[k], ...bed.positions.subarray(3 * k, 3 * k + 3)))
    const read = (out, vectorOf) => bodies.forEach((body, k) => {
      const v = vectorOf(body)
      out[3 * k] = v.x()
      out[3 * k + 1] = v.y()
      out[3 * k + 2] = v.z()
    })
    return {
      step: () => world.stepSimulation(bed.timeStep, 0),
      positions: (out) => read(out, (body) => body.getWorldTransform().getOrigin()),
      velocities: (out) => read(out, (body) => body.getLinearVelocity()),
      close() {
        for (const body of bodies) world.removeRigidBody(body)
        for (const object of owned.reverse()) bullet.destroy(object)
      },
    }
  },
}

/** It starts when it is required, once: forgotten, it starts again, with a memory of its own. */
function newModule() {
  const require = createRequire(import.meta.url)
  delete require.cache[require.resolve('ammo.js')]
  return require('ammo.js')
}

/** What getSolverInfo gives is a copy; the words of the world that are equal to it are the original. */
function setIterations({ HEAP32 }, world, iterations) {
  const copy = world.getSolverInfo().ptr / 4
  const start = world.ptr / 4
  for (let at = start; at < start + 256; at++) {
    let same = 0
    while (same < WORDS && HEAP32[at + same] === HEAP32[copy + same]) same++
    if (same < WORDS) continue
    HEAP32[at + ITERATIONS_WORD] = iterations
    return
  }
  throw new Error('the iterations are not where Bullet keeps them')
}

// cannon-es (JavaScript): Gauss-Seidel iterations on springs. Stiffer contacts sink in less. Friction of a pair comes
// from its contact material; its bound is mu times the weight of the reduced mass, not mu times the normal force.

const iterations = (count) => ({ name: `${count} iterations`, iterations: count })
const stiff = (count) => ({ name: `tuned, ${count} iterations`, iterations: count, stiffness: 1e9 })

export const cannon = {
  name: 'cannon-es',
  package: 'cannon-es',
  dimensions: [3],
  settings: () => [
    { name: 'default', isDefault: true, iterations: 10 }, iterations(20), iterations(40), iterations(80),
    stiff(10), stiff(40),
  ],
  quick: ['default'],

  async open(bed, { iterations, stiffness }) {
    const cannon = await import('cannon-es')
    const world = new cannon.World({ gravity: new cannon.Vec3(0, 0, -bed.gravity), allowSleep: false })
    world.broadphase = new cannon.SAPBroadphase(world) // the default compares all pairs
    world.solver.iterations = iterations
    world.solver.tolerance = 0 // runs all iterations
    const { defaultContactMaterial: contact } = world
    contact.friction = bed.friction
    contact.restitution = 0
    if (stiffness) contact.contactEquationStiffness = stiffness

    const wall = (position, rotate) => {
      const body = new cannon.Body({ mass: 0, shape: new cannon.Plane(), position: new cannon.Vec3(...position) })
      rotate(body.quaternion) // a plane looks along +z
      world.addBody(body)
      return body
    }
    const { width } = bed
    const quarter = Math.PI / 2
    const floor = wall([0, 0, 0], () => {})
    wall([0, 0, 0], (q) => q.setFromEuler(0, quarter, 0))
    wall([width, 0, 0], (q) => q.setFromEuler(0, -quarter, 0))
    wall([0, 0, 0], (q) => q.setFromEuler(-quarter, 0, 0))
    wall([0, width, 0], (q) => q.setFromEuler(quarter, 0, 0))
    const bodies = Array.from(bed.radii, (radius, k) => {
      const body = new cannon.Body({
        mass: bed.masses[k], shape: new cannon.Sphere(radius), position: new cannon.Vec3(...bed.positions.subarray(3 * k, 3 * k + 3)),
        linearDamping: 0, angularDamping: 0, allowSleep: false,
      })
      world.addBody(body)
      return body
    })
    const read = (out, name) => bodies.forEach((body, k) => {
      const { x, y, z } = body[name]
      out.set([x, y, z], 3 * k)
    })
    return {
      step: () => world.step(bed.timeStep),
      positions: (out) => read(out, 'position'),
      velocities: (out) => read(out, 'velocity'),
      // an equation's multiplier is a force
      floorForce: () => world.contacts.reduce((sum, c) => sum + (c.bi === floor || c.bj === floor ? c.multiplier : 0), 0),
      close: () => {},
    }
  },
}

// planck (JavaScript, a port of Box2D 2.4): velocity iterations for forces, position iterations push overlaps out down to
// a slop. The slop's default is half a per cent of a metre.

const iterations = (count) => ({ name: `${count} iterations`, iterations: count })
const tuned = (count) => ({ name: `tuned, ${count} iterations`, iterations: count, slop: 1e-4 })

export const planck = {
  name: 'planck',
  package: 'planck',
  dimensions: [2],
  settings: () => [
    { name: 'default', isDefault: true, iterations: 8 }, ...[16, 32, 64].map(iterations), ...[8, 16, 32, 64].map(tuned),
  ],
  quick: ['default', 'tuned, 8 iterations'],

  async open(bed, { iterations, slop }) {
    const planck = await import('planck')
    const world = new planck.World({ gravity: planck.Vec2(0, -bed.gravity), allowSleep: false, continuousPhysics: false })
    const { width, wallHeight } = bed
    const ground = world.createBody()
    const side = (x1, y1, x2, y2) =>
      ground.createFixture(new planck.Edge(planck.Vec2(x1, y1), planck.Vec2(x2, y2)), { friction: bed.friction, restitution: 0 })
    const floor = side(-width, 0, 2 * width, 0)
    side(0, -width, 0, wallHeight)
    side(width, -width, width, wallHeight)
    const bodies = Array.from(bed.radii, (radius, k) => {
      const body = world.createBody({ type: 'dynamic', position: planck.Vec2(bed.positions[3 * k], bed.positions[3 * k + 1]), allowSleep: false })
      body.createFixture(new planck.Circle(radius), { density: 1, friction: bed.friction, restitution: 0 }) // combined as sqrt(a b)
      return body
    })
    const read = (out, vectorOf) => bodies.forEach((body, k) => {
      const { x, y } = vectorOf(body)
      out[3 * k] = x
      out[3 * k + 1] = y
    })
    return {
      step() {
        // the slop belongs to all worlds at once
        planck.Settings.linearSlop = slop ?? 0.005
        // three position iterations for eight of velocity, as by default
        world.step(bed.timeStep, iterations, Math.round((3 * iterations) / 8))
      },
      positions: (out) => read(out, (body) => body.getPosition()),
      velocities: (out) => read(out, (body) => body.getLinearVelocity()),
      floorForce() {
        let impulse = 0
        for (let contact = world.getContactList(); contact; contact = contact.getNext()) {
          if (contact.getFixtureA() !== floor && contact.getFixtureB() !== floor) continue
          const manifold = contact.getManifold()
          for (let p = 0; p < manifold.pointCount; p++) impulse += manifold.points[p].normalImpulse
        }
        return impulse / bed.timeStep
      },
      close: () => {},
    }
  },
}

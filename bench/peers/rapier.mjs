// Rapier (Rust, WebAssembly with SIMD), in two and three dimensions: two builds of one engine with one interface.
// A solver iteration is a substep; contacts are springs of a natural frequency, so stiffer ones sink in less.

const iterations = (count) => ({ name: `${count} iterations`, iterations: count })
const stiff = (count, hertz) => ({ name: `tuned, ${hertz} Hz, ${count} iterations`, iterations: count, hertz })

function engine(dimension, name) {
  return {
    name,
    package: name,
    dimensions: [dimension],
    settings: () => [
      { name: 'default', isDefault: true },
      ...[8, 16, 32].map(iterations), stiff(4, 120), stiff(4, 240), stiff(4, 480), stiff(8, 240), stiff(16, 480), stiff(32, 960),
    ],
    quick: ['default', 'tuned, 240 Hz, 4 iterations'],
    open: async (bed, setting) => open((await import(name)).default, bed, setting),
  }
}

export const rapier3d = engine(3, '@dimforge/rapier3d-simd-compat')
export const rapier2d = engine(2, '@dimforge/rapier2d-simd-compat')

async function open(rapier, bed, { iterations, hertz }) {
  await rapier.init()
  const { dimension } = bed
  const up = dimension - 1
  const names = ['x', 'y', 'z'].slice(0, dimension)
  const vector = (axis, length) => Object.fromEntries(names.map((name, e) => [name, e === axis ? length : 0]))
  const world = new rapier.World(vector(up, -bed.gravity))
  world.timestep = bed.timeStep
  const parameters = world.integrationParameters
  if (iterations) parameters.numSolverIterations = iterations
  if (hertz) {
    parameters.contact_natural_frequency = hertz
    parameters.normalizedAllowedLinearError = 1e-5 // the 1e-3 of the default is a sinking that it does not correct
  }

  const halfSpace = (axis, sign, at) => world.createCollider(
    new rapier.ColliderDesc(new rapier.HalfSpace(vector(axis, sign))).setTranslation(...names.map((_, e) => (e === axis ? at : 0)))
      .setFriction(bed.friction).setRestitution(0))
  const floor = halfSpace(up, 1, 0)
  for (let axis = 0; axis < up; axis++) {
    halfSpace(axis, 1, 0)
    halfSpace(axis, -1, bed.width)
  }
  const bodies = Array.from(bed.radii, (radius, k) => {
    const at = bed.positions.subarray(3 * k, 3 * k + dimension)
    const body = world.createRigidBody(rapier.RigidBodyDesc.dynamic().setTranslation(...at).setCanSleep(false))
    world.createCollider(rapier.ColliderDesc.ball(radius).setDensity(1).setFriction(bed.friction).setRestitution(0), body)
    return body
  })
  const read = (out, vectorOf) => bodies.forEach((body, k) => {
    const v = vectorOf(body)
    names.forEach((name, e) => { out[3 * k + e] = v[name] })
  })
  return {
    step: () => world.step(),
    positions: (out) => read(out, (body) => body.translation()),
    velocities: (out) => read(out, (body) => body.linvel()),
    // as it keeps them, over the step; with few iterations that reads more than lies on the floor, with many less
    floorForce() {
      let impulse = 0
      world.contactPairsWith(floor, (other) => world.contactPair(floor, other, (manifold) => {
        for (let c = 0; c < manifold.numContacts(); c++) impulse += manifold.contactImpulse(c)
      }))
      return impulse / bed.timeStep
    },
    close: () => world.free(),
  }
}

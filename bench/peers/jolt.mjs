// Jolt (C++, WebAssembly, the build with one thread). Velocity steps are its solver iterations, position steps push
// overlaps out down to a slop. Its JavaScript interface does not tell contact impulses, so the floor force is not readable.

const steps = (velocitySteps, positionSteps) => ({ name: `${velocitySteps} + ${positionSteps} steps`, velocitySteps, positionSteps })
const tuned = (velocitySteps, positionSteps) => ({ ...steps(velocitySteps, positionSteps), name: `tuned, ${velocitySteps} + ${positionSteps} steps`, slop: 1e-4 })

export const jolt = {
  name: 'jolt-physics',
  package: 'jolt-physics',
  dimensions: [3],
  settings: () => [
    { name: 'default', isDefault: true },
    steps(20, 4), steps(40, 8), steps(80, 16), tuned(10, 2), tuned(20, 4), tuned(40, 8), tuned(80, 16),
  ],
  quick: ['default'],

  async open(bed, setting) {
    // an instance of the module for each world: its allocators and job system are global
    const jolt = await (await import('jolt-physics/wasm-compat')).default()
    const world = new jolt.JoltInterface(settingsFor(jolt, bed.grains))
    const system = world.GetPhysicsSystem()
    system.SetGravity(new jolt.Vec3(0, 0, -bed.gravity))
    const physics = system.GetPhysicsSettings()
    physics.mAllowSleeping = false
    if (setting.velocitySteps) physics.mNumVelocitySteps = setting.velocitySteps
    if (setting.positionSteps) physics.mNumPositionSteps = setting.positionSteps
    if (setting.slop) physics.mPenetrationSlop = setting.slop
    system.SetPhysicsSettings(physics)

    const bodyInterface = system.GetBodyInterface()
    const place = new jolt.RVec3(0, 0, 0)
    const upright = new jolt.Quat(0, 0, 0, 1)
    const add = (shape, motion, layer, activation) => {
      const creation = new jolt.BodyCreationSettings(shape, place, upright, motion, layer)
      creation.mFriction = bed.friction // combined as sqrt(a b)
      creation.mRestitution = 0
      creation.mLinearDamping = 0
      creation.mAngularDamping = 0
      creation.mAllowSleeping = false
      const body = bodyInterface.CreateBody(creation)
      bodyInterface.AddBody(body.GetID(), activation)
      jolt.destroy(creation)
      return body
    }
    const plane = (x, y, z, constant) => add(
      new jolt.PlaneShape(new jolt.Plane(new jolt.Vec3(x, y, z), constant), undefined, 4 * bed.width), jolt.EMotionType_Static, FIXED, jolt.EActivation_DontActivate)
    plane(0, 0, 1, 0)
    plane(1, 0, 0, 0)
    plane(0, 1, 0, 0)
    plane(-1, 0, 0, bed.width)
    plane(0, -1, 0, bed.width)
    const bodies = Array.from(bed.radii, (radius, k) => {
      place.Set(bed.positions[3 * k], bed.positions[3 * k + 1], bed.positions[3 * k + 2])
      return add(densityOne(new jolt.SphereShape(radius)), jolt.EMotionType_Dynamic, MOVING, jolt.EActivation_Activate)
    })
    system.OptimizeBroadPhase()
    const read = (out, vectorOf) => bodies.forEach((body, k) => {
      const v = vectorOf(body)
      out[3 * k] = v.GetX()
      out[3 * k + 1] = v.GetY()
      out[3 * k + 2] = v.GetZ()
    })
    return {
      step: () => world.Step(bed.timeStep, 1),
      positions: (out) => read(out, (body) => body.GetPosition()),
      velocities: (out) => read(out, (body) => body.GetLinearVelocity()),
      close: () => jolt.destroy(world),
    }
  },
}

const MOVING = 0
const FIXED = 1

function densityOne(shape) {
  shape.SetDensity(1) // 1000 is its default; masses cancel, but rounding should be alike
  return shape
}

/** The package's scratch for a step, which cannot be set, and what a contact takes of it. */
const SCRATCH_BYTES = 10 * 2 ** 20
const CONSTRAINT_BYTES = 472

/** Two layers: what moves meets all, walls do not meet each other. */
function settingsFor(jolt, grains) {
  const pairs = new jolt.ObjectLayerPairFilterTable(2)
  pairs.EnableCollision(MOVING, MOVING)
  pairs.EnableCollision(MOVING, FIXED)
  const layers = new jolt.BroadPhaseLayerInterfaceTable(2, 2)
  layers.MapObjectToBroadPhaseLayer(MOVING, new jolt.BroadPhaseLayer(0))
  layers.MapObjectToBroadPhaseLayer(FIXED, new jolt.BroadPhaseLayer(1))
  const constraints = Math.round(3.2 * grains) // a third more than there are
  if (constraints * CONSTRAINT_BYTES > SCRATCH_BYTES) throw new Error(`its scratch of ${SCRATCH_BYTES >> 20} MiB does not hold ${constraints} contacts`)
  const settings = new jolt.JoltSettings()
  settings.mMaxBodies = grains + 16
  settings.mMaxBodyPairs = 8 * grains
  settings.mMaxContactConstraints = constraints
  settings.mMaxWorkerThreads = 0
  settings.mObjectLayerPairFilter = pairs
  settings.mBroadPhaseLayerInterface = layers
  settings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 2, pairs, 2)
  return settings
}

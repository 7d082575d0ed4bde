// PhysX 5 (C++, WebAssembly), spheres and planes. Its two solvers: TGS (the default here: each position iteration is a
// substep) and PGS. Contact reports are asked for only while the floor force is read, outside the timed steps.

import { readFile } from 'node:fs/promises'

const tgs = (positions, velocities = 1) => ({ name: `TGS ${positions} + ${velocities}`, solver: 'eTGS', positions, velocities })
const pgs = (positions, velocities = 1) => ({ name: `PGS ${positions} + ${velocities}`, solver: 'ePGS', positions, velocities })
const SETTLING = 24 // steps, a tenth of a second, after the floor was taken away for none

export const physx = {
  name: 'physx-js-webidl',
  package: 'physx-js-webidl',
  dimensions: [3],
  settings: () => [
    { ...tgs(4), name: 'default', isDefault: true },
    tgs(8), tgs(16), tgs(32), tgs(64), pgs(4), pgs(16), pgs(64),
  ],
  quick: ['default', 'TGS 16 + 1'],

  async open(bed, setting) {
    const px = await loadModule()
    const top = px.PxTopLevelFunctions.prototype // what is static in C++
    const version = px.PHYSICS_VERSION
    const foundation = top.CreateFoundation(version, new px.PxDefaultAllocator(), new px.PxDefaultErrorCallback())
    const physics = top.CreatePhysics(version, foundation, new px.PxTolerancesScale())
    const description = new px.PxSceneDesc(physics.getTolerancesScale())
    description.gravity = new px.PxVec3(0, 0, -bed.gravity)
    description.cpuDispatcher = top.DefaultCpuDispatcherCreate(0) // all in the calling thread
    description.solverType = px.PxSolverTypeEnum[setting.solver]
    description.filterShader = top.DefaultFilterShader()
    const reports = new px.PxSimulationEventCallbackImpl()
    let onContact = () => {}
    reports.onContact = (header, pairs, count) => onContact(header, pairs, count)
    for (const other of ['onConstraintBreak', 'onWake', 'onSleep', 'onTrigger']) reports[other] = () => {}
    description.simulationEventCallback = reports
    const scene = physics.createScene(description)

    const material = physics.createMaterial(bed.friction, bed.friction, 0)
    const shapeFlags = new px.PxShapeFlags(px.PxShapeFlagEnum.eSIMULATION_SHAPE)
    const filter = new px.PxFilterData(1, 1, 0, 0)
    const plane = (x, y, z, distance) => {
      const actor = top.CreatePlane(physics, new px.PxPlane(x, y, z, distance), material)
      px.SupportFunctions.prototype.PxActor_getShape(actor, 0).setSimulationFilterData(filter)
      scene.addActor(actor)
      return actor
    }
    const floor = plane(0, 0, 1, 0)
    plane(1, 0, 0, 0)
    plane(0, 1, 0, 0)
    plane(-1, 0, 0, bed.width)
    plane(0, -1, 0, bed.width)
    const pose = new px.PxTransform(px.PxIDENTITYEnum.PxIdentity)
    const bodies = Array.from(bed.radii, (radius, k) => {
      pose.p = new px.PxVec3(bed.positions[3 * k], bed.positions[3 * k + 1], bed.positions[3 * k + 2])
      const body = physics.createRigidDynamic(pose)
      const shape = physics.createShape(new px.PxSphereGeometry(radius), material, true, shapeFlags)
      shape.setSimulationFilterData(filter)
      body.attachShape(shape)
      px.PxRigidBodyExt.prototype.updateMassAndInertia(body, 1)
      body.setLinearDamping(0)
      body.setAngularDamping(0)
      body.setSleepThreshold(0)
      body.setStabilizationThreshold(0)
      body.setSolverIterationCounts(setting.positions, setting.velocities)
      scene.addActor(body)
      body.setWakeCounter(1e6)
      return body
    })
    const step = () => {
      scene.simulate(bed.timeStep)
      scene.fetchResults(true)
    }
    const read = (out, vectorOf) => bodies.forEach((body, k) => {
      const { x, y, z } = vectorOf(body)
      out.set([x, y, z], 3 * k)
    })
    return {
      step,
      positions: (out) => read(out, (body) => body.getGlobalPose().p),
      velocities: (out) => read(out, (body) => body.getLinearVelocity()),
      floorForce() {
        let impulse = 0
        const points = new px.Vector_PxContactPairPoint(1)
        onContact = (_, reported, count) => {
          for (let k = 0; k < count; k++) {
            const pair = px.NativeArrayHelpers.prototype.getContactPairAt(reported, k)
            if (pair.extractContacts(points.data(), 1) > 0) impulse += Math.abs(points.at(0).impulse.z) // one point between sphere and plane
          }
        }
        const { eNOTIFY_TOUCH_FOUND, eNOTIFY_TOUCH_PERSISTS, eNOTIFY_CONTACT_POINTS } = px.PxPairFlagEnum
        // the third word asks for reports
        const asking = new px.PxFilterData(1, 1, eNOTIFY_TOUCH_FOUND | eNOTIFY_TOUCH_PERSISTS | eNOTIFY_CONTACT_POINTS, 0)
        px.SupportFunctions.prototype.PxActor_getShape(floor, 0).setSimulationFilterData(asking)
        scene.removeActor(floor, false) // its pairs are made anew, with reports
        scene.addActor(floor)
        for (let k = 0; k < SETTLING; k++) {
          impulse = 0
          step()
        }
        return impulse / bed.timeStep
      },
      close: () => scene.release(),
    }
  },
}

/** The package is built for pages only, and refuses to start where it sees Node; there is nothing else in its way. */
async function loadModule() {
  const wasmBinary = await readFile(new URL(import.meta.resolve('physx-js-webidl/physx-js-webidl.wasm')))
  const { default: start } = await import('physx-js-webidl')
  const { process } = globalThis
  try {
    globalThis.process = undefined
    globalThis.window = globalThis
    return await start({ wasmBinary })
  } finally {
    globalThis.process = process
    delete globalThis.window
  }
}

// Havok (C++, WebAssembly, Babylon's build). It has no setting for iterations or stiffness: more accuracy is to be had
// from shorter steps only, so the sweep is over steps in a 240th of a second.

import { readFile } from 'node:fs/promises'

const substeps = (count) => ({ name: `${count} substeps`, substeps: count })

export const havok = {
  name: '@babylonjs/havok',
  package: '@babylonjs/havok',
  dimensions: [3],
  settings: () => [{ name: 'default', isDefault: true, substeps: 1 }, ...[2, 4, 8].map(substeps)],
  quick: ['default', '2 substeps'],

  async open(bed, { substeps }) {
    // it would look for its binary by fetch, which Node does not do for files
    const wasmBinary = await readFile(new URL(import.meta.resolve('@babylonjs/havok/lib/esm/HavokPhysics.wasm')))
    const hk = await (await import('@babylonjs/havok')).default({ wasmBinary })
    const [, world] = hk.HP_World_Create()
    hk.HP_World_SetGravity(world, [0, 0, -bed.gravity])
    hk.HP_World_SetIdealStepTime(world, bed.timeStep / substeps)
    const material = [bed.friction, bed.friction, 0, hk.MaterialCombine.MINIMUM, hk.MaterialCombine.MINIMUM]
    const add = (shape, position, motion) => {
      hk.HP_Shape_SetMaterial(shape, material)
      hk.HP_Shape_SetDensity(shape, 1)
      const [, body] = hk.HP_Body_Create()
      hk.HP_Body_SetShape(body, shape)
      hk.HP_Body_SetMotionType(body, motion)
      if (motion === hk.MotionType.DYNAMIC) {
        hk.HP_Body_SetMassProperties(body, hk.HP_Shape_BuildMassProperties(shape)[1])
        hk.HP_Body_SetLinearDamping(body, 0)
        hk.HP_Body_SetAngularDamping(body, 0)
        hk.HP_Body_SetActivationControl(body, hk.ActivationControl.ALWAYS_ACTIVE)
      }
      hk.HP_Body_SetQTransform(body, [position, [0, 0, 0, 1]])
      hk.HP_World_AddBody(world, body, false)
      return body
    }
    const { width, wallHeight } = bed
    const thick = width // walls as boxes, thick enough that nothing comes through: it has no planes
    const wall = (centre, extents) =>
      add(hk.HP_Shape_CreateBox([0, 0, 0], [0, 0, 0, 1], extents)[1], centre, hk.MotionType.STATIC)
    const floor = wall([width / 2, width / 2, -thick / 2], [3 * width, 3 * width, thick])
    for (const at of [-thick / 2, width + thick / 2]) {
      wall([at, width / 2, wallHeight / 2], [thick, 3 * width, wallHeight])
      wall([width / 2, at, wallHeight / 2], [3 * width, thick, wallHeight])
    }
    const bodies = Array.from(bed.radii, (radius, k) =>
      add(hk.HP_Shape_CreateSphere([0, 0, 0], radius)[1], Array.from(bed.positions.subarray(3 * k, 3 * k + 3)), hk.MotionType.DYNAMIC))
    const step = () => {
      for (let k = 0; k < substeps; k++) hk.HP_World_Step(world, bed.timeStep / substeps)
    }
    const read = (out, vectorOf) => bodies.forEach((body, k) => out.set(vectorOf(body)[1], 3 * k))
    return {
      step,
      positions: (out) => read(out, (body) => hk.HP_Body_GetPosition(body)),
      velocities: (out) => read(out, (body) => hk.HP_Body_GetLinearVelocity(body)),
      floorForce() {
        hk.HP_Body_SetEventMask(floor, hk.EventType.COLLISION_STARTED.value | hk.EventType.COLLISION_CONTINUED.value)
        hk.HP_World_Step(world, bed.timeStep / substeps)
        hk.HP_World_Step(world, bed.timeStep / substeps)
        let impulse = 0
        for (let event = hk.HP_World_GetCollisionEvents(world)[1]; event; event = hk.HP_World_GetNextCollisionEvent(Number(world[0]), event))
          impulse += hk.HP_Event_AsCollision(event)[1][3]
        hk.HP_Body_SetEventMask(floor, 0)
        return (impulse * substeps) / bed.timeStep
      },
      close: () => {
        for (const body of bodies) hk.HP_Body_Release(body)
        hk.HP_World_Release(world)
      },
    }
  },
}

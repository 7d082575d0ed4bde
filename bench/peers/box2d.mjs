// Box2D v3 (C, WebAssembly with SIMD), one worker. Substeps are its iterations; contacts are springs with a frequency,
// which it lowers to a quarter of the substeps' rate where it is higher.

const substeps = (count) => ({ name: `${count} substeps`, substeps: count })
const stiff = (count) => ({ name: `tuned, ${count} substeps`, substeps: count, hertz: 60 * count })

export const box2d = {
  name: 'box2d3-wasm',
  package: 'box2d3-wasm',
  dimensions: [2],
  settings: () => [
    { name: 'default', isDefault: true, substeps: 4 }, ...[8, 16, 32].map(substeps), ...[4, 8, 16, 32].map(stiff),
  ],
  quick: ['default', 'tuned, 4 substeps', 'tuned, 16 substeps'],

  async open(bed, { substeps, hertz }) {
    const b2 = await (await import('box2d3-wasm')).default()
    const definition = b2.b2DefaultWorldDef()
    definition.gravity.Set(0, -bed.gravity)
    definition.enableSleep = false
    definition.enableContinuous = false
    definition.workerCount = 1
    if (hertz) definition.contactHertz = hertz
    const world = b2.b2CreateWorld(definition)
    if (hertz) b2.b2World_SetContactTuning(world, hertz, 10, 1e3) // pushed out as fast as the spring wants

    const shapeOf = () => {
      const shape = b2.b2DefaultShapeDef()
      shape.density = 1
      shape.material.friction = bed.friction
      shape.material.restitution = 0
      shape.enableContactEvents = false
      return shape
    }
    const shape = shapeOf()
    const still = b2.b2DefaultBodyDef()
    const ground = b2.b2CreateBody(world, still)
    const side = (x1, y1, x2, y2) => {
      const segment = new b2.b2Segment()
      segment.point1.Set(x1, y1)
      segment.point2.Set(x2, y2)
      return b2.b2CreateSegmentShape(ground, shape, segment)
    }
    const { width, wallHeight } = bed
    const floor = side(-width, 0, 2 * width, 0)
    side(0, -width, 0, wallHeight)
    side(width, -width, width, wallHeight)
    const bodies = Array.from(bed.radii, (radius, k) => {
      const moving = b2.b2DefaultBodyDef()
      moving.type = b2.b2BodyType.b2_dynamicBody
      moving.position.Set(bed.positions[3 * k], bed.positions[3 * k + 1])
      moving.enableSleep = false
      const body = b2.b2CreateBody(world, moving)
      const circle = new b2.b2Circle()
      circle.radius = radius
      b2.b2CreateCircleShape(body, shape, circle)
      circle.delete()
      moving.delete()
      return body
    })
    const read = (out, vectorOf) => bodies.forEach((body, k) => {
      const v = vectorOf(body)
      out[3 * k] = v.x
      out[3 * k + 1] = v.y
      v.delete()
    })
    return {
      step: () => b2.b2World_Step(world, bed.timeStep, substeps),
      positions: (out) => read(out, (body) => b2.b2Body_GetPosition(body)),
      velocities: (out) => read(out, (body) => b2.b2Body_GetLinearVelocity(body)),
      floorForce: () => forceOn(b2, floor, bed, substeps),
      close: () => b2.b2DestroyWorld(world),
    }
  },
}

/** The impulse that it keeps is that of the last substep. */
function forceOn(b2, shape, { grains, timeStep }, substeps) {
  let impulse = 0
  for (const { manifold } of b2.b2Shape_GetContactData(shape, grains))
    for (let k = 0; k < manifold.pointCount; k++) impulse += manifold.GetPoint(k).normalImpulse * Math.abs(manifold.normal.y)
  return (impulse * substeps) / timeStep
}

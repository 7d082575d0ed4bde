// matter-js (JavaScript): positions corrected with a slop, velocities with a handful of iterations. Units are pixels and
// milliseconds, so the bed is given at a scale at which its constants make sense. Its circles are polygons: with 32 sides
// the flats lie half a per cent of a radius inside the circle, which counts as overlap. It has no force to read.

const SCALE = 64 // pixels a metre: it gives a circle no more sides than its radius has pixels
const SIDES = 32
const iterations = (count) => ({ name: `${count} times the iterations`, times: count })

export const matter = {
  name: 'matter-js',
  package: 'matter-js',
  dimensions: [2],
  settings: () => [{ name: 'default', isDefault: true, times: 1 }, ...[2, 4, 8].map(iterations), { name: 'tuned, 4 times the iterations', times: 4, slop: 1e-3 }],
  quick: ['default'],

  async open(bed, { times, slop }) {
    const { Bodies, Body, Composite, Engine } = (await import('matter-js')).default
    const engine = Engine.create({
      positionIterations: 6 * times, velocityIterations: 4 * times, constraintIterations: 2, enableSleeping: false,
      gravity: { x: 0, y: 1, scale: (bed.gravity * SCALE) / 1e6 }, // a millisecond squared; y is down
    })
    const surface = { friction: bed.friction, frictionStatic: 1, frictionAir: 0, restitution: 0, ...(slop ? { slop: slop * SCALE } : {}) }
    const { width, wallHeight } = bed
    const wall = (x, y, w, h) =>
      Composite.add(engine.world, Bodies.rectangle(x * SCALE, -y * SCALE, w * SCALE, h * SCALE, { ...surface, isStatic: true }))
    wall(width / 2, -width / 2, 3 * width, width)
    wall(-width / 2, wallHeight / 2 - 1, width, wallHeight)
    wall(1.5 * width, wallHeight / 2 - 1, width, wallHeight)
    const bodies = Array.from(bed.radii, (radius, k) =>
      Bodies.circle(bed.positions[3 * k] * SCALE, -bed.positions[3 * k + 1] * SCALE, radius * SCALE, { ...surface, density: 1 / SCALE ** 2 }, SIDES))
    Composite.add(engine.world, bodies)
    const read = (out, vectorOf, unit) => bodies.forEach((body, k) => {
      const { x, y } = vectorOf(body)
      out[3 * k] = x * unit
      out[3 * k + 1] = -y * unit
    })
    const milliseconds = 1000 * bed.timeStep
    return {
      step: () => Engine.update(engine, milliseconds),
      positions: (out) => read(out, (body) => body.position, 1 / SCALE),
      velocities: (out) => read(out, (body) => Body.getVelocity(body), 60 / SCALE), // pixels a sixtieth of a second
      close: () => Engine.clear(engine),
    }
  },
}

// The same world with one thread and with as many as there are cores: the same bytes, sooner.
//
//   npm run build && node examples/threads/compare.js [spheres along an edge, 33 by default]

import { lattice, load, random } from 'signorini'

const edge = Number(process.argv[2] ?? 33)
const steps = 10

/** A cube of spheres that touch and are pushed about: three contacts a sphere, each with something to do in every sweep. */
function scene() {
  const draw = random(1)
  const push = () => draw() - 0.5
  const { bodies, ...rest } = lattice({
    dimension: 3, counts: [edge, edge, edge], friction: 0.3, timeStep: 0.001, solver: { criterion: 'fixed', maxSweeps: 50 },
  })
  return { ...rest, bodies: bodies.map((body) => ({ ...body, velocity: [push(), push(), push()] })) }
}

const results = []
for (const threads of [1, 'all']) {
  const engine = await load({ threads })
  const world = engine.createWorld(scene())
  world.step(3) // the first step calls the helpers, which join when they arrive
  const begun = performance.now()
  const { contacts } = world.step(steps)
  const milliseconds = (performance.now() - begun) / steps
  results.push({ milliseconds, hash: world.hash() })
  console.log(`threads: ${engine.threads}   contacts: ${contacts}   ${milliseconds.toFixed(1)} ms a step   hash ${world.hash()}`)
  if (engine.threadsMissing) console.log(`not more threads, because ${engine.threadsMissing}`)
  engine.close() // a program that ends need not
}

const [one, all] = results
console.log(`${one.hash === all.hash ? 'the same bytes' : 'OTHER BYTES: please report this'}, ${(one.milliseconds / all.milliseconds).toFixed(2)} times as fast`)

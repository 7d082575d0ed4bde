// The bed that every engine gets: grains fallen into an open box about as wide as the bed is deep, at rest, overlaps
// close to nothing, plain numbers. It is settled by this library, once, and kept in out/. From there each engine sinks
// or shakes into the rest of its own solver.
//
// Positions are handed over, forces are not, and with friction positions do not tell the forces: a solver that starts from
// zero may not find those that hold a bed. The same 5000 spheres, prepared with at most 200 sweeps a step, moved at 3e-6
// to 2e-5 sqrt(g r) if the forces were kept; if not, they gained 2e-4 to 8e-4 in 20 steps though the first had 20 000
// sweeps. A bed handed over like that slid for two and a half seconds at 3e-3 to 6e-3 with the default solver, while with few
// sweeps it sank, stuck, and looked stiller within one. So the forces are forgotten here, again and again, with a first step
// as good as can be, until the bed bears it.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { box } from '../../dist/index.js' // peers/ is a package of its own, so the name is not known here
import { overlaps } from './measure.mjs'

const GRAVITY = 9.81
const RATE = 240 // steps a second
const RADII = [0.5, 1]
const SEED = 1
const FALLING = { criterion: 'fixed', maxSweeps: 30 } // enough to come down; what overlaps it leaves, the second fall takes away
const CONVERGED = { criterion: 'local', tolerance: 1e-3 }
const MOST_SWEEPS = { 2: 300, 3: 100 } // forces spread like diffusion, and a bed of disks is more grains deep
const STILL = { first: 1e-2, dragged: 1e-3, last: 1e-4 } // mean speed in sqrt(g r): at last a tenth of the creep that is compared
const DRAG = 0.1 // of the velocity, a step: the stretched bed comes down slowly and does not rearrange for minutes
// forgetting the forces: the first step, the ones after it, how far the grains may go then in the mean (in radii), how often
export const FORGETTING = {
  first: { criterion: 'local', tolerance: 1e-5, maxSweeps: 20000 }, then: { criterion: 'local', tolerance: 1e-4 }, moved: 1e-3, times: 8,
}
const LOOK = RATE / 10 // steps between two looks at the speed
const SMALL = 1e-5 // mean overlap in radii: a twentieth of what is compared
const FALLS = 3
const LONGEST = 30 * RATE // what is not still by then creeps on; each engine goes on to its own rest anyway
/** Beds that were kept are those of this recipe. */
const RECIPE = JSON.stringify({ GRAVITY, RATE, RADII, SEED, FALLING, CONVERGED, MOST_SWEEPS, STILL, DRAG, FORGETTING, SMALL, FALLS, LONGEST })

/** What a bed is, from what is kept of it. Positions have three numbers a grain; up is the last of its dimensions. */
function complete({ dimension, width, positions, radii, moved }) {
  const masses = Array.from(radii, (r) => (dimension === 3 ? (4 / 3) * Math.PI * r ** 3 : Math.PI * r ** 2)) // density 1
  const sum = (values) => values.reduce((a, b) => a + b, 0)
  return {
    dimension, width, masses, moved, grains: radii.length, radii: Float64Array.from(radii), positions: Float64Array.from(positions),
    meanRadius: sum(radii) / radii.length, weight: GRAVITY * sum(masses), gravity: GRAVITY, friction: 0.5, rate: RATE,
    timeStep: 1 / RATE, wallHeight: 3 * width,
  }
}

export function settledBed(engine, dimension, grains, progress) {
  const folder = fileURLToPath(new URL('../../out/peers/', import.meta.url))
  const file = `${folder}bed-${dimension}d-${grains}.json`
  try {
    const { recipe, ...kept } = JSON.parse(readFileSync(file, 'utf8'))
    if (recipe === RECIPE) return complete(kept)
  } catch (error) {
    if (error.code !== 'ENOENT' && !(error instanceof SyntaxError)) throw error
  }
  const bed = settle(engine, dimension, grains, progress)
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify({ recipe: RECIPE, ...bed })) // renamed when whole, so that a broken run leaves no half of it
  renameSync(`${file}.new`, file)
  return complete(bed)
}

/** Plain numbers; `moved`: how far the grains went in the mean when forces were last forgotten, in radii. */
export function settle(engine, dimension, grains, progress) {
  const width = dimension === 3 ? 1.49 * Math.cbrt(grains) : 1.5 * Math.sqrt(grains) // solid fractions of 0.59 and 0.81
  const loose = box({
    dimension, grains, width, radius: RADII, friction: 0.5, gravity: GRAVITY, timeStep: 1 / RATE, seed: SEED, solver: FALLING,
  })
  let scene = loose
  let bed = complete(fall(engine, scene, STILL.first, progress))
  // stretched, box and all, until nothing overlaps, then let down again, each time by less and so more gently
  for (let again = 0; again < FALLS && overlaps(bed, bed.positions).meanOverlap > SMALL; again++) {
    const { maxOverlap } = overlaps(bed, bed.positions)
    const stretch = 1 / (1 - (maxOverlap * bed.meanRadius) / RADII[0]) // enough for a grain of the smallest radius in a wall
    scene = {
      ...scene, solver: { ...CONVERGED, maxSweeps: MOST_SWEEPS[dimension] },
      bodies: scene.bodies.map((b, k) => ({ ...b, position: scaled(bed.positions.subarray(3 * k, 3 * k + dimension), stretch) })),
      boundaries: scene.boundaries.map((b) => ({ ...b, point: scaled(b.point, stretch) })),
    }
    bed = complete(fall(engine, scene, STILL.dragged, progress, DRAG))
  }
  bed = consolidate(engine, scene, bed, progress)
  const { positions, radii, moved } = bed
  return { dimension, width: bed.width, moved, radii: Array.from(radii), positions: Array.from(positions) }
}

/** Without drag, which also hides what still wants to move, and without the forces it had, until it stays where it is. */
function consolidate(engine, scene, bed, progress) {
  const { dimension } = bed
  for (let time = 1; time <= FORGETTING.times; time++) {
    const bodies = scene.bodies.map((b, k) => ({ ...b, position: scaled(bed.positions.subarray(3 * k, 3 * k + dimension), 1) }))
    const solver = { ...FORGETTING.then, maxSweeps: 2 * MOST_SWEEPS[dimension] }
    const next = fall(engine, { ...scene, bodies, allowedOverlap: 0.01, solver }, STILL.last, progress, 0, FORGETTING.first)
    const moved = meanDistance(bed, next)
    bed = complete({ ...next, moved })
    progress(`forces forgotten, ${time}: moved by ${moved.toPrecision(2)} r, to be ${FORGETTING.moved}`)
    if (moved < FORGETTING.moved) break
  }
  return bed
}

function meanDistance(before, after) {
  return meanLength(after.positions.map((x, k) => x - before.positions[k])) / before.meanRadius
}

function scaled(point, factor) {
  return Array.from(point, (x) => x * factor)
}

/** The bed once it is at rest. */
function fall(engine, scene, still, progress, drag = 0, first = scene.solver) {
  const world = engine.createWorld({ ...scene, solver: first })
  world.step()
  world.configure({ solver: scene.solver })
  const unit = Math.sqrt(GRAVITY * (RADII[0] + RADII[1]) / 2)
  let speed = Infinity
  for (let k = 1; k <= LONGEST && !(k > RATE && speed < still); k++) {
    world.step()
    if (drag > 0) slow(world.bodies, 1 - drag)
    if (k % LOOK !== 0) continue
    speed = meanLength(world.bodies.velocities) / unit
    if (k % (10 * LOOK) === 0)
      progress(`settling ${scene.bodies.length} grains, ${k / RATE} s: mean speed ${speed.toPrecision(2)} sqrt(g r), to be ${still}`)
  }
  const positions = world.bodies.positions.slice()
  world.free()
  if (!(speed < still)) progress(`not quite at rest: mean speed ${speed.toPrecision(2)} sqrt(g r)`)
  const width = scene.boundaries[1].point[0] // the right wall
  return { dimension: scene.dimension, width, radii: scene.bodies.map((b) => b.radius), positions }
}

function slow({ velocities, angularVelocities }, factor) {
  for (let k = 0; k < velocities.length; k++) {
    velocities[k] *= factor
    angularVelocities[k] *= factor
  }
}

/** Not the energy: a sphere that spins on the spot may do so for ever, and one that rolls weighs little in the mean. */
function meanLength(vectors) {
  let sum = 0
  for (let k = 0; k < vectors.length; k += 3) sum += Math.hypot(vectors[k], vectors[k + 1], vectors[k + 2])
  return sum / (vectors.length / 3)
}

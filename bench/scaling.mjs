// How the cost of a step grows with the number of grains N.
//
//   sweeps     N_I sweeps a step, whatever they leave: every stage is linear, so the exponent is 1, but for caches that are
//              left behind on the way from ten thousand to a million grains. A lattice at rest.
//   residual   as many sweeps as the contact law needs to hold to a given residual. Forces spread by diffusion (000 Eq. 1.32),
//              which takes N_I ~ L^2 ~ N^(2/d) sweeps (1.34), and a step costs N^(1+2/d) (1.35). The argument is about
//              forces that have to be found from scratch all through the system: a lattice at rest under its weight,
//              without a warm start. Its columns are the chains of 000 Eq. 1.31.
//              A criterion looks at changes a sweep, and those are the smaller the longer the waves: the number of sweeps is
//              L^2 ln(1 / (eps L^2)), which grows a little slower. `sweepsPerDecade`, by how many more sweeps the change
//              gets ten times smaller, is free of the logarithm.
//   packing    the same for disordered packings at rest in a box, medians over seeds. Friction, and grains held by few
//              contacts, of which the argument knows nothing, take part.
//
// And how much sooner several threads are through (threads.mjs).

import { load } from 'signorini'
import { latticeBed, settledBed, sideOf } from './beds.mjs'
import { fitPower } from './fit.mjs'
import { speedups } from './threads.mjs'
import { cpuSeconds, median, rounded } from './timing.mjs'

const FIXED_SWEEPS = 50
/** Of the local criterion, on the lattice: small, so that the logarithm varies little. */
const TOLERANCE = 1e-6
/** On packings: with less, a few contacts on the verge of sliding decide, which differ from packing to packing. */
const PACKING_TOLERANCE = 1e-4
const MOST_SWEEPS = 1_000_000

export async function scaling({ quick, grains, progress }) {
  const engine = await load()
  // sizes, and what part of the time each takes
  const modes = [
    { mode: 'sweeps', sizes: () => grains ?? (quick ? [1e4, 3e4, 1e5] : [1e4, 3e4, 1e5, 3e5, 1e6]), measure: fixedSweeps, share: 0.3 },
    {
      mode: 'residual', measure: fixedResidual, share: 0.35,
      sizes: (dimension) => grains ?? (quick ? [250, 500, 1e3] : [1e3, 2e3, 4e3, 8e3, 16e3, ...(dimension === 3 ? [32e3] : [])]),
    },
    { mode: 'packing', sizes: () => grains ?? (quick ? [125, 250, 500] : [250, 500, 1e3, 2e3]), measure: packings, share: 0.3 },
  ]
  solveFromScratch(engine.createWorld(latticeBed(3, 12)), TOLERANCE) // compiles and warms up
  const rows = []
  const exponents = []
  let done = 0
  for (const { mode, sizes, measure, share } of modes)
    for (const dimension of [2, 3]) {
      const before = done
      const tell = (words, part) => progress(`${mode}, ${dimension}D, ${words}`, before + part * share / 2)
      const own = measure(engine, dimension, sizes(dimension), quick, tell).map((row) => ({ dimension, mode, ...row }))
      done += share / 2
      rows.push(...own)
      const slope = (of, expected) => {
        const { exponent, error, factor } = fitPower(own.map((row) => ({ x: row.grains, y: row[of] })))
        return { dimension, mode, of, exponent, error, factor, expected }
      }
      if (mode === 'sweeps') exponents.push(slope('cpuMsPerStep', 1), slope('cpuMsOfSweeps', 1), slope('cpuMsOfTheRest', 1))
      else exponents.push(slope('cpuMsPerStep', 1 + 2 / dimension), slope('sweeps', 2 / dimension))
      if (mode === 'residual') exponents.push(slope('sweepsPerDecade', 2 / dimension))
    }
  const threads = await speedups(grains ?? (quick ? [33e3] : [33e3, 1e5, 33e4]), quick ? 3 : 7, (words, part) => progress(words, 0.95 + 0.05 * part))
  const largest = rows.filter(({ mode, dimension }) => mode === 'sweeps' && dimension === 3).at(-1)
  const { grains: count, contacts, memoryBytes } = largest
  return { rows, exponents, threads, tolerance: { residual: TOLERANCE, packing: PACKING_TOLERANCE }, memory: { grains: count, contacts, bytes: memoryBytes, bytesPerGrain: rounded(memoryBytes / count) } }
}

/** All sizes are there at once, and their rounds go in turn. */
function fixedSweeps(engine, dimension, sizes, quick, progress) {
  const rounds = quick ? 3 : 7
  const runs = sizes.map((grains, k) => {
    const solver = { criterion: 'fixed', maxSweeps: FIXED_SWEEPS }
    const world = engine.createWorld({ ...latticeBed(dimension, sideOf(dimension, grains)), solver })
    world.step(2) // compiles and warms up
    progress(`${world.bodies.count} grains made`, 0.3 * (k + 1) / sizes.length)
    return { world, all: [], one: [] }
  })
  const cpuMs = (world, maxSweeps) => {
    world.configure({ solver: { maxSweeps } })
    // small worlds repeat the step, so that a timing lasts some hundredths of a second
    const steps = Math.max(1, Math.round(20_000 / world.bodies.count))
    return 1e3 * cpuSeconds(() => world.step(steps)) / steps
  }
  for (let round = 0; round < rounds; round++) {
    for (const { world, all, one } of runs) {
      all.push(cpuMs(world, FIXED_SWEEPS))
      one.push(cpuMs(world, 1))
    }
    progress(`round ${round + 1} of ${rounds}`, 0.3 + 0.7 * (round + 1) / rounds)
  }
  return runs.map(({ world, all, one }) => {
    const step = median(all)
    const ofSweeps = median(all.map((ms, k) => (ms - one[k]) * FIXED_SWEEPS / (FIXED_SWEEPS - 1)))
    const { count } = world.contacts
    const row = {
      grains: world.bodies.count, contacts: count, sweeps: FIXED_SWEEPS, cpuMsPerStep: rounded(step),
      cpuMsOfSweeps: rounded(ofSweeps), cpuMsOfTheRest: rounded(step - ofSweeps),
      nsPerUpdate: rounded(1e6 * ofSweeps / FIXED_SWEEPS / count), memoryBytes: world.memoryBytes,
    }
    world.free()
    return row
  })
}

/** A step from zero forces to the tolerance. */
function solveFromScratch(world, tolerance) {
  world.configure({ solver: { criterion: 'local', tolerance, maxSweeps: MOST_SWEEPS, warmStart: false } })
  const seconds = cpuSeconds(() => world.step())
  const { contacts, sweeps, residual } = world.report
  const run = { grains: world.bodies.count, contacts, sweeps, cpuMsPerStep: 1e3 * seconds, residual: residual.max }
  world.free()
  return run
}

/** Of several runs of the same size, the median of each number. */
function medians(runs) {
  return Object.fromEntries(Object.keys(runs[0]).map((key) => {
    const middle = median(runs.map((run) => run[key]))
    return [key, Number.isInteger(middle) ? middle : rounded(middle)]
  }))
}

function fixedResidual(engine, dimension, sizes, quick, progress) {
  const total = sizes.reduce((sum, n) => sum + n ** (1 + 2 / dimension), 0)
  let done = 0
  return sizes.map((grains) => {
    const scene = latticeBed(dimension, sideOf(dimension, grains))
    // the orders of the sweeps are random: lattices that cost little are solved in several
    const seeds = quick || grains > 5000 ? [1] : [1, 2, 3]
    const runs = seeds.map((seed) => {
      const run = solveFromScratch(engine.createWorld({ ...scene, seed }), TOLERANCE)
      const longer = solveFromScratch(engine.createWorld({ ...scene, seed }), TOLERANCE / 100) // the same sweeps, and more
      return { ...run, sweepsPerDecade: (longer.sweeps - run.sweeps) / 2 }
    })
    done += grains ** (1 + 2 / dimension)
    progress(`${runs[0].grains} grains: ${runs[0].sweeps} sweeps`, done / total)
    return { ...medians(runs), runs: runs.length }
  })
}

function packings(engine, dimension, sizes, quick, progress) {
  const total = sizes.reduce((sum, n) => sum + n, 0)
  let done = 0
  return sizes.map((grains) => {
    const runs = (quick ? [1] : [1, 2, 3]).map((seed) => {
      const run = solveFromScratch(engine.restore(settledBed(engine, dimension, grains, seed)), PACKING_TOLERANCE)
      done += grains
      progress(`${grains} grains: ${run.sweeps} sweeps`, done / total / (quick ? 1 : 3))
      return run
    })
    return { ...medians(runs), runs: runs.length }
  })
}

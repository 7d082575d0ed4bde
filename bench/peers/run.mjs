// One case: an engine with a setting lets the bed come to its own rest; then what is right or wrong about it is measured,
// then, in rounds that take turns with all other cases, what a step costs.

import { median } from '../timing.mjs'
import { meanImbalance, meanSpeed, overlaps } from './measure.mjs'

const PACE = 48 // steps from which the time of a run is guessed
const STEADY = 12 // steps over which the imbalance is a mean
const ROUND = 0.05 // seconds of a round, so that the clock's microseconds do not matter
const FEWEST = 4 // steps of a round
const MOST = 40

/**
 * The engine's world after `seconds`, at least two, with its accuracy, or a word why there is none. Creep is the mean
 * displacement in the last second; that in the second before tells whether the bed was still coming to rest.
 * @returns {Promise<{ world?: any, accuracy?: any, why?: string }>}
 */
export async function settleCase({ engine, setting }, bed, { seconds, budget }) {
  let world
  try {
    world = await engine.open(bed, setting)
    const all = Math.round(seconds * bed.rate)
    const places = []
    const run = { world, all, budget, done: 0, spent: 0 }
    for (const count of [all - 2 * bed.rate, bed.rate, bed.rate]) {
      const why = stepWithin(run, count, bed.rate)
      if (why) return refuse(world, why)
      places.push(positionsOf(world, bed))
    }
    const { lost, ...overlap } = overlaps(bed, places[2])
    if (lost > 0) return refuse(world, `${lost} grains left the box`)
    const creepBefore = meanSpeed(bed, places[0], places[1], 1)
    const creep = meanSpeed(bed, places[1], places[2], 1)
    return { world, accuracy: { ...overlap, creepBefore, creep, ...steadiness(world, bed) } }
  } catch (error) {
    return refuse(world, failure(error))
  }
}

function positionsOf(world, { grains }) {
  const out = new Float64Array(3 * grains)
  world.positions(out)
  return out
}

function refuse(world, why) {
  try {
    world?.close()
  } catch {
    // what failed once may fail again; the word is kept
  }
  return { why }
}

/**
 * A word if all steps, at the pace of the last ones, are more than the budget allows; twice that in the first second, as a
 * solver that goes by its residual takes most of its time then.
 */
function stepWithin(run, count, rate) {
  for (let k = 0; k < count;) {
    const few = Math.min(PACE, count - k)
    const start = cpuSeconds()
    for (let l = 0; l < few; l++) run.world.step()
    const each = (cpuSeconds() - start) / few
    k += few
    run.done += few
    run.spent += each * few
    const guess = run.spent + each * (run.all - run.done)
    if (guess > run.budget * (run.done <= rate ? 2 : 1))
      return `over budget: ${Math.round(each * 1000)} ms a step, ${Math.round(guess)} s for the run, ${run.budget} s allowed`
  }
}

/** Force left on a grain and speed, by the engine's own velocities. */
function steadiness(world, bed) {
  const still = new Float64Array(3 * bed.grains)
  let before = new Float64Array(3 * bed.grains)
  let after = new Float64Array(3 * bed.grains)
  let imbalance = 0
  let jitter = 0
  world.velocities(before)
  for (let k = 0; k < STEADY; k++) {
    world.step()
    world.velocities(after)
    imbalance += meanImbalance(bed, before, after, bed.timeStep) / STEADY
    jitter += meanSpeed(bed, still, after, 1) / STEADY
    ;[before, after] = [after, before]
  }
  return { jitter, imbalance }
}

/** CPU milliseconds a step of each world, medians over rounds in which all take their turn; or a word why there are none. */
export function timeCases(worlds, rounds, progress) {
  const cases = worlds.map((world) => ({ world, costs: [], steps: 0, why: undefined }))
  for (let round = 0; round <= rounds; round++) {
    if (round > 0) progress(`timing, round ${round} of ${rounds}`)
    for (const one of cases) {
      if (one.why) continue
      try {
        const cost = cpuOfSteps(one.world, one.steps)
        // round 0 tells how many steps make a round
        if (round === 0) one.steps = Math.max(FEWEST, Math.min(MOST, Math.ceil(ROUND / cost)))
        else one.costs.push(1000 * cost)
      } catch (error) {
        one.why = failure(error)
      }
    }
  }
  return cases.map(({ costs, why }) => (why ? { why } : { cost: median(costs) }))
}

/** CPU seconds of one of so many steps, after one that brings the world back into the caches. */
function cpuOfSteps(world, count) {
  world.step()
  const start = cpuSeconds()
  for (let k = 0; k < Math.max(1, count); k++) world.step()
  return (cpuSeconds() - start) / Math.max(1, count)
}

/** Some of these engines throw numbers and strings, or pages. */
export function failure(error) {
  return `failed: ${String(error?.message ?? error).split(/\n| imported from/)[0].slice(0, 120)}`
}

function cpuSeconds() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

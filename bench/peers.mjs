// The same settled bed in this engine and in other engines from npm: CPU time a step at rest, and how accurate it is.
// Each engine is swept over its own iterations. One thread, no sleeping, no restitution, no damping, 240 steps a second,
// mu = 0.5.
//
// A row: meanOverlap and maxOverlap in mean radii, over pairs (walls too) with a gap below a thousandth of one, from
// positions; creep the mean displacement in the last second, in sqrt(g r), so that grains that tremble on the spot do
// not creep; creepBefore the same in the second before, which tells whether the bed was still coming to rest; jitter the
// mean speed by the engine's velocities, in the same unit; imbalance the mean change of a grain's velocity in a step over g
// times the step, that is the force left on it over its weight; floorOverWeight the normal force on the floor over the
// weight of all (walls carry the rest), as the engine tells it, null where it does not.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { load } from 'signorini'
import { FORGETTING, settledBed } from './peers/bed.mjs'
import { TOUCHING, overlaps } from './peers/measure.mjs'
import { failure, settleCase, timeCases } from './peers/run.mjs'
import { judge } from './peers/verdict.mjs'
import { rounded } from './timing.mjs'
import { signorini } from './peers/signorini.mjs'
import { rapier2d, rapier3d } from './peers/rapier.mjs'
import { jolt } from './peers/jolt.mjs'
import { physx } from './peers/physx.mjs'
import { havok } from './peers/havok.mjs'
import { ammo } from './peers/ammo.mjs'
import { cannon } from './peers/cannon.mjs'
import { box2d } from './peers/box2d.mjs'
import { planck } from './peers/planck.mjs'
import { matter } from './peers/matter.mjs'

const ENGINES = [signorini, havok, rapier3d, physx, ammo, jolt, cannon, box2d, rapier2d, planck, matter]
const BEDS = [
  { dimension: 3, grains: 1000 }, { dimension: 3, grains: 5000 }, { dimension: 3, grains: 20000 },
  { dimension: 2, grains: 1000 }, { dimension: 2, grains: 5000 },
]
// To come to rest, the second of creep included. Forces start from zero, which shakes the bed; see peers/bed.mjs. After two
// seconds what still moves are a few spheres that roll. A quick run has 1000 grains only.
const SECONDS = { quick: 2, full: 3 }
const BUDGET = { default: 300, others: 75 } // CPU seconds of a case: what would take longer is skipped, and said
const folder = new URL('peers/', import.meta.url)

/** `engine`: parts of names; `grains`: sizes; without them all. Quick: 1000 spheres, one to four settings an engine. */
export async function peers(options) {
  // some of them write to standard output, above all when they fail; that is for the results
  const { write } = process.stdout
  process.stdout.write = (...words) => process.stderr.write(...words)
  try {
    return await measureAll(options)
  } finally {
    process.stdout.write = write
  }
}

async function measureAll({ quick = false, engine, grains, dimension, progress }) {
  const engines = ENGINES.filter(({ name }) => !engine || engine.some((part) => name.includes(part)))
  const beds = BEDS.filter((bed) => (!dimension || bed.dimension === dimension) && (grains ? grains.includes(bed.grains) : !quick || bed === BEDS[0]))
  if (engines.length === 0) throw new Error(`expected a part of one of ${ENGINES.map(({ name }) => name).join(', ')}, got ${engine}`)
  if (beds.length === 0) throw new Error(`expected sizes among ${BEDS.map((bed) => bed.grains).join(', ')}, got ${grains}`)
  if (engines.some((one) => one.package)) install(progress)
  const library = await load()
  const seconds = quick ? SECONDS.quick : SECONDS.full
  const cases = beds.flatMap((bed) => engines.filter(({ dimensions }) => dimensions.includes(bed.dimension)).flatMap((one) =>
    one.settings(bed.dimension).filter(({ name }) => !quick || one.quick.includes(name)).map((setting) => ({ bed, engine: one, setting }))))
  const work = cases.reduce((sum, { bed }) => sum + bed.grains, 0)
  let done = 0
  const rows = []
  const skipped = []
  const starts = []
  const skip = (name, why) => {
    progress(`skipped: ${name.engine}, ${name.setting}: ${why}`)
    skipped.push({ ...name, why })
  }
  for (const size of beds) {
    const bed = settledBed(library, size.dimension, size.grains, progress)
    starts.push(startOf(bed, seconds))
    const open = []
    for (const one of cases.filter((c) => c.bed === size)) {
      const name = { engine: one.engine.name, setting: one.setting.name, dimension: bed.dimension, grains: bed.grains }
      progress(`${bed.dimension}D, ${bed.grains} grains: ${name.engine}, ${name.setting}`, done / work)
      const budget = one.setting.isDefault ? BUDGET.default : BUDGET.others
      const { world, accuracy, why } = await settleCase(one, bed, { seconds, budget })
      if (world) open.push({ ...one, name, world, accuracy })
      else skip(name, why)
      done += bed.grains
    }
    const costs = timeCases(open.map(({ world }) => world), quick ? 3 : 7, progress)
    open.forEach((one, k) => {
      try {
        if (costs[k].why) skip(one.name, costs[k].why)
        else rows.push(finish(one, bed, costs[k].cost))
      } catch (error) {
        skip(one.name, failure(error))
      }
    })
  }
  const { moved, times } = FORGETTING
  const setup = { seconds, stepsPerSecond: 240, friction: 0.5, touching: TOUCHING, budget: BUDGET, forgetting: { moved, times } }
  return { setup, beds: starts, rows, skipped, verdict: judge(rows) }
}

/** What all engines begin with, and for how long they go on; `moved`: how far the grains went in the mean when forces were last forgotten, in radii. */
function startOf(bed, seconds) {
  const { meanOverlap, maxOverlap } = overlaps(bed, bed.positions)
  return {
    dimension: bed.dimension, grains: bed.grains, seconds, moved: rounded(bed.moved), meanOverlap: rounded(meanOverlap),
    maxOverlap: rounded(maxOverlap),
  }
}

/** Reads the forces, which may cost steps, closes the world, and makes a row of it all. */
function finish({ engine, setting, world, accuracy }, bed, cost) {
  const force = world.floorForce?.()
  const notes = world.notes?.() ?? {}
  world.close()
  const { touching, meanOverlap, maxOverlap, creepBefore, creep, jitter, imbalance } = accuracy
  return {
    engine: engine.name, version: versionOf(engine), setting: setting.name, isDefault: setting.isDefault ?? false,
    dimension: bed.dimension, grains: bed.grains, cpuMsPerStep: rounded(cost), meanOverlap: rounded(meanOverlap),
    maxOverlap: rounded(maxOverlap), creepBefore: rounded(creepBefore), creep: rounded(creep), jitter: rounded(jitter),
    imbalance: rounded(imbalance),
    floorOverWeight: rounded(force === undefined ? null : force / bed.weight), touching, ...notes,
  }
}

/** The peers are no part of the package: they are installed here when first asked for. */
function install(progress) {
  if (existsSync(new URL('node_modules/.package-lock.json', folder))) return
  progress('installing the peers in bench/peers')
  // what npm says is progress: standard output is for the results
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: fileURLToPath(folder), stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
  if (status !== 0) progress('npm could not install them: what is missing is skipped')
}

function versionOf(engine) {
  if (engine.version) return engine.version()
  return JSON.parse(readFileSync(new URL(`node_modules/${engine.package}/package.json`, folder), 'utf8')).version
}

/** For people: a table a bed, what was skipped, the verdict. */
export function print({ rows, skipped, verdict }) {
  for (const { dimension, grains } of BEDS) {
    const here = rows.filter((row) => row.dimension === dimension && row.grains === grains)
    if (here.length > 0) console.log(`\n${grains} ${dimension === 3 ? 'spheres' : 'disks'}\n${columns(here)}`)
  }
  for (const { engine, setting, dimension, grains, why } of skipped)
    console.log(`skipped: ${engine}, ${setting}, ${grains} grains, ${dimension}D: ${why}`)
  if (verdict) console.log(`\n${verdict.sentence}`)
}

function columns(rows) {
  const names = ['engine', 'version', 'setting', 'cpuMsPerStep', 'meanOverlap', 'maxOverlap', 'creepBefore', 'creep', 'jitter', 'imbalance', 'floorOverWeight']
  const short = (value) => typeof value !== 'number' ? String(value ?? '-') : value !== 0 && Math.abs(value) < 0.01 ? value.toExponential(1) : String(value)
  const lines = [names, ...rows.map((row) => names.map((name) => short(row[name])))]
  const widths = names.map((_, k) => Math.max(...lines.map((line) => line[k].length)))
  return lines.map((line) => line.map((cell, k) => (k < 3 ? cell.padEnd(widths[k]) : cell.padStart(widths[k]))).join('  ')).join('\n')
}

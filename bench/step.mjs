// Where the time of a step goes, stage by stage: CPU time, medians of interleaved rounds, 50 sweeps a step.
//
//   kept       the list of candidates of an earlier step still holds, as in a packing at rest
//   searched   the step looks for candidates anew, matches them with the contacts before and deals them out
//
// The scene is a disordered packing of spheres in a box. The stages that only a search has are also there in C
// (native/stages.c), on the same data; what they count and a hash of what they leave have to be the same. `flow` says how
// often grains that flow need a search.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drum, load, silo } from 'signorini'
import { mirroredBed } from './beds.mjs'
import { compileStages } from './native.mjs'
import { LAYOUT, STAGES, loadProfile } from './profile.mjs'
import { median, rounded } from './timing.mjs'

const SWEEPS = 50
const CASES = ['kept', 'searched']
/** What a search consists of, and the stages of each part. They are there in C. */
const PARTS = { 'cell build': ['curve', 'cells'], 'pair search': ['search'], matching: ['match'], batching: ['deal', 'colour'] }
const NATIVE = Object.values(PARTS).flat()
/** What is asked for: engine over C, and all stages but the sweeps over a step that keeps its list. */
const TARGET = { ratio: 1.3, others: 0.15 }
/** Of the clock, and of the marks' calls, in rounds of many steps. */
const STEPS = 20_000

export async function step({ quick, grains = quick ? [1_000, 10_000] : [1_000, 10_000, 100_000, 1_000_000], progress }) {
  const plain = await load()
  const profile = await loadProfile()
  const native = compileStages()
  if (!native) progress('no C compiler (cc): nothing to compare with')
  const rows = []
  const checks = []
  const clock = new Clock(profile.calls)
  const cost = (count) => count + 3000
  const total = grains.reduce((sum, count) => sum + cost(count), 0)
  let done = 0
  try {
    for (const count of grains) {
      const tell = (words, share) => progress(`${count} grains, ${words}`, 0.9 * (done + share * cost(count)) / total)
      const measured = await measure(plain, profile, native, clock, count, quick, tell)
      rows.push(...measured.rows)
      if (measured.check) checks.push(measured.check)
      done += cost(count)
    }
    const flow = flows(profile, clock, Math.min(2000, Math.max(...grains)), quick, (words, share) => progress(words, 0.9 + 0.1 * share))
    return { rows, flow, checks, verdict: verdictOf(rows, checks, flow), sweeps: SWEEPS, compiler: native?.compiler ?? null }
  } finally {
    native?.remove()
  }
}

/** Adds up the CPU time of each stage. */
class Clock {
  #calls
  #last = 0
  #cost = 0
  #us = new Float64Array(STAGES.length)

  constructor(calls) { this.#calls = calls }

  static #now() {
    const { user, system } = process.cpuUsage()
    return user + system
  }

  start() {
    const begun = Clock.#now()
    for (let k = 0; k < 200; k++) Clock.#now()
    this.#cost = (Clock.#now() - begun) / 201 // of asking, which every mark does once
    this.#us.fill(0)
    this.#calls.mark = (stage) => {
      const now = Clock.#now()
      this.#us[stage] += now - this.#last - this.#cost
      this.#last = now
    }
  }

  /** Before each step. */
  begin() { this.#last = Clock.#now() }

  /** Milliseconds a step. */
  stop(steps) {
    this.#calls.mark = () => {}
    return Array.from(this.#us, (us) => Math.max(0, us) / 1e3 / steps)
  }
}

async function measure(plain, profile, native, clock, count, quick, progress) {
  const bed = mirroredBed(plain, count)
  const { world, memory } = profile.createWorld({ ...bed, solver: { criterion: 'fixed', maxSweeps: SWEEPS } })
  progress(`${world.bodies.count} made`, 0.2)
  warmUp(profile, bed, world, memory)
  const inC = native && startInC(native, world, memory, profile.calls)
  const check = inC && await inC.compare()
  const rounds = quick ? 5 : count > 300_000 ? 5 : 9
  const steps = Math.max(1, Math.round(STEPS / count))
  const times = { kept: [], searched: [] }
  const nativeTimes = []
  for (let round = 0; round < rounds; round++) {
    world.step() // the caches are the program's in C
    for (const name of CASES) times[name].push(timeSteps(world, memory, clock, steps, name === 'searched'))
    if (inC) nativeTimes.push((await inC.stages.ask('time', steps)).ms)
    progress(`round ${round + 1} of ${rounds}`, 0.2 + 0.8 * (round + 1) / rounds)
  }
  inC?.stages.stop()
  const { contacts } = world.report
  const grains = world.bodies.count
  world.free()
  return { check, rows: CASES.flatMap((name) => rowsOf(name, grains, contacts, times[name], nativeTimes)) }
}

/** Stages that take part in a case, with medians over the rounds; shares are of the sum of these. */
function rowsOf(name, grains, contacts, times, nativeTimes) {
  const medians = STAGES.map((stage, k) => median(times.map((one) => one[k])))
  const whole = medians.reduce((sum, ms) => sum + ms, 0)
  return STAGES.flatMap((stage, k) => {
    if (name === 'kept' && NATIVE.includes(stage)) return []
    const row = { case: name, grains, contacts, stage, ms: rounded(medians[k]), share: rounded(medians[k] / whole), nativeMs: null, ratio: null }
    if (NATIVE.includes(stage) && nativeTimes.length > 0) {
      row.nativeMs = rounded(median(nativeTimes.map((ms) => ms[stage])))
      row.ratio = rounded(median(times.map((one, round) => one[k] / nativeTimes[round][stage])))
    }
    return [row]
  })
}

/** Compiles what a step does with full effort: functions get there after some calls, of whichever world. */
function warmUp(profile, bed, world, memory) {
  if (bed.bodies.length > 2000) {
    const few = profile.createWorld({ ...bed, bodies: bed.bodies.slice(0, 1000), solver: { criterion: 'fixed', maxSweeps: 5 } })
    for (let k = 0; k < 60; k++) oneStep(few.world, few.memory, k % 2 === 1)
    few.world.free()
  }
  for (let k = 0; k < Math.max(4, Math.min(60, 60_000 / bed.bodies.length)); k++) oneStep(world, memory, k % 2 === 1)
}

function oneStep(world, memory, searches) {
  if (searches) memory.forgetList()
  world.step()
}

function timeSteps(world, memory, clock, steps, searches) {
  clock.start()
  for (let k = 0; k < steps; k++) {
    if (searches) memory.forgetList()
    clock.begin()
    world.step()
    if ((world.report.searches > 0) !== searches) throw new Error(`expected a step that ${searches ? 'searches' : 'keeps its list'}`)
  }
  return clock.stop(steps)
}

/** Writes what the stages of a search start from; world.h reads it. */
function writeWorld(file, world, memory) {
  const { count } = world.bodies
  const contacts = world.contacts.count
  writeFileSync(file, Buffer.concat([
    memory.bytes(LAYOUT.WORLD, 136),
    ...['POSITION', 'VELOCITY', 'FORCE'].map((name) => memory.column(name, 24 * count)),
    ...['RADIUS', 'MASS'].map((name) => memory.column(name, 8 * count)),
    memory.column('KIND', count),
    memory.column('BOUNDARY', LAYOUT.BOUNDARY_BYTES * world.boundaries.length),
    memory.column('CONTACT_ROW', 8 * count),
    memory.column('CONTACT_PAIR', 8 * contacts),
    memory.column('CONTACT_IMAGE', 12 * contacts),
  ]))
}

/** The program in C on the world as it is, and a way to compare it with the next step of that. */
function startInC(native, world, memory, calls) {
  memory.forgetList()
  const file = join(native.folder, 'world.bin')
  writeWorld(file, world, memory)
  const stages = native.start(file)
  return {
    stages,
    async compare() {
      const inC = await stages.ask('time', 1)
      const engine = lookAtStep(world, memory, calls)
      const agree = JSON.stringify([engine.counts, engine.hashes]) === JSON.stringify([inC.counts, inC.hashes])
      if (!agree) throw new Error(`the stages in C did something else: ${JSON.stringify({ engine, inC })}`)
      return { ...inC.counts, agree }
    },
  }
}

/** Counts and hashes of what each stage leaves, when it ends. */
function lookAtStep(world, memory, calls) {
  const counts = { bodies: world.bodies.count, cells: 0, candidates: 0, matches: 0, pairs: 0, colours: 0 }
  const hashes = {}
  const look = {
    curve: () => hash(memory.words('CURVE_BODY', counts.bodies)),
    cells() {
      const [x, y, z] = new Int32Array(memory.memory.buffer, LAYOUT.WORLD + LAYOUT.WORLD_CELL_COUNT, 3)
      counts.cells = x * y * z
      return hash(memory.words('CELL', counts.bodies))
    },
    search() {
      counts.candidates = memory.i32('CANDIDATES')
      return hash(memory.words('NEXT_IMAGE', 3 * counts.candidates), hash(memory.words('NEXT_PAIR', 2 * counts.candidates)))
    },
    match() {
      const matches = memory.words('ORDER', counts.candidates)
      counts.matches = matches.reduce((sum, c) => sum + Number(c >= 0), 0)
      return hash(matches)
    },
    deal() {
      counts.pairs = memory.i32('PAIRS')
      return hash(memory.words('LANE', 4 * counts.pairs))
    },
    colour() {
      counts.colours = memory.i32('COLOURS')
      const patches = memory.i32('PATCHES')
      return hash(memory.words('PATCH_SPAN', 2 * patches), hash(memory.words('PATCH_LIST', patches)))
    },
  }
  calls.mark = (stage) => {
    const name = STAGES[stage]
    if (look[name]) hashes[name] = look[name]()
  }
  world.step()
  calls.mark = () => {}
  return { counts, hashes }
}

function hash(words, start = 0) {
  let h = start
  for (const word of words) h = Math.imul(h ^ word, 16777619)
  return h >>> 0
}

/** Grains that flow: how many steps search, and what all stages but the sweeps take. */
function flows(profile, clock, grains, quick, progress) {
  const steps = quick ? 200 : 600
  const common = { grains, radius: [0.7, 1], friction: 0.5, seed: 1, solver: { criterion: 'fixed', maxSweeps: SWEEPS } }
  const scenes = {
    drum: { dimension: 2, scene: drum({ ...common, dimension: 2, drumRadius: 1.7 * Math.sqrt(grains) }) },
    silo: { dimension: 3, scene: silo({ ...common, dimension: 3, width: 2 * Math.cbrt(grains), orifice: 12 }) },
  }
  return Object.entries(scenes).map(([name, { dimension, scene }], k) => {
    const { world } = profile.createWorld(scene)
    fall(world)
    clock.start()
    let searched = 0, searches = 0
    for (let e = 0; e < steps; e++) {
      clock.begin()
      const report = world.step()
      searched += Number(report.searches > 0)
      searches += report.searches
    }
    const ms = clock.stop(steps)
    const whole = ms.reduce((sum, one) => sum + one, 0)
    const { contacts } = world.report
    world.free()
    progress(`${name}, ${steps} steps`, (k + 1) / 2)
    const sweeps = ms[STAGES.indexOf('sweeps')]
    return {
      scene: name, dimension, grains, contacts, steps, searchedShare: rounded(searched / steps), searchesPerStep: rounded(searches / steps),
      msPerStep: rounded(whole), othersShare: rounded(1 - sweeps / whole),
    }
  })
}

/** Until there is a bed: as many contacts as grains, and some time more. */
function fall(world) {
  world.configure({ solver: { maxSweeps: 10 } })
  for (let k = 0; k < 100 && world.report.contacts < world.bodies.count; k++) world.step(50)
  world.step(300)
  world.configure({ solver: { maxSweeps: SWEEPS } })
}

/** Each part of a search at each size: the engine's time over that in C. */
function partsBesideC(rows) {
  const compared = rows.filter(({ ratio }) => ratio !== null)
  return [...new Set(compared.map(({ grains }) => grains))].flatMap((grains) => Object.entries(PARTS).map(([part, stages]) => {
    const own = compared.filter((row) => row.grains === grains && stages.includes(row.stage))
    const sum = (of) => own.reduce((total, row) => total + row[of], 0)
    return { part, grains, ratio: rounded(sum('ms') / sum('nativeMs')) }
  }))
}

/** What came out, beside what was asked for. */
function verdictOf(rows, checks, flow) {
  const worst = partsBesideC(rows).reduce((a, b) => (a && a.ratio >= b.ratio ? a : b), null)
  const othersOf = (name) => Object.fromEntries(
    rows.filter((row) => row.case === name && row.stage === 'sweeps').map(({ grains, share }) => [grains, rounded(1 - share)]))
  const othersKept = othersOf('kept'), othersSearched = othersOf('searched')
  const largest = Math.max(...Object.values(othersKept))
  const searchShare = Object.fromEntries(Object.keys(othersSearched).map((grains) => [grains, rounded(rows
    .filter((row) => row.case === 'searched' && row.grains === Number(grains) && NATIVE.includes(row.stage))
    .reduce((sum, { share }) => sum + share, 0))]))
  const percent = (share) => `${rounded(100 * share)} %`
  const inTime = worst === null || worst.ratio <= TARGET.ratio
  const within = largest <= TARGET.others
  return {
    target: TARGET, worst,
    othersKept, othersSearched, searchShare, othersInFlow: Object.fromEntries(flow.map(({ scene, othersShare }) => [scene, othersShare])),
    sameAsInC: checks.length > 0 && checks.every(({ agree }) => agree), met: inTime && within,
    sentence: [
      worst === null
        ? 'There was no C compiler to compare with.'
        : `The slowest part of a search beside C is ${worst.part} at ${worst.grains} grains, ${worst.ratio} times (asked for: at most ${TARGET.ratio}).`,
      `All stages but the sweeps take at most ${percent(largest)} of a step with ${SWEEPS} sweeps that keeps its list (asked for: at most ${percent(TARGET.others)}),`,
      `at most ${percent(Math.max(...Object.values(othersSearched)))} of one that searches, of which the search itself takes at most ${percent(Math.max(...Object.values(searchShare)))}.`,
    ].join(' '),
  }
}

/** A table a case: stages down, sizes across. */
export function print({ rows, flow, checks, verdict, machine: { cpu, cores, node } }) {
  console.log(`step: ${cpu}, ${cores} cores, Node ${node}; ms of CPU time, share of the step, engine over C`)
  for (const name of CASES) {
    console.log(name)
    const lines = {}
    for (const { case: of, grains, stage, ms, share, ratio } of rows)
      if (of === name) (lines[stage] ??= {})[grains] = `${ms} ms  ${(100 * share).toFixed(1)} %${ratio === null ? '' : `  ${ratio.toFixed(2)} C`}`
    console.table(lines)
  }
  console.log('flow')
  console.table(flow)
  console.log('the same in C')
  console.table(checks)
  console.log(verdict.sentence)
}

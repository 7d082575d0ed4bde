// Nanoseconds a contact update, for three orders of the sweep: the difference of a step with many sweeps and one with few,
// CPU time, medians of interleaved rounds. A cubic lattice of spheres under gravity, three contacts a grain, mu = 0.3.
//
// Where there is a C compiler, native/kernel.c does the same on the same lattice: contact by contact (scalar) in sorted and
// random order, two contacts in 128-bit lanes in block-random order, like the engine. `ratio` is engine over C, `floorNs`
// what the bytes alone take (floor.mjs).

import { load } from 'signorini'
import { latticeBed } from './beds.mjs'
import { bytesPerUpdate, streamInScript } from './floor.mjs'
import { compileKernel } from './native.mjs'
import { cpuSeconds, median, rounded } from './timing.mjs'

/** Names of the orders, and of the engine's setting. */
const ORDERS = { sorted: 'sequential', 'block-random': 'blocks', random: 'random' }

const FEW = 2
/** Updates a timing should last: some hundredths of a second, far above what a step does besides. */
const UPDATES = 4e6

export async function kernel({ quick, contacts = quick ? [10_000, 100_000] : [10_000, 100_000, 1_000_000], progress }) {
  const engine = await load()
  const native = compileKernel()
  if (!native) progress('no C compiler (cc): nothing to compare with')
  const rounds = quick ? 3 : 7
  const rows = []
  // a round costs as much as its sweeps, and the smallest number of those is the same for all
  const costs = contacts.map((target) => Math.max(UPDATES, 20 * target))
  let done = 0
  for (const [k, target] of contacts.entries()) {
    const size = { sweeps: Math.max(20, Math.ceil(UPDATES / target)), side: sideOfContacts(target) }
    rows.push(...await measure(engine, native, size, rounds, (words, share) =>
      progress(words, (done + share * costs[k]) / costs.reduce((a, b) => a + b))))
    done += costs[k]
  }
  native?.remove()
  return { rows, compiler: native?.compiler ?? null }
}

/** Edge of the lattice whose number of contacts, 3 n^3 - 2 n^2 with those on the floor, comes nearest. */
function sideOfContacts(target) {
  const contacts = (n) => 3 * n ** 3 - 2 * n ** 2
  let side = 2
  while (Math.abs(contacts(side + 1) - target) < Math.abs(contacts(side) - target)) side++
  return side
}

async function measure(engine, native, { side, sweeps }, rounds, progress) {
  const inC = native?.start(side)
  const scene = latticeBed(3, side)
  const runs = Object.entries(ORDERS).map(([order, setting]) => {
    const world = engine.createWorld({ ...scene, solver: { criterion: 'fixed', maxSweeps: FEW, order: setting } })
    world.step(2) // compiles and warms up
    return { order, world, wasm: [], native: [] }
  })
  const { count } = runs[0].world.contacts
  const pairs = runs[0].world.contacts.pairs.slice()
  const streams = []
  for (let round = 0; round < rounds; round++) {
    for (const { world, wasm } of runs) {
      cpuOfStep(world, FEW) // brings the world back into the caches: otherwise the longer step pays for it, the shorter not
      const seconds = cpuOfStep(world, FEW + sweeps) - cpuOfStep(world, FEW)
      wasm.push((1e9 * seconds) / sweeps / count)
    }
    if (inC) {
      const times = await inC.ask('time', sweeps)
      for (const run of runs) run.native.push(times[run.order])
      streams.push((await inC.ask('stream', sweeps)).bytesPerNs)
    } else streams.push(streamInScript(count, side ** 3, sweeps))
    progress(`${count} contacts, round ${round + 1} of ${rounds}`, (round + 1) / rounds)
  }
  inC?.stop()
  const bytesPerNs = median(streams)
  return runs.map(({ order, world, wasm, native: times }) => {
    const bytes = bytesPerUpdate(pairs, order === 'random')
    const wasmNs = median(wasm)
    const nativeNs = inC ? median(times) : null
    world.free()
    return {
      contacts: count, order, wasmNs: rounded(wasmNs), nativeNs: rounded(nativeNs),
      ratio: inC ? rounded(wasmNs / nativeNs) : null, floorNs: rounded(bytes / bytesPerNs),
      bytesPerUpdate: rounded(bytes), streamBytesPerNs: rounded(bytesPerNs),
    }
  })
}

/** CPU seconds of one step with so many sweeps. */
function cpuOfStep(world, maxSweeps) {
  world.configure({ solver: { maxSweeps } })
  return cpuSeconds(() => world.step())
}

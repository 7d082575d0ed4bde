// Nanoseconds a contact update, for each order of the sweep: the difference of a step with many sweeps and one with few,
// CPU time, medians of interleaved rounds. A cubic lattice of spheres under gravity, three contacts a grain, mu = 0.3.
// Where there is a C compiler, native/kernel.c runs the vector kernel on the same lattice beside it; 'sequential' and
// 'random' are scalar here and in lanes there, so only the ratio of 'blocks' compares like with like.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lattice, load } from 'signorini'

const ORDERS = ['sequential', 'blocks', 'random']
const FEW = 5
const MANY = 25

export async function kernel({ quick, progress }) {
  const engine = await load()
  const native = compile(progress)
  const rounds = quick ? 3 : 5
  const rows = []
  for (const side of quick ? [15, 32] : [15, 32, 69]) {
    const inC = native.run(side, rounds)
    for (const row of measure(engine, side, rounds, progress)) {
      const nativeNs = inC.find(({ order }) => order === row.order)?.nativeNs
      rows.push(nativeNs ? { ...row, nativeNs, ratio: Number((row.wasmNs / nativeNs).toFixed(2)) } : row)
    }
  }
  native.remove()
  return rows
}

/** The C kernel, ready to run; without a compiler it has nothing to say. */
function compile(progress) {
  const folder = mkdtempSync(join(tmpdir(), 'signorini-bench-'))
  const program = join(folder, 'kernel')
  const source = fileURLToPath(new URL('native/kernel.c', import.meta.url))
  const { status } = spawnSync('cc', ['-O3', '-march=native', source, '-lm', '-o', program])
  if (status !== 0) progress('no C compiler (cc): nothing to compare with')
  return {
    run: (side, rounds) => (status === 0 ? JSON.parse(spawnSync(program, [side, rounds]).stdout) : []),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

function measure(engine, side, rounds, progress) {
  // pressed together by 2.5e-5 radii, so that all contacts are closed
  const scene = lattice({
    dimension: 3, counts: [side, side, side], spacing: 2 - 5e-5, origin: [1, 1, 1], friction: 0.3, timeStep: 0.005, gravity: 1,
  })
  const boundaries = [{ shape: 'plane', point: [0, 0, 0], normal: [0, 0, 1] }]
  const worlds = ORDERS.map((order) => {
    const world = engine.createWorld({
      ...scene, boundaries, allowedOverlap: 0.01, solver: { criterion: 'fixed', maxSweeps: 10, order },
    })
    world.step() // compiles and warms up
    return { order, world, costs: [] }
  })
  for (let round = 0; round < rounds; round++)
    for (const { world, costs } of worlds) {
      const few = cpuOfStep(world, FEW)
      const many = cpuOfStep(world, MANY)
      costs.push((1e9 * (many - few)) / (MANY - FEW) / world.contacts.count)
    }
  return worlds.map(({ order, world, costs }) => {
    const row = { contacts: world.contacts.count, order, wasmNs: Number(median(costs).toFixed(2)) }
    progress(`${row.contacts} contacts, ${order}: ${row.wasmNs} ns an update`)
    world.free()
    return row
  })
}

/** CPU seconds of one step with so many sweeps. */
function cpuOfStep(world, maxSweeps) {
  world.configure({ solver: { maxSweeps } })
  const before = process.cpuUsage()
  world.step()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1]
}

// Nanoseconds a contact update, for each order of the sweep: the difference of a step with many sweeps and one with few,
// CPU time, medians of interleaved rounds. A cubic lattice of spheres under gravity, three contacts a grain, mu = 0.3.

import { lattice, load } from 'signorini'

const ORDERS = ['sequential', 'blocks', 'random']
const FEW = 5
const MANY = 25

export async function kernel({ quick, progress }) {
  const engine = await load()
  const rows = []
  for (const side of quick ? [15, 32] : [15, 32, 69]) rows.push(...measure(engine, side, quick ? 3 : 5, progress))
  return rows
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

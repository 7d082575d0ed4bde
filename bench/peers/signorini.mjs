// This library, over its fixed sweeps and over its tolerance.

import { readFileSync } from 'node:fs'
import { load } from '../../dist/index.js' // peers/ is a package of its own, so the name is not known here

const fixed = (maxSweeps) => ({ name: `${maxSweeps} sweeps`, solver: { criterion: 'fixed', maxSweeps } })
const converged = (tolerance) => ({ name: `tolerance ${tolerance}`, solver: { criterion: 'local', tolerance } })

export const signorini = {
  name: 'signorini',
  dimensions: [2, 3],
  version: () => JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version,
  settings: () => [
    { name: 'default', isDefault: true, solver: {} },
    ...[2, 5, 10, 20, 50, 100, 200, 500].map(fixed),
    ...[0.1, 0.01, 1e-3].map(converged),
  ],
  quick: ['default', '5 sweeps', '20 sweeps', 'tolerance 0.01'],

  async open(bed, { solver }) {
    const { dimension, width } = bed
    const up = dimension - 1
    const along = (axis, length) => Array.from({ length: dimension }, (_, e) => (e === axis ? length : 0))
    const sides = Array.from({ length: up }, (_, e) => [
      { shape: 'plane', point: along(e, 0), normal: along(e, 1) }, { shape: 'plane', point: along(e, width), normal: along(e, -1) },
    ]).flat()
    const world = (await load()).createWorld({
      dimension, timeStep: bed.timeStep, gravity: along(up, -bed.gravity), friction: bed.friction, solver,
      boundaries: [{ shape: 'plane', point: along(up, 0), normal: along(up, 1) }, ...sides],
      bodies: Array.from(bed.radii, (radius, k) => ({ position: bed.positions.subarray(3 * k, 3 * k + dimension), radius })),
      allowedOverlap: 0.01,
    })
    return {
      step: () => world.step(),
      positions: (out) => out.set(world.bodies.positions),
      velocities: (out) => out.set(world.bodies.velocities),
      floorForce: () => -world.boundaries[0].reaction[up],
      notes: () => ({ sweeps: world.report.sweeps, residual: world.report.residual.mean }),
      close: () => world.free(),
    }
  },
}

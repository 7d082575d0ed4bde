// What a step says of its own sweeps is a number, also when the impulses vanish.

import { describe, expect, it } from 'vitest'
import { builds, engineOf } from '../support/engine.js'

describe.each(builds)('the criterion in the report of the %s build', (build) => {
  it.each(['local', 'global', 'fixed'] as const)("is finite with '%s' when all contacts open in the last sweep", async (criterion) => {
    const world = (await engineOf(build)).createWorld({
      dimension: 2, timeStep: 0.01, gravity: [0, -1], bodies: [{ position: [0, 1], radius: 1 }],
      boundaries: [{ shape: 'plane', point: [0, 0], normal: [0, 1] }], solver: { criterion, maxSweeps: 1 },
    })
    world.step(2)
    expect(world.report.active).toBe(1)
    world.configure({ gravity: [0, 1] }) // lifts off: the warm start is all wrong
    const report = world.step()
    expect(report.active).toBe(0)
    expect(Number.isFinite(report.criterion)).toBe(true)
  })
})

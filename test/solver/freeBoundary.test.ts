// A wall that is free along a direction oblique to its normal: one contact, for whose law there always is a solution
// (Anitescu and Potra 1997, for any coefficient).

import { describe, expect, it } from 'vitest'
import type { Scene } from '../../src/index.js'
import { builds, engineOf } from '../support/engine.js'

/** A disk of mass 1 falls on a plane that gives way along a direction at `angle` from its normal, with so much mass. */
function oblique(angle: number, mass: number, friction: number, slip: number): Scene {
  return {
    dimension: 2, timeStep: 0.01, friction,
    bodies: [{ position: [0, 1], radius: 1, mass: 1, velocity: [slip, -1] }],
    boundaries: [{ shape: 'plane', point: [0, 0], normal: [0, 1], free: { direction: [Math.sin(angle), Math.cos(angle)], mass } }],
    solver: { tolerance: 1e-12, maxSweeps: 1000 },
  }
}

describe.each(builds)('one grain on an oblique piston, in the %s build', (build) => {
  const angles = [0, 30, 45, 60, 80, 89]
  const masses = [0.01, 0.1, 1, 100]
  const cases = angles.flatMap((degrees) => masses.map((mass) => [degrees, mass] as const))

  it.each(cases)('meets the contact law: direction at %i degrees from the normal, mass %d', async (degrees, mass) => {
    const engine = await engineOf(build)
    const unsolved: string[] = []
    for (const friction of [0, 0.3, 1])
      for (const slip of [-4, -1, 1, 4]) {
        const world = engine.createWorld(oblique((degrees * Math.PI) / 180, mass, friction, slip))
        const { residual, sweeps } = world.step()
        // a thousand sweeps for one contact: far below 1e-6 of its impulse, however slow the iteration is
        if (!(residual.max < 1e-6)) unsolved.push(`friction ${friction}, slip ${slip}: residual ${residual.max} after ${sweeps} sweeps`)
      }
    expect(unsolved).toEqual([])
  })
})

// C2 has more than one solution, and sweeps may go round in circles between them (004 section 3.3). From the 50th sweep on
// contacts that slide stay sliding for the step, which brings the sweeps to an end.

import { expect, test } from 'vitest'
import { box } from '../../src/index.js'
import { engineOf } from '../support/engine.js'

test('grains that fall into a box with a static and a dynamic coefficient meet the law in every step', async () => {
  const world = (await engineOf('release')).createWorld(box({
    dimension: 3, grains: 200, radius: [0.5, 1], friction: { static: 0.6, dynamic: 0.4 }, timeStep: 0.03,
  }))
  let worst = 0
  for (let k = 0; k < 300; k++) worst = Math.max(worst, world.step().residual.max)
  // 1000 sweeps leave 3e-3 of the mean impulse with C1; measured here 0.02, and 0.99 where nothing stops the circles
  expect(worst).toBeLessThan(0.1)
})

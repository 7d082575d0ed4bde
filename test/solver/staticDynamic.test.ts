// C2 has more than one solution, and sweeps may go round in circles between them (004 section 3.3). From the 50th sweep on
// contacts that slide stay sliding for the step, which brings the sweeps to an end.

import { expect, test } from 'vitest'
import { box } from '../../src/index.js'
import { engineOf } from '../support/engine.js'

test('grains that fall into a box with a static and a dynamic coefficient meet the law in every step', async () => {
  const engine = await engineOf('release')
  const worst = [1, 2, 3, 4, 5].map((seed) => {
    const world = engine.createWorld(box({
      dimension: 3, grains: 200, radius: [0.5, 1], friction: { static: 0.6, dynamic: 0.4 }, timeStep: 0.03, seed,
    }))
    let residual = 0
    for (let k = 0; k < 200; k++) residual = Math.max(residual, world.step().residual.max)
    return residual
  })
  // 1000 sweeps leave 3e-3 of the mean impulse with C1; measured here 0.01 to 0.02, once in six 0.2, and 0.99 where nothing
  // stops the circles
  expect(worst.sort((a, b) => a - b)[2]).toBeLessThan(0.05)
})

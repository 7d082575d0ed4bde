import { describe, expect, it } from 'vitest'
import { random } from '../../src/index.js'
import { builds, engineOf } from '../support/engine.js'
import { contactRows } from '../support/bruteForce.js'

describe.each(builds)('far away, in the %s build', (build) => {
  it('touching grains find each other, with no skin at all, wherever doubles can tell them apart', async () => {
    const engine = await engineOf(build)
    const alone: number[] = []
    // up to 2^52 whole numbers are exact; the grain at the origin makes the grid as large as three bodies get
    for (let k = 10; k < 52; k++)
      for (let e = 0; e < 40; e++) {
        const x = 2 ** k + e
        const world = engine.createWorld({
          dimension: 2, timeStep: 1, skin: 0,
          bodies: [{ position: [x, 0], radius: 1 }, { position: [x + 2, 0], radius: 1 }, { position: [0, 0], radius: 1 }],
        })
        world.step()
        if (world.contacts.count !== 1) alone.push(x)
        world.free()
      }
    expect(alone).toEqual([])
  })

  it('a grain beyond all cells hurts no one', async () => {
    const engine = await engineOf(build)
    const draw = random(7)
    for (let k = 0; k < 2000; k++) {
      const x = 10 ** (15 + 20 * draw())
      const world = engine.createWorld({
        dimension: 2, timeStep: 1,
        bodies: [{ position: [x, 0], radius: 1 }, { position: [0, 0], radius: 1 }, { position: [2, 0], radius: 1 }],
      })
      world.step()
      expect([x, ...contactRows(world).keys()]).toEqual([x, '1-2 [0 0 0]'])
      world.free()
    }
  })
})

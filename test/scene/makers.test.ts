// Scene makers: what they promise, and that a seed decides everything.

import { describe, expect, test } from 'vitest'
import { box, chain, column, drum, gas, InputError, lattice, silo, type Scene } from '../../src/index.js'
import { engineOf } from '../support/engine.js'

const makers: Record<string, (seed: number) => Scene> = {
  'a lattice': (seed) => lattice({ counts: [7, 5], radius: [0.5, 1], seed }),
  'a cubic lattice': (seed) => lattice({ dimension: 3, counts: [3, 4, 2], radius: [0.5, 1], seed }),
  'a gas': (seed) => gas({ grains: 120, fraction: 0.45, radius: [0.5, 1], seed }),
  'a gas in 3D between walls': (seed) => gas({ dimension: 3, grains: 100, fraction: 0.25, radius: [0.7, 1], ends: 'walls', seed }),
  'a chain': (seed) => chain({ grains: 12, gap: 0.5, push: 1, seed }),
  'a column': (seed) => column({ dimension: 3, grains: 12, topMass: 5, seed }),
  'a box': (seed) => box({ grains: 90, radius: [0.5, 1], seed }),
  'a box in 3D with a lid': (seed) => box({ dimension: 3, grains: 90, radius: [0.5, 1], lid: { mass: 3, force: 2 }, seed }),
  'a silo': (seed) => silo({ grains: 90, radius: [0.5, 1], orifice: 4, seed }),
  'a silo in 3D': (seed) => silo({ dimension: 3, grains: 90, radius: [0.5, 1], orifice: 6, seed }),
  'a drum': (seed) => drum({ grains: 90, radius: [0.5, 1], seed }),
  'a drum in 3D': (seed) => drum({ dimension: 3, grains: 90, radius: [0.5, 1], seed }),
}

describe.each(Object.entries(makers))('%s', (name, make) => {
  test('is a scene whose grains do not overlap, and steps', async () => {
    const engine = await engineOf('debug')
    for (let seed = 1; seed <= 5; seed++) {
      // the door refuses overlaps; the makers' defaults leave 1e-6 radii for touching neighbours, nothing more
      const world = engine.createWorld(make(seed))
      expect(world.bodies.count).toBe(make(seed).bodies!.length)
      world.step(3)
      // three steps at the default tolerance, 1e-4 of the forces, let a column of twelve sink by 7e-5 radii
      expect(world.report.overlap.max).toBeLessThan(1e-3)
    }
  })

  test('is plain data, and the same for the same seed', () => {
    expect(JSON.parse(JSON.stringify(make(3)))).toEqual(make(3))
    if (!/chain|column/.test(name)) expect(make(4).bodies).not.toEqual(make(3).bodies)
  })
})

test('a gas fills the share of space that was asked for and moves as fast', () => {
  const scene = gas({ dimension: 3, grains: 2000, fraction: 0.3, radius: [0.5, 1], speed: 2, seed: 9 })
  const side = scene.periodic!.x![1]
  const volume = scene.bodies!.reduce((sum, b) => sum + (4 / 3) * Math.PI * b.radius ** 3, 0)
  expect(Math.abs(volume / side ** 3 - 0.3)).toBeLessThan(1e-12)
  const squares = scene.bodies!.flatMap((b) => Array.from(b.velocity!)).map((v) => v * v)
  // mean of 6000 squares of variance 4: standard error 4 sqrt(2 / 6000) = 0.07
  expect(Math.abs(squares.reduce((a, b) => a + b) / squares.length - 4)).toBeLessThan(0.3)
})

test('a container in which no grain fits says so, and does not look for ever', () => {
  for (const width of [4.21, 4.8, 5.2]) expect(() => silo({ dimension: 3, grains: 5, width })).toThrow(InputError)
  expect(() => drum({ grains: 5000 })).toThrow(/grains: expected at most/)
  expect(() => box({ grains: 5, width: 1 })).toThrow(InputError)
  expect(() => gas({ grains: 200, fraction: 0.8 })).toThrow(/fraction/)
  expect(() => silo({ grains: 5, width: 20, orifice: 30 })).toThrow(/orifice: expected less than the width/)
  expect(() => box({ grains: 5, gravty: 3 } as never)).toThrow(/gravty/)
})

test('many grains are no matter of the stack', () => {
  expect(box({ grains: 200_000 }).bodies!.length).toBe(200_000)
})

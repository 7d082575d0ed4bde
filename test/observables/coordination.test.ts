import { expect, test } from 'vitest'
import { column, coordination } from '../../src/index.js'
import { engineOf } from '../support/engine.js'

test('a column of three on a floor: two contacts between grains, one with the floor', async () => {
  const world = (await engineOf('release')).createWorld(column({ grains: 3, timeStep: 0.1 }))
  world.step(2)
  const z = coordination(world)
  // ends at grains: 1 + 2 + 2; the topmost has one contact, which does not hold it in place; without it the next has one
  expect(z.mean).toBeCloseTo(5 / 3, 14)
  expect(z.rattlers).toBe(3)
  expect(z.withoutRattlers).toBe(0)
})

test('three disks in a corner hold each other; a fourth that flies has no contact', async () => {
  const h = Math.sqrt(4 - 1.1 ** 2) // the lower ones are 2.2 apart
  const world = (await engineOf('release')).createWorld({
    dimension: 2, timeStep: 0.01, gravity: [0, -1], friction: 0.5, solver: { tolerance: 1e-9 },
    bodies: [[1, 1], [3.2, 1], [2.1, 1 + h], [2, 50]].map((position) => ({ position, radius: 1 })),
    boundaries: [
      { shape: 'plane', point: [0, 0], normal: [0, 1] }, { shape: 'plane', point: [0, 0], normal: [1, 0] },
      { shape: 'plane', point: [4.2, 0], normal: [-1, 0] },
    ],
  })
  world.step(20)
  const z = coordination(world)
  const { pairs, states, count } = world.contacts
  // by hand: the top disk leans on both others, each of them on the floor and on its wall
  expect(Array.from({ length: count }, (_, c) => c).filter((c) => states[c] && pairs[2 * c + 1]! >= 0)).toHaveLength(2)
  expect(z).toEqual({ mean: 8 / 4, withoutRattlers: 8 / 3, rattlers: 1 })
})

// The main job, small: it does what its table says, and goes on after an interruption as if there had been none.

import { expect, test } from 'vitest'
import { Packing } from '../../src/studies/index.js'
import { engineOf } from '../support/engine.js'

const options = { grains: 60, settle: 300, compress: 700, seed: 5 }
let clock = 0
const now = (): number => (clock += 1)

test('a packing settles, is compressed and carries its load', async () => {
  const packing = Packing.start(await engineOf('release'), options)
  while (packing.done < packing.total) packing.step(now)
  const r = packing.result()
  expect(r.grains).toBe(60)
  // all of the load is on floor and walls once nothing moves: kinetic energy left moves it by
  // 1e-4 (measured over twelve seeds)
  expect(Math.abs(r.floorShare + r.wallShare - 1)).toBeLessThan(1e-3)
  // isostatic with friction has 3 contacts a grain, without friction 4; contacts with walls count once
  expect(r.coordinationWithoutRattlers).toBeGreaterThan(2.5)
  expect(r.coordinationWithoutRattlers).toBeLessThan(4)
  expect(r.meanOverlap).toBeLessThan(1e-3)
  const lines = packing.contactsCsv().trim().split('\n')
  expect(lines).toHaveLength(packing.world.contacts.count + 1)
  const header = lines[0]!.split(',')
  expect(lines.every((line) => line.split(',').length === header.length)).toBe(true)
  const column = header.indexOf('normal_force')
  const sum = lines.slice(1).reduce((total, line) => total + Number(line.split(',')[column]), 0)
  expect(sum).toBeCloseTo(packing.world.contacts.normalForces.reduce((a, b) => a + b, 0), 8)
})

test.each([100, 400])('interrupted at step %i and resumed it ends in the same state', async (stop) => {
  const engine = await engineOf('release')
  const whole = Packing.start(engine, options)
  while (whole.done < whole.total) whole.step(now)
  const first = Packing.start(engine, options)
  while (first.done < stop) first.step(now)
  const second = Packing.resume(engine, first.world.snapshot(), JSON.parse(JSON.stringify(first.progress)))
  while (second.done < second.total) second.step(now)
  expect(second.world.hash()).toBe(whole.world.hash())
  expect(second.progress.updates).toBe(whole.progress.updates)
})

import { expect, test } from 'vitest'
import { column, drum, gas } from '../../src/index.js'
import { forceNetwork } from '../../src/plot/index.js'
import { engineOf } from '../support/engine.js'

test('a column of five: a circle a grain, a bar a contact, wider the more it carries, and the floor', async () => {
  const world = (await engineOf('release')).createWorld(column({ grains: 5, timeStep: 0.1, solver: { tolerance: 1e-10 } }))
  world.step(3)
  const svg = forceNetwork(world, { title: 'a < b' })
  expect(svg.match(/<circle/g)).toHaveLength(5)
  expect(svg).toContain('a &#60; b')
  // forces 1 to 5 weights, mean 3: five levels, each a path of one bar, weakest first
  const widths = [...svg.matchAll(/<path d="M[^M"]*" stroke="rgb[^"]*" stroke-width="([\d.]+)"/g)].map((m) => Number(m[1]))
  expect(widths).toHaveLength(5)
  expect([...widths].sort((a, b) => a - b)).toEqual(widths)
  // 5 to 1, but bars are drawn at the middle of their level, which is a sixth of the mean force wide, half of the weakest
  expect(Math.abs(widths[4]! / widths[0]! - 5)).toBeLessThan(2.5)
  expect(svg).toMatch(/<clipPath/)
})

test('a drum is drawn as a circle, a periodic gas without walls, an empty world as an empty sheet', async () => {
  const engine = await engineOf('release')
  const turning = engine.createWorld(drum({ grains: 20, timeStep: 0.05 }))
  turning.step(100)
  expect(forceNetwork(turning).match(/<circle/g)).toHaveLength(21)
  const free = engine.createWorld(gas({ grains: 20 }))
  free.step()
  expect(forceNetwork(free)).not.toContain('clipPath')
  expect(forceNetwork(engine.createWorld({ dimension: 2, timeStep: 1 }))).toContain('</svg>')
})

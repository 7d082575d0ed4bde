import { expect, test } from 'vitest'
import { column, drum, gas, InputError } from '../../src/index.js'
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
  expect(svg.match(/<g stroke="#444"[\s\S]*<\/g>/)![0].match(/<path/g)).toHaveLength(1)
})

test('a drum is drawn as a circle, a periodic gas without walls, an empty world as an empty sheet', async () => {
  const engine = await engineOf('release')
  const turning = engine.createWorld(drum({ grains: 20, timeStep: 0.05 }))
  turning.step(100)
  expect(forceNetwork(turning).match(/<circle/g)).toHaveLength(21)
  const free = engine.createWorld(gas({ grains: 20 }))
  free.step()
  expect(forceNetwork(free)).not.toContain('#444')
  expect(forceNetwork(engine.createWorld({ dimension: 2, timeStep: 1 }))).toContain('</svg>')
})

test('a wall is drawn where it is seen, however far its point, and not where it is not', async () => {
  const engine = await engineOf('release')
  const floor = (point: number[]): string => forceNetwork(engine.createWorld({
    dimension: 2, timeStep: 1, bodies: [{ position: [1000, 1], radius: 1 }, { position: [1003, 1], radius: 1 }],
    boundaries: [{ shape: 'plane', point, normal: [0, 1] }],
  }))
  expect(floor([0, 0])).toContain('#444')
  expect(floor([0, 0]).replaceAll('-0.00', '0.00')).toBe(floor([1e4, 0]).replaceAll('-0.00', '0.00'))
  expect(floor([0, -50])).not.toContain('#444')
})

test('in a period grains are drawn inside it, and bars go out of it', async () => {
  const world = (await engineOf('release')).createWorld({
    dimension: 2, timeStep: 0.1, periodic: { x: [0, 10] }, allowedOverlap: 0.1,
    bodies: [{ position: [-0.5, 0], radius: 1, velocity: [1, 0] }, { position: [21.49, 0], radius: 1 }],
  })
  world.step()
  const circles = [...forceNetwork(world).matchAll(/<circle cx="([-\d.]+)" cy="[-\d.]+" r="([\d.]+)"/g)]
  expect(circles).toHaveLength(2)
  const [a, b] = circles.map((m) => Number(m[1]) / Number(m[2])) // in radii
  expect(Math.abs(Math.abs(a! - b!) - 8)).toBeLessThan(0.1) // at 9.5 and 1.5; a step of at most 0.1 on
})

test('wrong options are named', async () => {
  const world = (await engineOf('release')).createWorld(column({ grains: 2 }))
  for (const options of [{ width: -1 }, { width: '800' }, { axes: [0, 5] }, { axes: ['x', 'z'] }, { axes: [1, 1] }, { heigth: 3 }])
    expect(() => forceNetwork(world, options as never)).toThrow(InputError)
  expect(() => forceNetwork(undefined as never)).toThrow(/world: expected a world/)
})

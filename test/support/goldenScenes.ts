// Scenes whose hashes are known (test/golden.json). Plain data, so that a browser can be given the same list.

import { readFileSync } from 'node:fs'
import type * as Signorini from '../../src/index.js'

export interface GoldenScene {
  name: string
  maker: 'box' | 'gas' | 'drum' | 'silo'
  options: object
  steps: number
}

// steps long enough for grains to fall and rest, sweeps few enough for the debug build
const common = { timeStep: 0.03, solver: { maxSweeps: 100 } }

export const goldenScenes: readonly GoldenScene[] = [
  {
    name: 'box 2D', maker: 'box', steps: 300,
    options: { ...common, grains: 100, radius: [0.5, 1], friction: 0.5, lid: { mass: 20, force: 100 }, seed: 1 },
  },
  {
    name: 'box 3D, static and dynamic friction', maker: 'box', steps: 300,
    options: { ...common, dimension: 3, grains: 100, radius: [0.5, 1], friction: { static: 0.6, dynamic: 0.4 }, seed: 2 },
  },
  {
    name: 'gas 3D, periodic', maker: 'gas', steps: 300,
    options: { ...common, dimension: 3, grains: 150, fraction: 0.3, friction: 0.3, seed: 3 },
  },
  {
    name: 'drum 2D', maker: 'drum', steps: 300,
    options: { ...common, grains: 120, radius: [0.8, 1], drumRadius: 15, friction: 0.5, seed: 4 },
  },
  {
    name: 'silo 3D with an orifice', maker: 'silo', steps: 300,
    options: { ...common, dimension: 3, grains: 150, radius: [0.8, 1], width: 10, orifice: 5, friction: 0.3, seed: 5 },
  },
]

type Makers = Pick<typeof Signorini, GoldenScene['maker']>

/** Makes and runs one. Uses nothing but its arguments: a page gets its source. */
export function runGolden(engine: Signorini.Engine, makers: Makers, { maker, options, steps }: GoldenScene): string {
  const world = engine.createWorld(makers[maker](options as never))
  world.step(steps)
  const hash = world.hash()
  world.free()
  return hash
}

export const goldenFile = new URL('../golden.json', import.meta.url)

export function goldenHashes(): Record<string, string> {
  return JSON.parse(readFileSync(goldenFile, 'utf8')) as Record<string, string>
}

// What all scene makers share: options, their checks, radii, and filling a region with grains that do not touch.

import type { BodySpec, Scene } from '../../bindings/scene.js'
import { InputError } from '../../bindings/errors.js'
import * as check from '../../bindings/check.js'
import { random, type Random } from './random.js'

/**
 * Options that every maker takes. What a scene has, they may set; what they leave out gets a default that runs. The default
 * time step lets the fastest motion to be expected, a fall from the top, move a tenth of the smallest radius; a scene that
 * has come to rest can do with a longer one.
 */
export interface CommonOptions
  extends Partial<Pick<Scene, 'timeStep' | 'friction' | 'materials' | 'solver' | 'gapRule' | 'skin' | 'maximumMemory'>> {
  dimension?: 2 | 3
  /** Of the grains: one number, or a range from which radii are drawn evenly. Default 1. */
  radius?: number | readonly [number, number]
  /** Default 1. */
  density?: number
  /** Strength of gravity, along -y in two dimensions and -z in three. Default 1 where the scene has gravity. */
  gravity?: number
  /** Of positions, radii and sweeps. Default 1. */
  seed?: number
}

export type Point = [number, number, number]

export interface Common {
  dimension: 2 | 3
  smallest: number
  largest: number
  density: number
  gravity: number
  seed: number
  draw: Random
  /** Index of the vertical direction. */
  up: 1 | 2
}

export function readCommon(options: CommonOptions, own: readonly string[], gravity: number): Common {
  check.noOthers(check.object(options, 'options'), 'options', [
    'timeStep', 'friction', 'materials', 'solver', 'gapRule', 'skin', 'maximumMemory', 'dimension', 'radius', 'density',
    'gravity', 'seed', ...own])
  const dimension = check.oneOf(options.dimension ?? 2, 'dimension', [2, 3])
  const range = options.radius ?? 1
  const [smallest, largest] = typeof range === 'number' ? [range, range] : [range[0], range[1]]
  check.positive(smallest, 'radius')
  check.positive(largest, 'radius')
  if (largest < smallest) throw new InputError('radius', 'a range [smallest, largest]', range)
  const seed = check.integer(options.seed ?? 1, 'seed', 0, Number.MAX_SAFE_INTEGER)
  return {
    dimension, smallest, largest, seed,
    density: check.positive(options.density ?? 1, 'density'),
    gravity: check.notNegative(options.gravity ?? gravity, 'gravity'),
    draw: random(seed),
    up: dimension === 2 ? 1 : 2,
  }
}

export function drawRadius({ smallest, largest, draw }: Common): number {
  return smallest === largest ? smallest : smallest + (largest - smallest) * draw()
}

/** The square or cube root, by operations that round alike in every browser (powers do not). */
export function rootOf(dimension: 2 | 3, x: number): number {
  if (dimension === 2) return Math.sqrt(x)
  let root = Math.sqrt(x) // Newton, from a start on the right side of one
  for (let k = 0; k < 200; k++) root = (2 * root + x / (root * root)) / 3
  return root
}

/** The height of the highest grain's top. */
export function topOf(bodies: readonly BodySpec[], up: number): number {
  return bodies.reduce((top, b) => Math.max(top, b.position[up]! + b.radius), -Infinity)
}

/** A vector of the scene's dimension. */
export function inDimension(dimension: 2 | 3, [x, y, z]: Point): number[] {
  return dimension === 2 ? [x, y] : [x, y, z]
}

/** The vector of gravity. */
export function down({ dimension, gravity }: Common): number[] {
  return dimension === 2 ? [0, -gravity] : [0, 0, -gravity]
}

/** After so many layers without a place in a container without a top, there is none. */
const EMPTY_LAYERS = 10

/**
 * Puts grains on a jittered lattice, from the bottom up, wherever `inside` says that a grain of the largest radius fits;
 * they do not touch. Throws if they do not all find a place below `top`.
 */
export function fill(
  common: Common, grains: number, low: Point, high: Point, inside: (p: Point, radius: number) => boolean,
): BodySpec[] {
  const { dimension, largest, density, draw, up } = common
  const slack = 0.05 * largest
  const pitch = 2 * (largest + slack)
  const bodies: BodySpec[] = []
  let empty = 0
  const across = dimension === 2 ? [0] : [0, 1]
  const counts = across.map((k) => Math.max(0, Math.floor((high[k]! - low[k]!) / pitch)))
  const perLayer = counts.reduce((product, n) => product * n, 1)
  for (let layer = 0; bodies.length < grains; layer++) {
    const height = low[up] + (layer + 0.5) * pitch
    const before = bodies.length
    if (height + largest + slack > high[up] || perLayer === 0 || empty > EMPTY_LAYERS)
      throw new InputError('grains', `at most ${bodies.length} grains of radius ${largest} in this container`, grains)
    for (let place = 0; place < perLayer && bodies.length < grains; place++) {
      const p: Point = [0, 0, 0]
      let rest = place
      across.forEach((k, e) => {
        // spread what is left over, so that layers reach from wall to wall
        const step = (high[k]! - low[k]!) / counts[e]!
        p[k] = low[k]! + ((rest % counts[e]!) + 0.5) * step
        rest = Math.floor(rest / counts[e]!)
      })
      p[up] = height
      const radius = drawRadius(common)
      for (let k = 0; k < 3; k++) if (k === up || across.includes(k)) p[k]! += slack * (2 * draw() - 1)
      if (inside(p, radius)) bodies.push({ position: inDimension(dimension, p), radius, density })
    }
    if (high[up] === Infinity) empty = bodies.length > before ? 0 : empty + 1
  }
  return bodies
}

/** The parts of a scene that every maker passes on. `speed` is the fastest motion expected: a step moves a tenth of a radius. */
export function scene(options: CommonOptions, common: Common, speed: number): Omit<Scene, 'bodies' | 'boundaries'> {
  const { timeStep, friction, materials, solver, gapRule, skin, maximumMemory } = options
  const given = { friction, materials, solver, gapRule, skin, maximumMemory }
  return {
    dimension: common.dimension,
    timeStep: timeStep ?? (0.1 * common.smallest) / speed,
    seed: common.seed,
    ...(common.gravity > 0 ? { gravity: down(common) } : {}),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  }
}

/** Speed of a fall by `height`. */
export function fallSpeed({ gravity, smallest }: Common, height: number): number {
  return gravity > 0 ? Math.sqrt(2 * gravity * Math.max(height, smallest)) : 1
}

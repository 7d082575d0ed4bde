import type { BodySpec, BoundarySpec, Scene } from '../../bindings/scene.js'
import { InputError } from '../../bindings/errors.js'
import { volumeOf } from '../../bindings/bodies.js'
import * as check from '../../bindings/check.js'
import { type CommonOptions, type Point, drawRadius, inDimension, readCommon, rootOf, scene } from './common.js'
import { normal } from './random.js'
import { walls } from './walls.js'

export interface GasOptions extends CommonOptions {
  grains: number
  /** Share of space that grains fill. Default 0.2. */
  fraction?: number
  /** Each component of the velocities has this spread. Default 1. */
  speed?: number
  /** What space ends with. Default 'periodic'; 'open' has no end. */
  ends?: 'periodic' | 'walls' | 'open'
}

const ATTEMPTS = 20000

/** Grains at random places that do not overlap, with random velocities, in a square or a cube. */
export function gas(options: GasOptions): Scene {
  const common = readCommon(options, ['grains', 'fraction', 'speed', 'ends'], 0)
  const { dimension, density, largest, draw } = common
  const grains = check.integer(options.grains, 'grains', 1)
  const fraction = check.positive(options.fraction ?? 0.2, 'fraction')
  const speed = check.notNegative(options.speed ?? 1, 'speed')
  const ends = check.oneOf(options.ends ?? 'periodic', 'ends', ['periodic', 'walls', 'open'])
  const radii = Array.from({ length: grains }, () => drawRadius(common)).sort((a, b) => b - a)
  const volume = radii.reduce((sum, r) => sum + volumeOf(dimension, r), 0)
  const side = rootOf(dimension, volume / fraction)
  if (side < 2 * largest) throw new InputError('fraction', `a fraction at which the largest grain fits`, fraction)

  // random sequential addition, the largest first; cells of the largest diameter find the neighbours
  const cells = Math.max(1, Math.floor(side / (2 * largest)))
  const grid = new Map<number, number[]>()
  const positions: Point[] = []
  const wrap = ends === 'periodic'
  const cellOf = (x: number): number => Math.min(cells - 1, Math.floor((x / side) * cells))
  const fits = (p: Point, radius: number): boolean => {
    const [cx, cy, cz] = p.map(cellOf) as Point
    for (let dz = dimension === 2 ? 0 : -1; dz <= (dimension === 2 ? 0 : 1); dz++)
      for (let dy = -1; dy <= 1; dy++)
        for (let dx = -1; dx <= 1; dx++) {
          const at = [cx + dx, cy + dy, cz + dz].map((c) => (c + cells) % cells) as Point
          for (const j of grid.get((at[2] * cells + at[1]) * cells + at[0]) ?? []) {
            const distance2 = p.reduce((sum, x, k) => {
              const far = x - positions[j]![k]!
              const d = wrap ? far - side * Math.round(far / side) : far
              return sum + d * d
            }, 0)
            const apart = radius + radii[j]!
            if (distance2 < apart * apart) return false
          }
        }
    return true
  }
  for (const radius of radii) {
    const margin = ends === 'walls' ? radius : 0
    let p: Point
    let attempt = 0
    do {
      if (attempt++ === ATTEMPTS)
        throw new InputError('fraction', 'a fraction that random placement can reach (0.5 in 2D, 0.35 in 3D)', fraction)
      p = [0, 1, 2].map((k) => (k < dimension ? margin + (side - 2 * margin) * draw() : 0)) as Point
    } while (!fits(p, radius))
    const [cx, cy, cz] = p.map(cellOf) as Point
    const key = (cz * cells + cy) * cells + cx
    grid.set(key, [...(grid.get(key) ?? []), positions.length])
    positions.push(p)
  }
  const bodies: BodySpec[] = positions.map((p, k) => ({
    position: inDimension(dimension, p),
    radius: radii[k]!,
    density,
    velocity: Array.from({ length: dimension }, () => speed * normal(draw)),
  }))
  const range: [number, number] = [0, side]
  const boundaries: BoundarySpec[] = ends === 'walls' ? walls(dimension, [0, 0, 0], [side, side, side]) : []
  return {
    ...scene(options, common, 3 * (speed || 1)),
    bodies,
    boundaries,
    ...(wrap ? { periodic: dimension === 2 ? { x: range, y: range } : { x: range, y: range, z: range } } : {}),
  }
}

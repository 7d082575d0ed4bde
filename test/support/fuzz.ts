// Scenes and deeds without sense: of every number anything may come, from what is tame to what no one would write.

import { random, type BodySpec, type BoundarySpec, type Random, type Scene, type Settings, type World } from '../../src/index.js'

const hostile = [
  0, -0, 1, -1, 1e300, -1e300, 1e-300, -1e-300, 5e-324, 1e-310, 1.7e308, -1.7e308, 1e200, 1e154, 1e-154, 1e100, 1e20, 1e16,
  -1e16, 1e10, 1e-10, 2 ** 31, 2 ** 53, NaN, Infinity, -Infinity,
]

/** Draws everything from one seed. */
export class Fuzz {
  readonly draw: Random
  /** How often a number is hostile; many scenes are tame enough to run. */
  readonly hostility: number
  constructor(seed: number) {
    this.draw = random(seed)
    this.hostility = this.pick([0, 0.01, 0.05, 0.3])
  }

  chance(p: number): boolean { return this.draw() < p }
  below(n: number): number { return Math.floor(n * this.draw()) }
  pick<T>(choices: readonly T[]): T { return choices[this.below(choices.length)]! }
  maybe<T>(p: number, make: () => T): T | undefined { return this.chance(p) ? make() : undefined }

  /** A number in [-size, size], or any. */
  number(size = 1): number {
    return this.chance(this.hostility) ? this.pick(hostile) : size * (2 * this.draw() - 1)
  }
  /** A number above zero, over orders of magnitude, or any. */
  positive(size = 1, orders = 1): number {
    return this.chance(this.hostility) ? this.pick(hostile) : size * 10 ** (orders * (2 * this.draw() - 1))
  }
  vector(dimension: number, size = 1): number[] {
    const one = this.chance(0.2) // along an axis, as walls mostly are
    const axis = this.below(dimension)
    return Array.from({ length: dimension }, (_, k) => (one ? (k === axis ? this.number(size) : 0) : this.number(size)))
  }
  spin(dimension: number, size = 1): number | number[] {
    return dimension === 2 ? this.number(size) : this.vector(3, size)
  }

  body(dimension: 2 | 3): BodySpec {
    const kind = this.pick(['dynamic', 'dynamic', 'dynamic', 'fixed', 'kinematic'] as const)
    const moves = kind !== 'fixed' && this.chance(0.6)
    return clean({
      position: this.chance(0.1) ? new Array<number>(dimension).fill(0) : this.vector(dimension, 8),
      radius: this.positive(1, 0.4),
      density: this.maybe(0.2, () => this.positive(1, 3)),
      mass: this.maybe(0.2, () => this.positive(1, 6)),
      inertia: this.maybe(0.1, () => this.positive(1, 3)),
      velocity: moves ? this.vector(dimension, 5) : undefined,
      angularVelocity: moves ? this.spin(dimension, 5) : undefined,
      angle: dimension === 2 ? this.maybe(0.2, () => this.number(10)) : undefined,
      orientation: dimension === 3 ? this.maybe(0.2, () => [this.number(), this.number(), this.number(), this.number()]) : undefined,
      force: this.maybe(0.2, () => this.vector(dimension, 10)),
      torque: this.maybe(0.2, () => this.spin(dimension, 10)),
      kind: this.maybe(0.5, () => kind) ?? (moves ? 'dynamic' : kind),
      rotates: this.maybe(0.2, () => this.chance(0.5)),
    })
  }

  boundary(dimension: 2 | 3): BoundarySpec {
    const motion = {
      point: this.vector(dimension, 10),
      velocity: this.maybe(0.3, () => this.vector(dimension, 2)),
      angularVelocity: this.maybe(0.3, () => this.spin(dimension, 2)),
      enabled: this.maybe(0.1, () => false),
      free: this.maybe(0.2, () => clean({
        direction: this.vector(dimension), mass: this.positive(1, 3), force: this.maybe(0.5, () => this.number(20)),
        speed: this.maybe(0.3, () => this.number(5)),
      })),
    }
    if (this.chance(0.6)) return clean({
      shape: 'plane' as const, normal: this.vector(dimension), ...motion,
      inner: this.maybe(0.3, () => this.positive(2)), outer: this.maybe(0.2, () => this.positive(10)),
    })
    return clean({
      shape: 'cylinder' as const, side: this.pick(['inside', 'outside'] as const), radius: this.positive(8, 0.5),
      axis: dimension === 3 ? this.vector(3) : undefined, ...motion,
    })
  }

  solver(): NonNullable<Scene['solver']> {
    return clean({
      criterion: this.pick(['local', 'global', 'fixed'] as const),
      tolerance: this.maybe(0.3, () => this.positive(1e-4, 4)),
      cutoff: this.maybe(0.2, () => this.positive(1, 2)),
      maxSweeps: 1 + this.below(60),
      order: this.pick(['blocks', 'blocks', 'random', 'sequential', 'reverse', 'symmetric'] as const),
      kernel: this.maybe(0.1, () => 'scalar' as const),
      update: this.chance(0.1) ? 'parallel' as const : undefined,
      warmStart: this.maybe(0.2, () => false),
    })
  }

  scene(): Scene {
    const dimension = this.pick([2, 3] as const)
    const range = (): [number, number] => [this.number(10) - 10, this.number(10) + 15]
    return clean({
      dimension,
      timeStep: this.positive(0.02, 1.5),
      gravity: this.maybe(0.5, () => this.vector(dimension, 10)),
      seed: this.below(1000),
      periodic: this.maybe(0.4, () => clean({
        x: this.maybe(0.5, range), y: this.maybe(0.5, range), z: dimension === 3 ? this.maybe(0.5, range) : undefined,
      })),
      friction: this.pick([undefined, Math.abs(this.number(1)), { static: 0.6, dynamic: 0.6 * this.draw() }, this.positive(1, 3)]),
      bodies: Array.from({ length: this.below(9) }, () => this.body(dimension)),
      boundaries: this.chance(0.5) ? [] : Array.from({ length: 1 + this.below(3) }, () => this.boundary(dimension)),
      solver: this.solver(),
      gapRule: this.maybe(0.2, () => 'signed' as const),
      skin: this.maybe(0.3, () => this.positive(0.01, 2)),
      allowedOverlap: this.chance(0.8) ? 1e6 : this.maybe(0.5, () => this.positive(1, 3)),
    })
  }

  /** Something done to a world, and what it was. */
  deed(world: World): [name: string, run: () => unknown] {
    const views = ['positions', 'velocities', 'angularVelocities', 'forces', 'torques', 'radii', 'masses', 'inertias'] as const
    const choice = this.draw()
    if (choice < 0.6 || world.bodies.count === 0) return ['step', () => world.step(1 + this.below(3))]
    if (choice < 0.7) return ['add', () => world.add(this.body(world.dimension))]
    if (choice < 0.8) return ['remove', () => { world.remove(this.pick([...world.bodies.ids])) }]
    if (choice < 0.87) return ['configure', () => {
      world.configure(clean<Partial<Settings>>({ timeStep: this.positive(0.02, 1), solver: this.maybe(0.5, () => this.solver()) }))
    }]
    if (choice < 0.93) return ['addBoundary', () => world.addBoundary(this.boundary(world.dimension))]
    return ['write', () => {
      const view = world.bodies[this.pick(views)]
      view[this.below(view.length)] = this.number(5)
    }]
  }
}

/** Without what is undefined, like a scene that someone wrote. */
function clean<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as T
}

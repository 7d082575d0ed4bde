// A packing: polydisperse disks fall into a box, come to rest, and are compressed by a piston (the preparation of 003
// Fig. 5, with gravity). The main job of `npm start`.

import type { Engine } from '../../bindings/load.js'
import type { World } from '../../bindings/world.js'
import { box } from '../scene/box.js'
import { coordination } from '../observables/coordination.js'

export interface PackingOptions {
  grains?: number
  friction?: number
  seed?: number
  /** Steps in which the grains fall and come to rest, and in which the piston compresses them. */
  settle?: number
  compress?: number
  /** Force of the piston, in weights of the grains. */
  load?: number
}

export interface PackingResult {
  grains: number
  contacts: number
  sweepsPerStep: number
  updatesPerSecond: number
  /** In mean radii. */
  meanOverlap: number
  largestOverlap: number
  residual: number
  coordination: number
  coordinationWithoutRattlers: number
  rattlers: number
  /** Force on the floor over the weight of the grains, at rest before the piston came. */
  floorOverWeight: number
  /** Vertical force on the floor and on the side walls over the weight and what the piston passes on, together. */
  floorShare: number
  wallShare: number
  seconds: number
}

/** What has to be kept besides the world to go on later. */
export interface PackingProgress {
  options: Required<PackingOptions>
  sweeps: number
  updates: number
  seconds: number
  floorOverWeight: number
}

const defaults: Required<PackingOptions> = { grains: 2000, friction: 0.5, seed: 1, settle: 800, compress: 500, load: 2 }

export class Packing {
  readonly world: World
  readonly progress: PackingProgress

  private constructor(world: World, progress: PackingProgress) {
    this.world = world
    this.progress = progress
  }

  /** In units of the largest radius, gravity and density. */
  static start(engine: Engine, given: PackingOptions = {}): Packing {
    const options = { ...defaults, ...given }
    const world = engine.createWorld(box({
      dimension: 2, grains: options.grains, radius: [0.5, 1], friction: options.friction, gravity: 1, seed: options.seed,
      timeStep: 0.02, solver: { criterion: 'local', tolerance: 3e-4, maxSweeps: 400 },
    }))
    return new Packing(world, { options, sweeps: 0, updates: 0, seconds: 0, floorOverWeight: 0 })
  }

  static resume(engine: Engine, snapshot: Uint8Array, progress: PackingProgress): Packing {
    return new Packing(engine.restore(snapshot), progress)
  }

  get done(): number { return this.world.report.step }
  get total(): number { return this.progress.options.settle + this.progress.options.compress }
  get phase(): 'settling' | 'compressing' { return this.done < this.progress.options.settle ? 'settling' : 'compressing' }

  /** One time step, counted. `now` reads a clock in milliseconds. */
  step(now: () => number): void {
    if (this.phase === 'compressing' && this.world.boundaries.length === FLOOR + 1) this.#lowerPiston()
    const before = now()
    const { sweeps, contacts } = this.world.step()
    this.progress.seconds += (now() - before) / 1000
    this.progress.sweeps += sweeps
    this.progress.updates += sweeps * contacts
  }

  #mass(): number {
    return this.world.bodies.masses.reduce((sum, m) => sum + m, 0)
  }

  #weight(): number {
    return this.#mass() * -this.world.gravity[1]
  }

  /** A lid just above the highest grain, about as heavy as a layer of grains. */
  #lowerPiston(): void {
    const { positions, radii } = this.world.bodies
    let top = 0
    radii.forEach((r, i) => { top = Math.max(top, positions[3 * i + 1]! + r) })
    const weight = this.#weight()
    this.progress.floorOverWeight = -this.world.boundaries[FLOOR]!.reaction[1] / weight
    this.world.addBoundary({
      shape: 'plane', point: [0, top + 0.01], normal: [0, -1],
      free: { direction: [0, -1], mass: this.#mass() / 50, force: this.progress.options.load * weight },
    })
    // at rest long waves need many sweeps (000 Eq. 1.34)
    this.world.configure({ solver: { maxSweeps: 800 } })
  }

  result(): PackingResult {
    const { world, progress } = this
    const { report } = world
    const { radii, count } = world.bodies
    const meanRadius = radii.reduce((sum, r) => sum + r, 0) / count
    const piston = world.boundaries[FLOOR + 1]
    const load = this.#weight() + (piston?.reaction[1] ?? 0)
    const z = coordination(world)
    return {
      grains: count,
      contacts: report.active,
      sweepsPerStep: progress.sweeps / report.step,
      updatesPerSecond: progress.updates / progress.seconds,
      meanOverlap: report.overlap.mean / meanRadius,
      largestOverlap: report.overlap.max / meanRadius,
      residual: report.residual.mean,
      coordination: z.mean,
      coordinationWithoutRattlers: z.withoutRattlers,
      rattlers: z.rattlers,
      floorOverWeight: progress.floorOverWeight,
      floorShare: -world.boundaries[FLOOR]!.reaction[1] / load,
      wallShare: -(world.boundaries[0]!.reaction[1] + world.boundaries[1]!.reaction[1]) / load,
      seconds: progress.seconds,
    }
  }

  /** The contacts as comma-separated values, a header line first. Forces in newtons, on body2; wall contacts name a wall. */
  contactsCsv(): string {
    const { pairs, points, normals, gaps, normalForces, tangentialForces, states, count } = this.world.contacts
    const ids = this.world.bodies.ids
    const lines = ['body1,body2,wall,state,x,y,normal_x,normal_y,gap,normal_force,tangential_force']
    const names = ['open', 'sticking', 'sliding']
    for (let c = 0; c < count; c++) {
      const second = pairs[2 * c + 1]!
      const [nx, ny] = [normals[3 * c]!, normals[3 * c + 1]!]
      // signed: along the normal turned a quarter to the left
      const tangential = tangentialForces[3 * c + 1]! * nx - tangentialForces[3 * c]! * ny
      lines.push([
        ids[pairs[2 * c]!], second >= 0 ? ids[second] : '', second >= 0 ? '' : -1 - second, names[states[c]!],
        points[3 * c], points[3 * c + 1], nx, ny, gaps[c], normalForces[c], tangential,
      ].join(','))
    }
    return lines.join('\n') + '\n'
  }
}

/** Boundaries of `box`: left, right, floor. */
const FLOOR = 2

// The scalars of a world and the report of its last step. One world lives in one memory, so they stand at a
// fixed address. Offsets are those of layout.ts.

import { WORLD, LARGEST } from './layout'

/** Three numbers in a column. In two dimensions the third is zero. */
@unmanaged
export class Vec3 {
  x: f64
  y: f64
  z: f64
}

@unmanaged
export class World {
  timeStep: f64
  time: f64
  gravityX: f64
  gravityY: f64
  gravityZ: f64
  periodLowX: f64
  periodLowY: f64
  periodLowZ: f64
  periodX: f64
  periodY: f64
  periodZ: f64
  skin: f64
  tolerance: f64
  cutoff: f64
  random: u64
  dimension: i32
  bodies: i32
  boundaries: i32
  contacts: i32
  steps: i32
  nextId: i32
  law: i32
  gapRule: i32
  order: i32
  update: i32
  criterion: i32
  maxSweeps: i32
  warmStart: i32
  sweeps: i32
  rounds: i32
  active: i32
  criterionValue: f64
  residualMax: f64
  residualMean: f64
  overlapMax: f64
  overlapMean: f64
  kineticEnergy: f64
  momentumX: f64
  momentumY: f64
  momentumZ: f64
  angularMomentumX: f64
  angularMomentumY: f64
  angularMomentumZ: f64
  dissipated: f64
  externalWork: f64
  boundaryWork: f64
  dissipatedTotal: f64
  meanImpulse: f64
  materials: i32
  listed: i32
  listHash: u64
  faultIndex: i32
  faultField: i32
  faultValue: f64
  watchMean: f64
  watchNoise: f64
  cellSize: f64
  cellsX: i32
  cellsY: i32
  cellsZ: i32
  stencilX: i32
  stencilY: i32
  stencilZ: i32
  candidates: i32
  pairs: i32
  loosePairs: i32
  kernel: i32
  dummy: i32
  fresh: i32
  dealt: i32
  blocks: i32
  colours: i32
  surfaces: i32
  sweepSeed: u64
  patch: i32
  patches: i32
}

export const world: World = changetype<World>(WORLD)

/** Notes what went wrong and where; the caller returns the code and has changed nothing. */
export function fault(code: i32, index: i32, field: i32, value: f64): i32 {
  world.faultIndex = index
  world.faultField = field
  world.faultValue = value
  return code
}

@inline
export function isFinite64(x: f64): bool {
  return x - x == 0
}

/** A number that a step can work with; NaN is none. */
@inline
export function isInRange(x: f64): bool {
  return abs(x) <= LARGEST
}

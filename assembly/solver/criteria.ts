// When to stop sweeping. R is a contact's force in the current sweep, dR its change in that sweep, <> the mean
// over all candidates; impulses stand for forces, both differ by the same time step.
//
//   local    |dR| <= eps (|R| + c <|R|>)  at every contact      003 Eq. 35 with the cutoff delta = eps c <|R|>
//   global   |d<|R|>| <= eps <|R|>                              003 Eq. 36
//   fixed    N_I sweeps                                         003 Eq. 37
//
// Changes that are only rounding (motion.ts says how large that is) come here as zero, so that a pair that drifts along
// together, with impulses of 1e-17, is at rest. Each criterion is a type parameter of the sweep, so that counting sweeps
// costs nothing. `value` is the smallest eps that the last sweep would have met.
//
// Two contacts of a pair are watched at once (pair.ts); to be its equal, the scalar twin says which lane a contact is in.

import { WORLD, WORLD_WATCH_WORST, WORLD_WATCH_TOTAL } from '../layout'
import { world } from '../world'

const WORST: usize = WORLD + WORLD_WATCH_WORST
const TOTAL: usize = WORLD + WORLD_WATCH_TOTAL

function clear(): void {
  world.watchWorst = 0
  world.watchWorstB = 0
  world.watchTotal = 0
  world.watchTotalB = 0
}

/** <|P|> of the sweep that was watched. */
@inline
function meanOf(count: i32): f64 {
  return (world.watchTotal + world.watchTotalB) / <f64>max(count, 1)
}

/** Adds to the sum of one lane. */
@inline
function addTotal(lane: usize, size: f64): void {
  store<f64>(TOTAL + lane, load<f64>(TOTAL + lane) + size)
}

/** Keeps the larger; what is not a number is not larger. */
@inline
function keepWorst(lane: usize, value: f64): void {
  const worst = load<f64>(WORST + lane)
  store<f64>(WORST + lane, select<f64>(value, worst, value > worst))
}

@unmanaged
export class FixedSweeps {
  @inline begin(): void {}
  /** Squares of a contact's change and of its new impulse; `lane` is 0 or 8. */
  @inline see(change2: f64, impulse2: f64, lane: usize = 0): void {}
  @inline seePair(change2: v128, impulse2: v128): void {}
  @inline value(count: i32): f64 { return 0 }
  @inline decides(): bool { return false }
}

@unmanaged
export class LocalCriterion {
  @inline begin(): void { clear() }
  @inline see(change2: f64, impulse2: f64, lane: usize = 0): void {
    const size = sqrt(impulse2)
    const scale = size + world.cutoff * world.watchMean
    keepWorst(lane, change2 / (scale * scale))
    addTotal(lane, size)
  }
  @inline seePair(change2: v128, impulse2: v128): void {
    const size = f64x2.sqrt(impulse2)
    const scale = f64x2.add(size, f64x2.splat(world.cutoff * world.watchMean))
    v128.store(WORST, f64x2.pmax(v128.load(WORST), f64x2.div(change2, f64x2.mul(scale, scale))))
    v128.store(TOTAL, f64x2.add(v128.load(TOTAL), size))
  }
  @inline value(count: i32): f64 {
    world.watchMean = meanOf(count)
    return sqrt(max(world.watchWorst, world.watchWorstB))
  }
  @inline decides(): bool { return true }
}

@unmanaged
export class GlobalCriterion {
  @inline begin(): void { clear() }
  @inline see(change2: f64, impulse2: f64, lane: usize = 0): void {
    keepWorst(lane, change2)
    addTotal(lane, sqrt(impulse2))
  }
  @inline seePair(change2: v128, impulse2: v128): void {
    v128.store(WORST, f64x2.pmax(v128.load(WORST), change2))
    v128.store(TOTAL, f64x2.add(v128.load(TOTAL), f64x2.sqrt(impulse2)))
  }
  @inline value(count: i32): f64 {
    const before = world.watchMean
    const mean = meanOf(count)
    world.watchMean = mean
    if (max(world.watchWorst, world.watchWorstB) == 0 || mean == before) return 0
    return abs(mean - before) / max(mean, before) // the larger, lest all forces vanish
  }
  @inline decides(): bool { return true }
}

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

import { world } from '../world'
import { own, partial } from '../team'

/** What is seen of a sweep: largest and sum, of lanes A and B. */
@unmanaged
export class Watch {
  worst: f64
  worstB: f64
  total: f64
  totalB: f64
}

const WORST: usize = 0
const TOTAL: usize = 16

/** This thread's. */
@inline
export function watch(): Watch {
  return changetype<Watch>(own)
}

export function clearWatch(): void {
  memory.fill(own, 0, 32)
}

/** Puts what was seen of a block with the sums of its share. */
@inline
export function keepWatch(block: i32): void {
  memory.copy(partial(block), own, 32)
}

/** Adds up what was seen of so many blocks, in their order: the same sum whoever did them. */
export function gatherWatch(blocks: i32): void {
  let worst = f64x2.splat(0), total = f64x2.splat(0)
  for (let block = 0; block < blocks; block++) {
    worst = f64x2.pmax(worst, v128.load(partial(block)))
    total = f64x2.add(total, v128.load(partial(block), 16))
  }
  v128.store(own, worst, WORST)
  v128.store(own, total, TOTAL)
}

/** <|P|> of the sweep that was watched. */
@inline
function meanOf(count: i32): f64 {
  return (watch().total + watch().totalB) / <f64>max(count, 1)
}

/** Adds to the sum of one lane. */
@inline
function addTotal(lane: usize, size: f64): void {
  store<f64>(own + lane, load<f64>(own + lane, TOTAL) + size, TOTAL)
}

/** Keeps the larger; what is not a number is not larger. */
@inline
function keepWorst(lane: usize, value: f64): void {
  const worst = load<f64>(own + lane, WORST)
  store<f64>(own + lane, select<f64>(value, worst, value > worst), WORST)
}

@unmanaged
export class FixedSweeps {
  /** Squares of a contact's change and of its new impulse; `lane` is 0 or 8. */
  @inline see(change2: f64, impulse2: f64, lane: usize = 0): void {}
  @inline seePair(change2: v128, impulse2: v128): void {}
  @inline value(count: i32): f64 { return 0 }
  @inline decides(): bool { return false }
}

@unmanaged
export class LocalCriterion {
  @inline see(change2: f64, impulse2: f64, lane: usize = 0): void {
    const size = sqrt(impulse2)
    const scale = size + world.cutoff * world.watchMean
    keepWorst(lane, change2 / (scale * scale))
    addTotal(lane, size)
  }
  @inline seePair(change2: v128, impulse2: v128): void {
    const size = f64x2.sqrt(impulse2)
    const scale = f64x2.add(size, f64x2.splat(world.cutoff * world.watchMean))
    v128.store(own, f64x2.pmax(v128.load(own, WORST), f64x2.div(change2, f64x2.mul(scale, scale))), WORST)
    v128.store(own, f64x2.add(v128.load(own, TOTAL), size), TOTAL)
  }
  @inline value(count: i32): f64 {
    world.watchMean = meanOf(count)
    return sqrt(max(watch().worst, watch().worstB))
  }
  @inline decides(): bool { return true }
}

@unmanaged
export class GlobalCriterion {
  @inline see(change2: f64, impulse2: f64, lane: usize = 0): void {
    keepWorst(lane, change2)
    addTotal(lane, sqrt(impulse2))
  }
  @inline seePair(change2: v128, impulse2: v128): void {
    v128.store(own, f64x2.pmax(v128.load(own, WORST), change2), WORST)
    v128.store(own, f64x2.add(v128.load(own, TOTAL), f64x2.sqrt(impulse2)), TOTAL)
  }
  @inline value(count: i32): f64 {
    const before = world.watchMean
    const mean = meanOf(count)
    world.watchMean = mean
    if (max(watch().worst, watch().worstB) == 0 || mean == before) return 0
    return abs(mean - before) / max(mean, before) // the larger, lest all forces vanish
  }
  @inline decides(): bool { return true }
}

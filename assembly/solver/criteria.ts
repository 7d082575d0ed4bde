// When to stop sweeping. R is a contact's force in the current sweep, dR its change in that sweep, <> the mean
// over all candidates; impulses stand for forces, both differ by the same time step.
//
//   local    |dR| <= eps (|R| + c <|R|>)  at every contact      003 Eq. 35 with the cutoff delta = eps c <|R|>
//   global   |d<|R|>| <= eps <|R|>                              003 Eq. 36
//   fixed    N_I sweeps                                         003 Eq. 37
//
// Changes that are only rounding (motion.ts says how large that is) come here as zero, so that a pair that drifts along
// together, with impulses of 1e-17, is at rest. Each criterion is a type parameter of the sweep, so that counting sweeps costs nothing. `value` is the smallest
// eps that the last sweep would have met.

import { world } from '../world'

@unmanaged
export class FixedSweeps {
  @inline begin(): void {}
  @inline see(change2: f64, impulse2: f64): void {}
  @inline seePair(change2: v128, impulse2: v128): void {}
  @inline value(count: i32): f64 { return 0 }
  @inline decides(): bool { return false }
}

@unmanaged
export class LocalCriterion {
  @inline begin(): void {
    world.watchWorst = 0
    world.watchTotal = 0
  }
  @inline see(change2: f64, impulse2: f64): void {
    const size = sqrt(impulse2)
    const scale = size + world.cutoff * world.watchMean
    const ratio = change2 > 0 ? change2 / (scale * scale) : 0
    world.watchWorst = max(world.watchWorst, ratio)
    world.watchTotal += size
  }
  @inline seePair(change2: v128, impulse2: v128): void {
    this.see(f64x2.extract_lane(change2, 0), f64x2.extract_lane(impulse2, 0))
    this.see(f64x2.extract_lane(change2, 1), f64x2.extract_lane(impulse2, 1))
  }
  @inline value(count: i32): f64 {
    world.watchMean = world.watchTotal / <f64>max(count, 1)
    return sqrt(world.watchWorst)
  }
  @inline decides(): bool { return true }
}

@unmanaged
export class GlobalCriterion {
  @inline begin(): void {
    world.watchTotal = 0
    world.watchWorst = 0
  }
  @inline see(change2: f64, impulse2: f64): void {
    world.watchWorst = max(world.watchWorst, change2)
    world.watchTotal += sqrt(impulse2)
  }
  @inline seePair(change2: v128, impulse2: v128): void {
    this.see(f64x2.extract_lane(change2, 0), f64x2.extract_lane(impulse2, 0))
    this.see(f64x2.extract_lane(change2, 1), f64x2.extract_lane(impulse2, 1))
  }
  @inline value(count: i32): f64 {
    const before = world.watchMean
    const mean = world.watchTotal / <f64>max(count, 1)
    world.watchMean = mean
    if (world.watchWorst == 0 || mean == before) return 0
    return abs(mean - before) / max(mean, before) // the larger, lest all forces vanish
  }
  @inline decides(): bool { return true }
}

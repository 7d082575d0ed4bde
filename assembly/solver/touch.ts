// There is no prefetch instruction. Reading one number of every cache line of the blocks to come takes its place: contacts two
// blocks ahead, bodies one block ahead, a pair's worth with every pair that is updated, so that the reads are under way
// while the update computes.

import { BODY_MASK } from './record'

/** Pairs from which on it pays: below, everything is in the second-level cache anyway. */
export const BEYOND_CACHE = 8192

let touched: u32 = 0 // keeps the loads from being optimised away

@inline
export function touchPair(pair: usize): void {
  touched = load<u32>(pair) + load<u32>(pair, 64)
}

@inline
export function touchBodies(bodies: usize, pair: usize): void {
  touched = touchBody(bodies, pair, 112) + touchBody(bodies, pair, 116) + touchBody(bodies, pair, 120) + touchBody(bodies, pair, 124)
}

/** Where several threads work it is also written back as it was, so that the line is this core's to write when its turn comes. */
@inline
function touchBody(bodies: usize, pair: usize, offset: usize): u32 {
  const at = bodies + (<usize>(load<u32>(pair + offset) & BODY_MASK) << 6)
  const first = load<u32>(at)
  if (ASC_FEATURE_THREADS) store<u32>(at, first)
  return first
}

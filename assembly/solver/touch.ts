// There is no prefetch instruction. Reading one number of every cache line of the blocks to come, many loads in a row that
// do not depend on each other, takes its place: contacts two blocks ahead, bodies one block ahead.

import { firstSlot, endSlot } from './blocks'
import { BODY_MASK } from './record'

/** Pairs from which on it pays: below, everything is in the second-level cache anyway. */
export const BEYOND_CACHE = 8192

let touched: u32 = 0 // keeps the loads from being optimised away

export function touchPairs(pairs: usize, block: i32): void {
  const end = pairs + (<usize>endSlot(block) << 6)
  let sum: u32 = 0
  for (let at = pairs + (<usize>firstSlot(block) << 6); at < end; at += 64) sum += load<u32>(at)
  touched += sum
}

/** Where several threads work it is also written back as it was, so that the line is this core's to write when its turn comes. */
@inline
function touchBody(at: usize): u32 {
  const first = load<u32>(at)
  if (ASC_FEATURE_THREADS) store<u32>(at, first)
  return first
}

export function touchBodies(bodies: usize, pairs: usize, block: i32): void {
  const end = pairs + (<usize>endSlot(block) << 6)
  let sum: u32 = 0
  for (let at = pairs + (<usize>firstSlot(block) << 6); at < end; at += 128) {
    sum += touchBody(bodies + (<usize>(load<u32>(at, 112) & BODY_MASK) << 6))
    sum += touchBody(bodies + (<usize>(load<u32>(at, 116) & BODY_MASK) << 6))
    sum += touchBody(bodies + (<usize>(load<u32>(at, 120) & BODY_MASK) << 6))
    sum += touchBody(bodies + (<usize>(load<u32>(at, 124) & BODY_MASK) << 6))
  }
  touched += sum
}

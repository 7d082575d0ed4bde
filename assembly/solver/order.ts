// The order of a sweep (000 section 1.5; 003, "Many contacts"). A random sweep visits every contact exactly once,
// in an order drawn anew for each sweep; that is not the random sequential update, which may visit one twice.

import { ORDER_RANDOM, ORDER_REVERSE, ORDER_SYMMETRIC } from '../layout'
import { nextState, mix, below } from '../random'

/** Pairs a block. */
export const BLOCK = 128

/** All but the last block are full. */
@inline
export function sizeOfBlock(block: i32, count: i32): i32 {
  return min(BLOCK, count - block * BLOCK)
}

/** Contacts in the order they are stored. */
export function identity(order: usize, count: i32): void {
  for (let k = 0; k < count; k++) store<u32>(order + (<usize>k << 2), k)
}

/** Fisher and Yates; returns the generator's new state. */
export function shuffle(order: usize, count: i32, state: u64): u64 {
  for (let k = count - 1; k > 0; k--) {
    state = nextState(state)
    const chosen = below(mix(state), k + 1)
    assert(chosen <= <u32>k, 'a place not yet dealt')
    const other = order + (<usize>chosen << 2)
    const here = order + (<usize>k << 2)
    const kept = load<u32>(here)
    store<u32>(here, load<u32>(other))
    store<u32>(other, kept)
  }
  return state
}

function reverse(order: usize, count: i32): void {
  let left = order
  let right = order + (<usize>(count - 1) << 2)
  while (left < right) {
    const kept = load<u32>(left)
    store<u32>(left, load<u32>(right))
    store<u32>(right, kept)
    left += 4
    right -= 4
  }
}

/**
 * Random blocks of neighbours, random inside: almost as random as a shuffle of everything, and it keeps to the cache. The
 * blocks' order is drawn by shuffling their numbers in `blocks`.
 */
export function shuffleBlocks(order: usize, blocks: usize, count: i32, state: u64): u64 {
  const whole = (count + BLOCK - 1) / BLOCK
  identity(blocks, whole)
  state = shuffle(blocks, whole, state)
  let at = order
  for (let k = 0; k < whole; k++) {
    const from = load<i32>(blocks + (<usize>k << 2)) * BLOCK
    const size = sizeOfBlock(load<i32>(blocks + (<usize>k << 2)), count)
    for (let e = 0; e < size; e++) store<i32>(at + (<usize>e << 2), from + e)
    state = shuffle(at, size, state)
    at += <usize>size << 2
  }
  return state
}

/** Arranges the order of sweep number `sweep` (from 0), given that of the sweep before. */
export function arrange(kind: i32, order: usize, count: i32, sweep: i32, state: u64): u64 {
  if (count < 2) return state
  if (kind == ORDER_RANDOM) return shuffle(order, count, state)
  if (kind == ORDER_REVERSE ? sweep == 0 : kind == ORDER_SYMMETRIC && sweep > 0) reverse(order, count)
  return state
}

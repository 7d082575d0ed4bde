// The order of a sweep (000 section 1.5; 003, "Many contacts"). A random sweep visits every contact exactly once,
// in an order drawn anew for each sweep; that is not the random sequential update, which may visit one twice.

import { ORDER_RANDOM, ORDER_REVERSE, ORDER_SYMMETRIC } from '../layout'
import { nextState, mix, below } from '../random'

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

/** The same for a few, up to 256, numbered in single bytes from 0 on; four draws from each number of the generator. */
export function shuffleFew(order: usize, count: i32, state: u64): void {
  for (let k = 0; k < count; k++) store<u8>(order + <usize>k, <u8>k)
  let bits: u64 = 0
  for (let k = count - 1; k > 0; k--) {
    if ((k & 3) == 3 || k == count - 1) {
      state = nextState(state)
      bits = mix(state)
    }
    const other = order + (((<usize>bits & 0xffff) * <usize>(k + 1)) >> 16) // the bias is below k / 2^16
    bits >>= 16
    const here = order + <usize>k
    const kept = load<u8>(here)
    store<u8>(here, load<u8>(other))
    store<u8>(other, kept)
  }
}

/** Arranges the order of sweep number `sweep` (from 0), given that of the sweep before. */
export function arrange(kind: i32, order: usize, count: i32, sweep: i32, state: u64): u64 {
  if (count < 2) return state
  if (kind == ORDER_RANDOM) return shuffle(order, count, state)
  if (kind == ORDER_REVERSE ? sweep == 0 : kind == ORDER_SYMMETRIC && sweep > 0) reverse(order, count)
  return state
}

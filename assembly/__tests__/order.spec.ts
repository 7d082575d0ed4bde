// The order of a sweep: whatever the kind, every contact exactly once.

import { ORDER_RANDOM, ORDER_SEQUENTIAL, ORDER_REVERSE, ORDER_SYMMETRIC } from '../layout'
import { mix } from '../random'
import { identity, shuffle, shuffleFew, arrange } from '../solver/order'
import { BLOCK } from '../solver/blocks'

const SENTINEL: u32 = 0xdeadbeef

/** Memory for an order, with a sentinel on either side. */
function room(count: i32): usize {
  const at = heap.alloc((<usize>count + 2) << 2)
  store<u32>(at, SENTINEL)
  store<u32>(at + (<usize>(count + 1) << 2), SENTINEL)
  identity(at + 4, count)
  return at + 4
}

function intact(order: usize, count: i32): bool {
  return load<u32>(order - 4) == SENTINEL && load<u32>(order + (<usize>count << 2)) == SENTINEL
}

@inline
function at(order: usize, k: i32): u32 {
  return load<u32>(order + (<usize>k << 2))
}

/** Whether each of 0 ... count - 1 is there once. */
function isPermutation(order: usize, count: i32): bool {
  const seen = new StaticArray<bool>(count)
  for (let k = 0; k < count; k++) {
    const c = at(order, k)
    if (c >= <u32>count || seen[c]) return false
    seen[c] = true
  }
  return true
}

function isIdentity(order: usize, count: i32): bool {
  for (let k = 0; k < count; k++) if (at(order, k) != k) return false
  return true
}

function isReverse(order: usize, count: i32): bool {
  for (let k = 0; k < count; k++) if (at(order, k) != count - 1 - k) return false
  return true
}

/** Number of a permutation of four: its place among the 24. */
function numberOf(order: usize): i32 {
  let number = 0
  for (let k = 0; k < 4; k++) {
    let smaller = 0
    for (let e = k + 1; e < 4; e++) if (at(order, e) < at(order, k)) smaller++
    number = number * (4 - k) + smaller
  }
  return number
}

/** Chi-squared of counts against their mean. */
function chiSquared(counts: StaticArray<i32>, draws: i32): f64 {
  const mean = <f64>draws / <f64>counts.length
  let chi2: f64 = 0
  for (let k = 0; k < counts.length; k++) chi2 += (<f64>counts[k] - mean) * (<f64>counts[k] - mean) / mean
  return chi2
}

describe('every contact exactly once per sweep', () => {
  it('in all kinds of order, for counts odd and even, and nothing written beyond', () => {
    const counts: i32[] = [0, 1, 2, 3, 4, 7, 64, 1001]
    for (let kind = ORDER_RANDOM; kind <= ORDER_SYMMETRIC; kind++) {
      for (let e = 0; e < counts.length; e++) {
        const order = room(counts[e])
        let state: u64 = 99
        for (let sweep = 0; sweep < 5; sweep++) {
          state = arrange(kind, order, counts[e], sweep, state)
          expect(isPermutation(order, counts[e])).toBe(true)
          expect(intact(order, counts[e])).toBe(true)
        }
        heap.free(order - 4)
      }
    }
  })
})

describe('a random order', () => {
  it('is each of the 24 orders of four contacts equally often', () => {
    const draws = 48000
    const counts = new StaticArray<i32>(24)
    const order = room(4)
    let state: u64 = 2024
    for (let k = 0; k < draws; k++) {
      state = shuffle(order, 4, state)
      counts[numberOf(order)] += 1
    }
    // 23 degrees of freedom: above 49.7 once in a thousand; the seed is fixed
    expect(chiSquared(counts, draws)).toBeLessThan(49.7)
    heap.free(order - 4)
  })

  it('puts every contact equally often in every place', () => {
    const n = 10
    const draws = 20000
    const counts = new StaticArray<i32>(n * n)
    const order = room(n)
    let state: u64 = 5
    for (let k = 0; k < draws; k++) {
      state = arrange(ORDER_RANDOM, order, n, k, state)
      for (let place = 0; place < n; place++) counts[place * n + <i32>at(order, place)] += 1
    }
    // rows and columns have fixed sums, which leaves (n - 1)^2 = 81 degrees of freedom: above 126 once in a thousand
    expect(chiSquared(counts, n * draws)).toBeLessThan(126)
    heap.free(order - 4)
  })

  it('does not depend on the order of the sweep before', () => {
    // the number of a permutation against the number of the next: 24 x 24 cells
    const draws = 57600
    const counts = new StaticArray<i32>(24 * 24)
    const order = room(4)
    let state: u64 = 31
    let before = numberOf(order)
    for (let k = 0; k < draws; k++) {
      state = shuffle(order, 4, state)
      const now = numberOf(order)
      counts[before * 24 + now] += 1
      before = now
    }
    // 575 degrees of freedom: above 683 once in a thousand
    expect(chiSquared(counts, draws)).toBeLessThan(683)
    heap.free(order - 4)
  })

  it('is a new one each sweep, the same ones for the same seed, others for another', () => {
    const n = 50
    const first = room(n), again = room(n), other = room(n), before = room(n)
    let a: u64 = 17, b: u64 = 17, c: u64 = 18
    for (let sweep = 0; sweep < 20; sweep++) {
      memory.copy(before, first, n << 2)
      a = arrange(ORDER_RANDOM, first, n, sweep, a)
      b = arrange(ORDER_RANDOM, again, n, sweep, b)
      c = arrange(ORDER_RANDOM, other, n, sweep, c)
      expect(memory.compare(first, again, n << 2)).toBe(0)
      expect(memory.compare(first, other, n << 2)).not.toBe(0)
      expect(memory.compare(first, before, n << 2)).not.toBe(0)
    }
    expect(a).toBe(b)
    heap.free(first - 4)
    heap.free(again - 4)
    heap.free(other - 4)
    heap.free(before - 4)
  })

  it('draws count - 1 numbers, so that a restored world draws on where it was', () => {
    const order = room(10)
    let expected: u64 = 3
    for (let k = 0; k < 9; k++) expected += 0x9e3779b97f4a7c15
    expect(arrange(ORDER_RANDOM, order, 10, 0, 3)).toBe(expected)
    expect(arrange(ORDER_RANDOM, order, 1, 0, 3)).toBe(3)
    expect(arrange(ORDER_RANDOM, order, 0, 0, 3)).toBe(3)
    heap.free(order - 4)
  })
})

describe('a random order of a few', () => {
  it('has each of them once, for every count up to a block, and nothing beyond', () => {
    const order = heap.alloc(BLOCK + 1)
    for (let count = 0; count <= BLOCK; count++) {
      store<u8>(order + count, 0xee)
      shuffleFew(order, count, <u64>count)
      const seen = new StaticArray<bool>(BLOCK)
      for (let k = 0; k < count; k++) {
        const which = <i32>load<u8>(order + k)
        expect(which < count && !seen[which]).toBe(true)
        seen[which] = true
      }
      expect(load<u8>(order + count)).toBe(0xee)
    }
    heap.free(order)
  })

  it('comes in all orders equally often, and each of a block comes at each place', () => {
    const draws = 24000
    const orders = new StaticArray<i32>(24)
    const places = new StaticArray<i32>(BLOCK)
    const few = heap.alloc(BLOCK), four = room(4)
    for (let k = 0; k < draws; k++) {
      shuffleFew(few, 4, mix(<u64>k + 77))
      for (let e = 0; e < 4; e++) store<u32>(four + (<usize>e << 2), load<u8>(few + e))
      orders[numberOf(four)] += 1
      shuffleFew(few, BLOCK, mix(<u64>k + 1000000))
      let place = 0
      while (load<u8>(few + place) != 5) place++
      places[place] += 1
    }
    // 23 degrees of freedom: above 49.7 once in a thousand; 127: above 181
    expect(chiSquared(orders, draws)).toBeLessThan(49.7)
    expect(chiSquared(places, draws)).toBeLessThan(181)
    heap.free(few)
    heap.free(four - 4)
  })
})

describe('orders that are not random', () => {
  it('sequential is the order of storage in every sweep', () => {
    const order = room(9)
    for (let sweep = 0; sweep < 4; sweep++) {
      expect(arrange(ORDER_SEQUENTIAL, order, 9, sweep, 5)).toBe(5)
      expect(isIdentity(order, 9)).toBe(true)
    }
    heap.free(order - 4)
  })

  it('reverse is backwards in every sweep', () => {
    const order = room(9)
    for (let sweep = 0; sweep < 4; sweep++) {
      expect(arrange(ORDER_REVERSE, order, 9, sweep, 5)).toBe(5)
      expect(isReverse(order, 9)).toBe(true)
    }
    heap.free(order - 4)
  })

  it('symmetric goes forth, back, forth, back', () => {
    const order = room(8)
    for (let sweep = 0; sweep < 6; sweep++) {
      expect(arrange(ORDER_SYMMETRIC, order, 8, sweep, 5)).toBe(5)
      expect(sweep % 2 == 0 ? isIdentity(order, 8) : isReverse(order, 8)).toBe(true)
    }
    heap.free(order - 4)
  })
})

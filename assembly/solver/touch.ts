// There is no prefetch instruction. Reading one number of every cache line of the block to come takes its place. A read that
// has to wait for memory holds up all that comes after it, but reads that stand together wait together: the bodies, which lie
// here and there, are read in one go before a block, each once. Records stand in a row, which the processor notices and
// fetches ahead; they are read one with every pair that is updated, so that the reads are under way while it computes.
// What is read goes nowhere. Compilers keep such reads, because a read can trap.

import { RANK } from '../layout'
import { world } from '../world'
import { column } from '../arena'
import { bodiesOf, endOfBodiesOf } from './blocks'

/** Pairs from which on it pays: below, everything is in the second-level cache anyway. */
const BEYOND_CACHE = 8192

@inline
export function paysToTouch(): bool {
  return world.pairs >= BEYOND_CACHE
}

@inline
export function touchPair(pair: usize): void {
  load<u32>(pair)
  load<u32>(pair, 64)
}

/** Where several threads work they are also written back as they were, so that they are this core's to write when their turn comes. */
export function touchBodies(bodies: usize, block: i32): void {
  const end = endOfBodiesOf(block)
  for (let at = bodiesOf(block); at < end; at += 16) { // what stands behind the end, up to three, repeats the last
    touchBody(bodies + <usize>load<u32>(at))
    touchBody(bodies + <usize>load<u32>(at, 4))
    touchBody(bodies + <usize>load<u32>(at, 8))
    touchBody(bodies + <usize>load<u32>(at, 12))
  }
}

@inline
function touchBody(body: usize): void {
  if (ASC_FEATURE_THREADS) store<u32>(body, load<u32>(body))
  else load<u32>(body)
}

/** Where block after block is only read: the bodies of the next, if there is one before `end`. */
@inline
export function touchNext(bodies: usize, block: i32, end: i32): void {
  if (paysToTouch() && block + 1 < min(end, world.blocks)) touchBodies(bodies, block + 1)
}

/** Rows that are touched in one go. */
const ROWS = 64

/** Where row after row is gone through, whose bodies lie here and there among the solver's: those of the next rows, every so often. */
@inline
export function touchRows(bodies: usize, row: i32, end: i32): void {
  if ((row & (ROWS - 1)) == 0 && paysToTouch()) touchBodiesOfRows(bodies, row, min(row + ROWS, end))
}

function touchBodiesOfRows(bodies: usize, from: i32, to: i32): void {
  const end = column(RANK) + (<usize>to << 2)
  for (let at = column(RANK) + (<usize>from << 2); at < end; at += 4) load<u32>(bodies + (<usize>load<u32>(at) << 6))
}

// Blocks of neighbouring pairs, coloured so that no two blocks of a colour share a body. A sweep goes through the colours in
// an order drawn anew, and inside a block through the pairs in an order drawn anew: almost as random as a shuffle of
// everything (test/solver/blocks.test.ts), and what a block touches stays in the cache. Blocks of a colour are
// independent of each other, so that several threads can do them at once and their order does not matter.
//
// Colours are dealt greedily along the curve, the least used first. A body with contacts in more blocks than there are
// colours leaves blocks without one; those come last, one at a time.

import { BLOCK_LIST, BLOCK_SPAN, BLOCK_WORK, PARTIAL, COLOUR_START, COLOUR_ORDER, PER_SHARE, FINE } from '../layout'
import { world } from '../world'
import { column, reserve } from '../arena'
import { pairOf } from '../contacts'
import { together, slices, clearProgress, reportProgress, awaitProgress } from '../team'
import { nextState, mix, below } from '../random'
import { contactIn, rankOf, solverBodies } from './record'

/** Pairs a block. */
export const BLOCK = 128
const COLOURS = 63
/** The number of those that got none. */
const NONE = COLOURS

/** Blocks with a colour or without, not counting the loose pairs. */
@inline
function blocksOf(pairs: i32): i32 {
  return (pairs + BLOCK - 1) / BLOCK
}

/** All blocks; the last one may be that of the loose pairs. */
@inline
export function allBlocks(): i32 {
  return world.blocks + <i32>(world.loosePairs > 0)
}

@inline
export function firstSlot(block: i32): u32 {
  return block == world.blocks ? <u32>(world.pairs - world.loosePairs) << 1 : <u32>(block * BLOCK) << 1
}

@inline
export function endSlot(block: i32): u32 {
  return block == world.blocks ? <u32>world.pairs << 1 : <u32>min((block + 1) * BLOCK, world.pairs - world.loosePairs) << 1
}

@inline
function colourStart(colour: i32): usize {
  return <usize>COLOUR_START + (<usize>colour << 2)
}

/**
 * Which colours a body has in its blocks so far, and the first and last of its blocks. In the memory of the solver's bodies,
 * which are not filled yet.
 */
@inline
function coloursOf(body: u32): usize {
  return solverBodies() + (<usize>body << 4)
}

/** The first and the last block that a block shares a body with. */
@inline
function spanOf(block: i32): usize {
  return column(BLOCK_SPAN) + (<usize>block << 3)
}

@inline
function first(slot: u32): u32 {
  return rankOf(load<i32>(pairOf(contactIn(slot))))
}

/** Rank of the second body, or of the first again where it is a boundary. */
@inline
function second(slot: u32): u32 {
  const j = load<i32>(pairOf(contactIn(slot)), 4)
  return j >= 0 ? rankOf(j) : first(slot)
}

/** Colours the blocks. */
export function colourBlocks(): i32 {
  world.blocks = blocksOf(world.pairs - world.loosePairs)
  const code = reserve(PER_SHARE, max(world.blocks + 1, slices() + 1))
  if (code != FINE) return code
  for (let body = 0; body < world.bodies; body++) {
    const colours = coloursOf(body)
    store<u64>(colours, 0)
    store<i32>(colours, i32.MAX_VALUE, 8)
    store<i32>(colours, -1, 12)
  }
  memory.fill(COLOUR_START, 0, (COLOURS + 2) << 2)
  world.colours = 0
  const colours = column(BLOCK_LIST) // of each block, then places
  for (let block = 0; block < world.blocks; block++) {
    const colour = freeColour(block)
    store<i32>(colours + (<usize>block << 2), colour)
    store<i32>(colourStart(colour), load<i32>(colourStart(colour)) + 1)
  }
  listByColour(colours)
  for (let block = 0; block < world.blocks; block++) measureSpan(block)
  return FINE
}

function measureSpan(block: i32): void {
  const end = endSlot(block)
  let low = block, high = block
  for (let slot = firstSlot(block); slot < end; slot++) {
    if (contactIn(slot) < 0) continue
    const a = coloursOf(first(slot)), b = coloursOf(second(slot))
    low = min(low, min(load<i32>(a, 8), load<i32>(b, 8)))
    high = max(high, max(load<i32>(a, 12), load<i32>(b, 12)))
  }
  store<i32>(spanOf(block), low)
  store<i32>(spanOf(block), high, 4)
}

/** The least used colour that no body of the block has; marks its bodies with it. */
function freeColour(block: i32): i32 {
  const end = endSlot(block)
  let taken: u64 = 0
  for (let slot = firstSlot(block); slot < end; slot++)
    if (contactIn(slot) >= 0) taken |= load<u64>(coloursOf(first(slot))) | load<u64>(coloursOf(second(slot)))
  let colour = NONE
  let fewest = i32.MAX_VALUE
  for (let k = 0; k < world.colours; k++) {
    const used = load<i32>(colourStart(k))
    if ((taken >> k) & 1 || used >= fewest) continue
    fewest = used
    colour = k
  }
  if (colour == NONE && world.colours < COLOURS) colour = world.colours++
  if (colour == NONE) return NONE // done when no one else is at work, so no one has to know of it
  for (let slot = firstSlot(block); slot < end; slot++) {
    if (contactIn(slot) < 0) continue
    mark(first(slot), colour, block)
    mark(second(slot), colour, block)
  }
  return colour
}

@inline
function mark(body: u32, colour: i32, block: i32): void {
  const at = coloursOf(body)
  store<u64>(at, load<u64>(at) | (<u64>1 << colour))
  store<i32>(at, min(load<i32>(at, 8), block), 8)
  store<i32>(at, block, 12)
}

/** Turns the colour of each block into a list of blocks, colour by colour, along the curve within one. */
function listByColour(colours: usize): void {
  // counts become places; those without a colour come last
  let place = 0
  for (let colour = 0; colour <= COLOURS; colour++) {
    const size = load<i32>(colourStart(colour))
    store<i32>(colourStart(colour), place)
    place += size
  }
  store<i32>(colourStart(COLOURS + 1), place)
  const list = colourList()
  for (let block = 0; block < world.blocks; block++) {
    const at = colourStart(load<i32>(colours + (<usize>block << 2)))
    store<i32>(list + (<usize>load<i32>(at) << 2), block)
    store<i32>(at, load<i32>(at) + 1)
  }
  for (let colour = COLOURS; colour > 0; colour--) store<i32>(colourStart(colour), load<i32>(colourStart(colour - 1)))
  store<i32>(colourStart(0), 0)
  memory.copy(colours, list, <usize>world.blocks << 2)
}

/** While the list is made it stands where the sums of shares will. */
@inline
function colourList(): usize {
  return column(PARTIAL)
}

@inline
export function blockAt(k: i32): i32 {
  return load<i32>(column(BLOCK_LIST) + (<usize>k << 2))
}

/** Colours as they are numbered. */
export function orderColours(): void {
  for (let k = 0; k < world.colours; k++) store<i32>(<usize>COLOUR_ORDER + (<usize>k << 2), k)
}

/** Draws the order of the colours. */
export function drawColours(): void {
  let state = world.random
  orderColours()
  for (let k = world.colours - 1; k > 0; k--) {
    state = nextState(state)
    const other = <usize>COLOUR_ORDER + (<usize>below(mix(state), k + 1) << 2)
    const here = <usize>COLOUR_ORDER + (<usize>k << 2)
    const kept = load<i32>(here)
    store<i32>(here, load<i32>(other))
    store<i32>(other, kept)
  }
  state = nextState(state)
  world.sweepSeed = mix(state)
  world.random = state
}

/** What is done with a block; the two that come after it, or -1, may be touched ahead. */
export type BlockWork = (block: i32, next: i32, afterNext: i32) => void

/** Every block once, as if colour after colour in their order; those without a colour last. */
export function inColours(work: BlockWork): void {
  store<usize>(BLOCK_WORK, changetype<usize>(work))
  clearProgress()
  together(goThroughColours, 0, world.blocks)
  const from = load<i32>(colourStart(NONE)), to = load<i32>(colourStart(NONE + 1))
  for (let k = from; k < to; k++) work(blockAt(k), -1, -1)
}

/**
 * One thread's part: its range of blocks, the same for every colour, so that a thread stays with its part of the world and its cache
 * with it. A block that shares bodies with blocks of other threads has to wait until these are through with the colours before;
 * those inside the part go first, so that there is rarely a wait.
 */
function goThroughColours(from: i32, to: i32): void {
  const work = changetype<BlockWork>(load<usize>(BLOCK_WORK))
  for (let k = 0; k < world.colours; k++) {
    const colour = load<i32>(<usize>COLOUR_ORDER + (<usize>k << 2))
    const first = placeOf(colour, from), end = placeOf(colour, to)
    goThrough(work, first, end, from, to, true)
    const inside = from == 0 && to == world.blocks
    if (!inside) {
      awaitProgress(k)
      goThrough(work, first, end, from, to, false)
    }
    reportProgress(k + 1)
  }
}

/** Of the blocks at some places in the list, those that lie inside a range, or those that do not. */
@inline
function goThrough(work: BlockWork, first: i32, end: i32, from: i32, to: i32, inside: bool): void {
  let k = nextPlace(first, end, from, to, inside)
  let next = nextPlace(k + 1, end, from, to, inside)
  while (k < end) {
    const afterNext = nextPlace(next + 1, end, from, to, inside)
    work(blockAt(k), next < end ? blockAt(next) : -1, afterNext < end ? blockAt(afterNext) : -1)
    k = next
    next = afterNext
  }
}

@inline
function nextPlace(k: i32, end: i32, from: i32, to: i32, inside: bool): i32 {
  while (k < end && isInside(blockAt(k), from, to) != inside) k++
  return k
}

/** Whether a block shares no body with blocks outside a range. */
@inline
function isInside(block: i32, from: i32, to: i32): bool {
  const span = spanOf(block)
  return load<i32>(span) >= from && load<i32>(span, 4) < to
}

/** Where in the list the blocks of a colour begin that are not before `block`. */
function placeOf(colour: i32, block: i32): i32 {
  let low = load<i32>(colourStart(colour)), high = load<i32>(colourStart(colour + 1))
  while (low < high) {
    const middle = (low + high) >> 1
    if (blockAt(middle) < block) low = middle + 1
    else high = middle
  }
  return low
}

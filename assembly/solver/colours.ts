// The order of a sweep over blocks. Neighbouring blocks form patches, coloured so that no two patches of a colour share a
// body: in small worlds a patch is a block, in large ones as many as a cache holds. A sweep goes through the colours in an order drawn
// anew, through the blocks of a patch too, and sweep.ts through the pairs of a block: almost as random as a shuffle of
// everything (test/solver/blocks.test.ts), and what a patch touches stays in the cache. Patches of a colour are
// independent of each other, so that several threads can do them at once and their order does not matter.
//
// Colours are dealt greedily along the curve, the least used first. A body with contacts in more patches than there are
// colours leaves patches without one; those come last, one at a time.

import {
  LANE, RANK, PATCH_LIST, PATCH_SPAN, BLOCK_SEQUENCE, BLOCK_WORK, PARTIAL, COLOUR_START, COLOUR_ORDER, PER_SHARE, FINE,
} from '../layout'
import { world } from '../world'
import { column, reserve } from '../arena'
import { pairOf } from '../contacts'
import { own, together, slices, clearProgress, reportProgress, awaitProgress } from '../team'
import { nextState, mix, below } from '../random'
import { solverBodies } from './record'
import { countBlocks, firstSlot, endSlot, bodiesOf, endOfBodiesOf, setEndOfBodiesOf } from './blocks'
import { shuffleFew } from './order'

/** At most so many blocks a patch, and if it can be at least so many patches: enough of each colour for several threads. */
const LARGEST_PATCH = 64
const MANY = 256

const COLOURS = 63
/** The number of those that got none. */
const NONE = COLOURS

@inline
function colourStart(colour: i32): usize {
  return <usize>COLOUR_START + (<usize>colour << 2)
}

// Of each body, which colours it has in its patches so far, its first patch and its last block: 16 bytes, in the memory of the
// solver's bodies, which are not filled yet. Addresses stand in locals while a block is gone through.

/** What is known of a body of which is known how far it lies from the first of the solver's. */
@inline
function marksOf(marks: usize, offset: u32): usize {
  return marks + <usize>(offset >> 2)
}

/** The first and the last patch that a patch shares a body with. */
@inline
function spanOf(patch: i32): usize {
  return column(PATCH_SPAN) + (<usize>patch << 3)
}

@inline
export function patchAt(k: i32): i32 {
  return load<i32>(column(PATCH_LIST) + (<usize>k << 2))
}

@inline
export function endOfPatch(patch: i32): i32 {
  return min((patch + 1) * world.patch, world.blocks)
}

/** Makes blocks of the pairs that have been dealt, and patches of the blocks, and colours them. */
export function colourPatches(): i32 {
  countBlocks()
  world.patch = max(1, min(LARGEST_PATCH, world.blocks / MANY))
  world.patches = (world.blocks + world.patch - 1) / world.patch
  const code = reserve(PER_SHARE, max(world.blocks + 1, slices() + 1))
  if (code != FINE) return code
  const end = solverBodies() + (<usize>world.dummy << 4)
  const none = i32x4(0, 0, i32.MAX_VALUE, -1)
  for (let at = solverBodies(); at < end; at += 16) v128.store(at, none)
  memory.fill(COLOUR_START, 0, (COLOURS + 2) << 2)
  world.colours = 0
  const colours = column(PARTIAL) // of each patch; sums of shares stand there later
  for (let patch = 0; patch < world.patches; patch++) {
    for (let block = patch * world.patch; block < endOfPatch(patch); block++) listBodies(block)
    const colour = freeColour(patch)
    store<i32>(colours + (<usize>patch << 2), colour)
    store<i32>(colourStart(colour), load<i32>(colourStart(colour)) + 1)
  }
  listByColour(colours)
  for (let patch = 0; patch < world.patches; patch++) measureSpan(patch)
  return FINE
}

/** Lists the bodies of a block, each once, and surfaces, which are in one block only. */
function listBodies(block: i32): void {
  const all = pairOf(0), ranks = column(RANK), marks = solverBodies()
  const end = column(LANE) + (<usize>endSlot(block) << 3)
  let at = bodiesOf(block)
  for (let lane = column(LANE) + (<usize>firstSlot(block) << 3); lane < end; lane += 16) {
    at = listBoth(at, lane, all, ranks, marks, block)
    if (load<i32>(lane, 8) >= 0) at = listBoth(at, lane + 8, all, ranks, marks, block)
  }
  setEndOfBodiesOf(block, at)
  const last = load<u32>(at - 4)
  for (; at & 15; at += 4) store<u32>(at, last) // they are touched four at a time
}

/** The two bodies of the contact in a lane. */
@inline
function listBoth(at: usize, lane: usize, all: usize, ranks: usize, marks: usize, block: i32): usize {
  const pair = all + (<usize>load<i32>(lane) << 3)
  const j = load<i32>(pair, 4)
  at = list(at, load<u32>(ranks + (<usize>load<i32>(pair) << 2)), marks, block)
  return list(at, load<u32>(j >= 0 ? ranks + (<usize>j << 2) : lane + 4), marks, block)
}

/** Puts a body at the end of its block's list, unless it is on it; returns where the list ends now. */
@inline
function list(at: usize, body: u32, marks: usize, block: i32): usize {
  const mark = marks + (<usize>body << 4)
  const isNew = load<i32>(mark, 12) != block
  store<u32>(at, body << 6)
  store<i32>(mark, block, 12)
  return at + (<usize>isNew << 2)
}

/** The least used colour that no body of the patch has; marks its bodies with it. */
function freeColour(patch: i32): i32 {
  const first = patch * world.patch, end = endOfPatch(patch)
  const marks = solverBodies()
  let taken: u64 = 0
  for (let block = first; block < end; block++) {
    const last = endOfBodiesOf(block)
    for (let at = bodiesOf(block); at < last; at += 4) taken |= load<u64>(marksOf(marks, load<u32>(at)))
  }
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
  for (let block = first; block < end; block++) {
    const last = endOfBodiesOf(block)
    for (let at = bodiesOf(block); at < last; at += 4) {
      const mark = marksOf(marks, load<u32>(at))
      store<u64>(mark, load<u64>(mark) | (<u64>1 << colour))
      store<i32>(mark, min(load<i32>(mark, 8), patch), 8)
    }
  }
  return colour
}

/** Turns the colour of each patch into a list of patches, colour by colour, along the curve within one. */
function listByColour(colours: usize): void {
  // counts become places; those without a colour come last
  let place = 0
  for (let colour = 0; colour <= COLOURS; colour++) {
    const size = load<i32>(colourStart(colour))
    store<i32>(colourStart(colour), place)
    place += size
  }
  store<i32>(colourStart(COLOURS + 1), place)
  for (let patch = 0; patch < world.patches; patch++) {
    const at = colourStart(load<i32>(colours + (<usize>patch << 2)))
    store<i32>(column(PATCH_LIST) + (<usize>load<i32>(at) << 2), patch)
    store<i32>(at, load<i32>(at) + 1)
  }
  for (let colour = COLOURS; colour > 0; colour--) store<i32>(colourStart(colour), load<i32>(colourStart(colour - 1)))
  store<i32>(colourStart(0), 0)
}

function measureSpan(patch: i32): void {
  const marks = solverBodies()
  const end = endOfPatch(patch)
  let low = patch, high = 0 // the last block
  for (let block = patch * world.patch; block < end; block++) {
    const last = endOfBodiesOf(block)
    for (let at = bodiesOf(block); at < last; at += 4) {
      const mark = marksOf(marks, load<u32>(at))
      low = min(low, load<i32>(mark, 8))
      high = max(high, load<i32>(mark, 12))
    }
  }
  store<i32>(spanOf(patch), low)
  store<i32>(spanOf(patch), high / world.patch, 4)
}

/** Colours as they are numbered, and blocks in an order that is always the same. */
export function orderColours(): void {
  for (let k = 0; k < world.colours; k++) store<i32>(<usize>COLOUR_ORDER + (<usize>k << 2), k)
  world.sweepSeed = 0
}

/** Draws the order of the colours, and the number that the orders inside follow from. */
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

/** A number for the order inside a block or patch, the same whichever thread asks. */
@inline
export function seedOf(which: i32): u64 {
  return mix(world.sweepSeed ^ (<u64>which + 1) * 0xd1342543de82ef95)
}

/** What is done with a block; the one that comes after it, or -1, may be touched ahead. */
export type BlockWork = (block: i32, next: i32) => void

/** Every block once, as if colour after colour in their order; those without a colour last. */
export function inColours(work: BlockWork): void {
  store<usize>(BLOCK_WORK, changetype<usize>(work))
  clearProgress()
  together(goThroughColours, 0, world.patches)
  const from = load<i32>(colourStart(NONE)), to = load<i32>(colourStart(NONE + 1))
  for (let k = from; k < to; k++) goThrough(work, k, k + 1, 0, world.patches, true)
}

/**
 * One thread's part: its range of patches, the same for every colour, so that a thread stays with its part of the world and its
 * cache with it. A patch that shares bodies with patches of other threads has to wait until these are through with the
 * colours before; those inside the part go first, so that there is rarely a wait.
 */
function goThroughColours(from: i32, to: i32): void {
  const work = changetype<BlockWork>(load<usize>(BLOCK_WORK))
  const alone = from == 0 && to == world.patches
  for (let k = 0; k < world.colours; k++) {
    const colour = load<i32>(<usize>COLOUR_ORDER + (<usize>k << 2))
    const start = placeOf(colour, from), end = placeOf(colour, to)
    goThrough(work, start, end, from, to, true)
    if (!alone) {
      awaitProgress(k)
      goThrough(work, start, end, from, to, false)
    }
    reportProgress(k + 1)
  }
}

/** Where in the list the patches of a colour begin that are not before `patch`. */
function placeOf(colour: i32, patch: i32): i32 {
  let low = load<i32>(colourStart(colour)), high = load<i32>(colourStart(colour + 1))
  while (low < high) {
    const middle = (low + high) >> 1
    if (patchAt(middle) < patch) low = middle + 1
    else high = middle
  }
  return low
}

/** Of the patches at some places in the list, those that lie inside a range, or those that do not. */
function goThrough(work: BlockWork, start: i32, end: i32, from: i32, to: i32, inside: bool): void {
  const sequence = column(BLOCK_SEQUENCE) + (<usize>(from * world.patch) << 2) // no one else's
  let at = sequence
  for (let k = start; k < end; k++) {
    const patch = patchAt(k)
    const span = spanOf(patch)
    const lies = load<i32>(span) >= from && load<i32>(span, 4) < to
    if (lies == inside) at = listBlocks(patch, at)
  }
  for (let e = sequence; e < at; e += 4) // behind the end begins the next thread's part
    work(load<i32>(e), e + 4 < at ? load<i32>(e, 4) : -1)
}

/** Puts the blocks of a patch into the sequence, in their random order; returns where it goes on. */
@inline
function listBlocks(patch: i32, at: usize): usize {
  const block = patch * world.patch
  const count = endOfPatch(patch) - block
  const order = own + ORDER_INSIDE
  shuffleFew(order, count, seedOf(~patch))
  for (let e = 0; e < count; e++) store<i32>(at + (<usize>e << 2), block + <i32>load<u8>(order + <usize>e))
  return at + (<usize>count << 2)
}

/** Where in a thread's own memory an order inside a block or patch stands. */
export const ORDER_INSIDE: usize = 32

// Blocks of neighbouring pairs, coloured so that no two blocks of a colour share a body. A sweep goes through the colours in
// an order drawn anew, and inside a block through the pairs in an order drawn anew: almost as random as a shuffle of
// everything (test/solver/blocks.test.ts), and what a block touches stays in the cache. Blocks of a colour are
// independent of each other, so that several threads can do them at once and their order does not matter.
//
// Colours are dealt greedily along the curve, the least used first. A body with contacts in more blocks than there are
// colours leaves blocks without one; those come last, one at a time.

import { BLOCK_LIST, PARTIAL, COLOUR_START, COLOUR_ORDER, PER_SHARE, FINE } from '../layout'
import { world } from '../world'
import { column, reserve } from '../arena'
import { pairOf } from '../contacts'
import { together, slices, Work } from '../team'
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

/** Which colours a body has in its blocks so far. In the memory of the solver's bodies, which are not filled yet. */
@inline
function coloursOf(body: u32): usize {
  return solverBodies() + (<usize>body << 3)
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
  memory.fill(coloursOf(0), 0, <usize>world.bodies << 3)
  memory.fill(COLOUR_START, 0, (COLOURS + 2) << 2)
  world.colours = 0
  const colours = column(BLOCK_LIST) // of each block, then places
  for (let block = 0; block < world.blocks; block++) {
    const colour = freeColour(block)
    store<i32>(colours + (<usize>block << 2), colour)
    store<i32>(colourStart(colour), load<i32>(colourStart(colour)) + 1)
  }
  listByColour(colours)
  return FINE
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
  if (colour == NONE) return NONE
  const mark = <u64>1 << colour
  for (let slot = firstSlot(block); slot < end; slot++) {
    if (contactIn(slot) < 0) continue
    store<u64>(coloursOf(first(slot)), load<u64>(coloursOf(first(slot))) | mark)
    store<u64>(coloursOf(second(slot)), load<u64>(coloursOf(second(slot))) | mark)
  }
  return colour
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

/** Every block once, colour after colour in their order. The work gets places in the list of blocks. */
export function inColours(work: Work): void {
  for (let k = 0; k < world.colours; k++) {
    const colour = load<i32>(<usize>COLOUR_ORDER + (<usize>k << 2))
    together(work, load<i32>(colourStart(colour)), load<i32>(colourStart(colour + 1)))
  }
  const from = load<i32>(colourStart(NONE)), to = load<i32>(colourStart(NONE + 1))
  if (to > from) work(from, to)
}

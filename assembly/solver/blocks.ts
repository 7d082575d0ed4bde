// Blocks: 128 neighbouring pairs along the curve, the last one fewer. Pairs on free boundaries ("loose") come behind all
// others, in a block of their own that is as long as it has to be.

import { BLOCK_BODIES, BLOCK_BODY_BYTES } from '../layout'
import { world } from '../world'
import { column } from '../arena'

/** Pairs a block. */
export const BLOCK = 128

/** Counts the blocks of the pairs that have just been dealt. */
export function countBlocks(): void {
  world.blocks = (world.pairs - world.loosePairs + BLOCK - 1) / BLOCK
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

/** The list of a block's bodies, each once: how far each lies from the first of the solver's. There is room for all to differ. */
@inline
export function bodiesOf(block: i32): usize {
  return column(BLOCK_BODIES) + (<usize>firstSlot(block) << 3)
}

@inline
export function endOfBodiesOf(block: i32): usize {
  return bodiesOf(block) + <usize>load<u32>(column(BLOCK_BODY_BYTES) + (<usize>block << 2))
}

@inline
export function setEndOfBodiesOf(block: i32, end: usize): void {
  store<u32>(column(BLOCK_BODY_BYTES) + (<usize>block << 2), <u32>(end - bodiesOf(block)))
}

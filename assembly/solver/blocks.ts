// Blocks: 128 neighbouring pairs along the curve, the last one fewer. Pairs on free boundaries ("loose") come behind all
// others, in a block of their own that is as long as it has to be.

import { world } from '../world'

/** Pairs a block. */
export const BLOCK = 128

/** Counts the blocks of the pairs that have just been dealt. */
export function countBlocks(): void {
  world.blocks = (world.pairs - world.loosePairs + BLOCK - 1) / BLOCK
}

/** Whether a block has as many pairs as any: all but the last and that of the loose pairs. */
@inline
export function isFull(block: i32): bool {
  return (block + 1) * BLOCK <= world.pairs - world.loosePairs
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

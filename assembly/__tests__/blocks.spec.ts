// Pairs and patches: every contact has one lane, the two of a pair share no body, nor do the patches of a colour.

import * as L from '../layout'
import { world } from '../world'
import { dealPairs } from '../solver/batches'
import { firstSlot, endSlot, bodiesOf, endOfBodiesOf, BLOCK } from '../solver/blocks'
import { colourPatches, patchAt, endOfPatch } from '../solver/colours'
import { contactIn } from '../solver/record'
import { mix, below } from '../random'

/** Columns by hand, on the heap of the test: there is no arena here. */
function room(id: i32, bytes: usize): void {
  store<u32>(L.COLUMN_ADDRESSES + (id << 2), <u32>heap.alloc(bytes))
}

function columnAt(id: i32): usize {
  return <usize>load<u32>(L.COLUMN_ADDRESSES + (id << 2))
}

/** A world of so many bodies on a line, each in contact with up to `most` that come soon after it; body 0 with a tenth of all. */
function lineOf(bodies: i32, most: i32, hub: bool): void {
  const contacts = bodies * most + bodies
  for (let kind = 0; kind < L.CAPACITY_KINDS; kind++) store<i32>(L.CAPACITIES + (kind << 2), contacts + bodies)
  room(L.RANK, <usize>bodies << 2)
  room(L.CONTACT_PAIR, <usize>contacts << 3)
  room(L.SOLVER_BODY, <usize>(bodies + 2) << 6)
  room(L.LANE, <usize>contacts << 4)
  room(L.SURFACE, <usize>bodies << 2)
  room(L.PATCH_LIST, <usize>contacts << 2)
  room(L.PATCH_SPAN, <usize>contacts << 3)
  room(L.PARTIAL, <usize>contacts << 6)
  room(L.BLOCK_BODIES, <usize>contacts << 4)
  room(L.BLOCK_BODY_BYTES, <usize>contacts << 2)
  world.bodies = bodies
  world.fresh = 0
  world.boundaries = 0
  let count = 0
  for (let i = 0; i < bodies; i++) {
    store<i32>(columnAt(L.RANK) + (<usize>i << 2), i)
    const own = <i32>below(mix(i), most + 1)
    for (let k = 0; k < own; k++) {
      const j = i + 1 + k * 3
      if (j < bodies) put(count++, i, j)
    }
    if (hub && i > 20 && i % 10 == 0) put(count++, 0, i)
  }
  world.candidates = count
}

function put(c: i32, i: i32, j: i32): void {
  const pair = columnAt(L.CONTACT_PAIR) + (<usize>c << 3)
  store<i32>(pair, i)
  store<i32>(pair, j, 4)
}

function bodyOf(c: i32, which: usize): i32 {
  return load<i32>(columnAt(L.CONTACT_PAIR) + (<usize>c << 3) + (which << 2))
}

function checkLanes(): void {
  const seen = new StaticArray<bool>(world.candidates)
  let shared = 0, twice = 0
  for (let slot = 0; slot < world.pairs << 1; slot++) {
    const c = contactIn(slot)
    if (c < 0) continue
    if (seen[c]) twice++
    seen[c] = true
    const other = contactIn(slot ^ 1)
    if (other < 0) continue
    for (let a = 0; a < 2; a++) for (let b = 0; b < 2; b++) if (bodyOf(c, a) == bodyOf(other, b)) shared++
  }
  let missing = 0
  for (let c = 0; c < world.candidates; c++) if (!seen[c]) missing++
  expect(twice).toBe(0)
  expect(missing).toBe(0)
  expect(shared).toBe(0)
}

/** Patches of a colour that share a body with another of it; every patch is in the list once. */
function checkColours(): void {
  const listed = new StaticArray<bool>(world.patches)
  let clashes = 0
  const last = new StaticArray<i32>(world.bodies) // the patch of this colour that has the body, counted from 1
  for (let colour = 0; colour < world.colours; colour++) {
    const from = load<i32>(L.COLOUR_START + (colour << 2)), to = load<i32>(L.COLOUR_START + (colour << 2), 4)
    for (let i = 0; i < world.bodies; i++) last[i] = 0
    for (let k = from; k < to; k++) {
      const patch = patchAt(k)
      expect(listed[patch]).toBe(false)
      listed[patch] = true
      for (let slot = firstSlot(patch * world.patch); slot < endSlot(endOfPatch(patch) - 1); slot++) {
        const c = contactIn(slot)
        if (c < 0) continue
        for (let side = 0; side < 2; side++) {
          const i = bodyOf(c, side)
          if (last[i] != 0 && last[i] != patch + 1) clashes++
          last[i] = patch + 1
        }
      }
    }
  }
  expect(clashes).toBe(0)
  // those without a colour
  for (let k = load<i32>(L.COLOUR_START + (63 << 2)); k < load<i32>(L.COLOUR_START + (64 << 2)); k++) listed[patchAt(k)] = true
  let missing = 0
  for (let patch = 0; patch < world.patches; patch++) if (!listed[patch]) missing++
  expect(missing).toBe(0)
}

/** The list of a block has the bodies of its contacts, each once. */
function checkLists(): void {
  const listedBy = new StaticArray<i32>(world.bodies) // counted from 1
  let twice = 0, missing = 0, strange = 0
  for (let block = 0; block < world.blocks; block++) {
    for (let at = bodiesOf(block); at < endOfBodiesOf(block); at += 4) {
      const i = load<u32>(at) >> 6 // ranks are rows here
      if (listedBy[i] == block + 1) twice++
      listedBy[i] = block + 1
    }
    let others = <i32>(endOfBodiesOf(block) - bodiesOf(block)) >> 2
    for (let slot = firstSlot(block); slot < endSlot(block); slot++) {
      const c = contactIn(slot)
      for (let side = 0; c >= 0 && side < 2; side++) {
        const i = bodyOf(c, side)
        if (listedBy[i] == block + 1) others--
        else if (listedBy[i] != -1 - block) missing++
        listedBy[i] = -1 - block
      }
    }
    strange += others
  }
  expect(twice).toBe(0)
  expect(missing).toBe(0)
  expect(strange).toBe(0)
}

describe('pairs of contacts, blocks of pairs, and patches of blocks', () => {
  it('have every contact once and share no body, in worlds of one block and of many', () => {
    const sizes: i32[] = [2, 10, 100, 1000, 20000, 200000]
    for (let e = 0; e < sizes.length; e++) {
      lineOf(sizes[e], 5, false)
      expect(dealPairs()).toBe(L.FINE)
      expect(colourPatches()).toBe(L.FINE)
      expect(world.blocks).toBe((world.pairs + BLOCK - 1) / BLOCK)
      checkLanes()
      checkColours()
      checkLists()
    }
    expect(world.patch).toBeGreaterThan(1)
    // a line of bodies needs few colours, and almost every lane has a contact
    expect(world.colours).toBeLessThan(6)
    expect(<f64>world.candidates / <f64>(world.pairs << 1)).toBeGreaterThan(0.99)
  })

  it('leave patches without a colour where one body is in more of them than there are colours', () => {
    lineOf(50000, 5, true)
    expect(dealPairs()).toBe(L.FINE)
    expect(colourPatches()).toBe(L.FINE)
    checkLanes()
    checkColours()
    checkLists()
    expect(world.colours).toBe(63)
    expect(load<i32>(L.COLOUR_START + (64 << 2)) - load<i32>(L.COLOUR_START + (63 << 2))).toBeGreaterThan(100)
  })
})

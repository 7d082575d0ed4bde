// The state of a world as bytes: its scalars and the persistent columns, as long as their counts, in the order of
// layout.ts. A snapshot writes them, a restored world reads them, a hash runs over them. Scratch and capacities are
// not part of it, so two worlds with the same state have the same bytes.

import {
  WORLD, WORLD_STATE_BYTES, LAST_PERSISTENT, SEARCH_PLACE, PER_BODY, PER_BOUNDARY, PER_CONTACT,
} from './layout'
import { world } from './world'
import { column, elementBytes, growsWith } from './arena'
import { absorb } from './hash'

/** Bytes of a persistent column that are state. */
export function stateBytes(id: i32): u32 {
  if (id >= SEARCH_PLACE && !world.listed) return 0
  const kind = growsWith(id)
  let count = 1
  if (kind == PER_BODY) count = world.bodies
  else if (kind == PER_BOUNDARY) count = world.boundaries
  else if (kind == PER_CONTACT) count = world.contacts
  return <u32>count * <u32>elementBytes(id)
}

/** A 64-bit hash of the state. */
export function stateHash(): u64 {
  let hash = absorb(0x5369676e6f72696e, WORLD, WORLD_STATE_BYTES)
  for (let id = 0; id <= LAST_PERSISTENT; id++) hash = absorb(hash, column(id), stateBytes(id))
  hash ^= hash >> 32
  hash *= 0xd6e8feb86659fd93
  return hash ^ (hash >> 32)
}

// The state of a world as bytes: its scalars and the persistent columns, as long as their counts, in the order of
// layout.ts. A snapshot writes them, a restored world reads them, a hash runs over them. Scratch and capacities are
// not part of it, so two worlds with the same state have the same bytes.

import {
  WORLD, WORLD_STATE_BYTES, LAST_PERSISTENT, PER_BODY, PER_BOUNDARY, PER_CONTACT,
} from './layout'
import { world } from './world'
import { column, elementBytes, growsWith } from './arena'

/** Bytes of a persistent column that are state. */
export function stateBytes(id: i32): u32 {
  const kind = growsWith(id)
  let count = 1
  if (kind == PER_BODY) count = world.bodies
  else if (kind == PER_BOUNDARY) count = world.boundaries
  else if (kind == PER_CONTACT) count = world.contacts
  return <u32>count * <u32>elementBytes(id)
}

/** Eight bytes at a time, multiplied and rotated; good enough to tell states apart, and the same everywhere. */
function absorb(hash: u64, at: usize, bytes: u32): u64 {
  const end = at + (bytes & ~7)
  for (; at < end; at += 8) hash = rotl<u64>((hash ^ load<u64>(at)) * 0x9e3779b97f4a7c15, 29)
  let rest: u64 = 0
  for (let k: u32 = 0; k < (bytes & 7); k++) rest = (rest << 8) | load<u8>(at + k)
  return rotl<u64>((hash ^ rest) * 0x9e3779b97f4a7c15, 29)
}

/** A 64-bit hash of the state. */
export function stateHash(): u64 {
  let hash = absorb(0x5369676e6f72696e, WORLD, WORLD_STATE_BYTES)
  for (let id = 0; id <= LAST_PERSISTENT; id++) hash = absorb(hash, column(id), stateBytes(id))
  hash ^= hash >> 32
  hash *= 0xd6e8feb86659fd93
  return hash ^ (hash >> 32)
}

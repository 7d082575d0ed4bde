// Snapshot = magic, version, bytes. The bytes are the state of assembly/state.ts; names of materials and the like, which
// the engine does not know, go before them as JSON.

import * as L from '../assembly/layout.js'
import type { Scene } from './scene.js'
import { InputError } from './errors.js'
import type { Instance } from './instance.js'

const MAGIC = 0x524f4e47 // "GNOR"
const VERSION = 2
const HEAD = 16

export interface Fixed {
  dimension: 2 | 3
  materials: readonly string[]
  allowedOverlap: number
  periodic: Scene['periodic']
  maximumMemory: number | undefined
}

/** Pieces of state: where they stand in memory and how long they are. */
function* pieces(instance: Instance): Generator<[address: number, bytes: number]> {
  for (let id = 0; id <= L.LAST_PERSISTENT; id++) yield [instance.address(id), instance.exports.stateBytes(id) >>> 0]
}

export function writeSnapshot(instance: Instance, { dimension, materials, allowedOverlap, periodic, maximumMemory }: Fixed): Uint8Array {
  const fixed = new TextEncoder().encode(JSON.stringify({ dimension, materials, allowedOverlap, periodic, maximumMemory }))
  const parts = [...pieces(instance)]
  const size = HEAD + fixed.length + L.WORLD_STATE_BYTES + parts.reduce((sum, [, bytes]) => sum + bytes, 0)
  const out = new Uint8Array(size)
  const head = new DataView(out.buffer)
  head.setUint32(0, MAGIC, true)
  head.setUint32(4, VERSION, true)
  head.setUint32(8, fixed.length, true)
  out.set(fixed, HEAD)
  const memory = new Uint8Array(instance.memory.buffer)
  let at = HEAD + fixed.length
  for (const [address, bytes] of [[L.WORLD, L.WORLD_STATE_BYTES] as const, ...parts]) {
    out.set(memory.subarray(address, address + bytes), at)
    at += bytes
  }
  head.setUint32(12, checksum(out), true)
  return out
}

/** FNV-1a over all but the checksum itself. */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5
  for (let k = 0; k < bytes.length; k++) {
    if (k >= 12 && k < 16) continue
    hash = Math.imul(hash ^ bytes[k]!, 0x01000193)
  }
  return hash >>> 0
}

export interface Snapshot {
  fixed: Fixed
  /** The state of assembly/state.ts. */
  state: Uint8Array
}

/** Reads the head; says what is wrong before anything is made of it. */
export function readSnapshot(value: unknown): Snapshot {
  if (!(value instanceof Uint8Array)) throw new InputError('snapshot', 'a Uint8Array', value)
  const head = new DataView(value.buffer, value.byteOffset, value.byteLength)
  if (value.length < HEAD || head.getUint32(0, true) !== MAGIC)
    throw new InputError('snapshot', 'bytes that world.snapshot() wrote', value)
  if (head.getUint32(4, true) !== VERSION)
    throw new InputError('snapshot', `version ${VERSION}`, `version ${head.getUint32(4, true)}`)
  if (checksum(value) !== head.getUint32(12, true))
    throw new InputError('snapshot', 'bytes as they were written', 'bytes that were cut or changed')
  const end = HEAD + head.getUint32(8, true)
  return { fixed: JSON.parse(new TextDecoder().decode(value.subarray(HEAD, end))) as Fixed, state: value.subarray(end) }
}

/** Fills an empty instance. */
export function fillFromSnapshot(instance: Instance, { state }: Snapshot): void {
  const scalars = state.subarray(0, L.WORLD_STATE_BYTES)
  const count = (offset: number): number => new DataView(scalars.buffer, scalars.byteOffset).getInt32(offset, true)
  instance.check(instance.exports.reserve(L.PER_BODY, count(L.WORLD_BODIES)), 'restore')
  instance.check(instance.exports.reserve(L.PER_BOUNDARY, count(L.WORLD_BOUNDARIES)), 'restore')
  instance.check(instance.exports.reserve(L.PER_CONTACT, count(L.WORLD_CONTACTS)), 'restore')
  instance.check(instance.exports.reserve(L.PER_PAIR, (count(L.WORLD_CONTACTS) + 1) >> 1), 'restore')
  instance.check(instance.exports.reserve(L.PER_SHARE, Math.floor(count(L.WORLD_BODIES) / L.SLICE) + 1), 'restore')
  const memory = new Uint8Array(instance.memory.buffer)
  memory.set(scalars, L.WORLD)
  let at = L.WORLD_STATE_BYTES
  for (const [address, size] of pieces(instance)) {
    memory.set(state.subarray(at, at + size), address)
    at += size
  }
}

// Snapshot = magic, version, bytes. The bytes are the state of assembly/state.ts; names of materials and the like, which
// the engine does not know, go before them as JSON.

import * as L from '../assembly/layout.js'
import type { Scene } from './scene.js'
import { InputError } from './errors.js'
import type { Instance } from './instance.js'

const MAGIC = 0x524f4e47 // "GNOR"
const VERSION = 1
const HEAD = 16

export interface Fixed {
  dimension: 2 | 3
  materials: readonly string[]
  allowedOverlap: number
  periodic: Scene['periodic']
}

/** Pieces of state: where they stand in memory and how long they are. */
function* pieces(instance: Instance): Generator<[address: number, bytes: number]> {
  for (let id = 0; id <= L.LAST_PERSISTENT; id++) yield [instance.address(id), instance.exports.stateBytes(id) >>> 0]
}

export function writeSnapshot(instance: Instance, { dimension, materials, allowedOverlap, periodic }: Fixed): Uint8Array {
  const fixed = new TextEncoder().encode(JSON.stringify({ dimension, materials, allowedOverlap, periodic }))
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

/** Fills an empty instance; says what is wrong before it writes anything. */
export function readSnapshot(instance: Instance, value: unknown): Fixed {
  if (!(value instanceof Uint8Array)) throw new InputError('snapshot', 'a Uint8Array', value)
  const bytes = value
  const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < HEAD || head.getUint32(0, true) !== MAGIC)
    throw new InputError('snapshot', 'bytes that world.snapshot() wrote', bytes)
  if (head.getUint32(4, true) !== VERSION)
    throw new InputError('snapshot', `version ${VERSION}`, `version ${head.getUint32(4, true)}`)
  if (checksum(bytes) !== head.getUint32(12, true))
    throw new InputError('snapshot', 'bytes as they were written', 'bytes that were cut or changed')
  const length = head.getUint32(8, true)
  const fixed = JSON.parse(new TextDecoder().decode(bytes.subarray(HEAD, HEAD + length))) as Fixed
  let at = HEAD + length
  const scalars = bytes.subarray(at, at + L.WORLD_STATE_BYTES)
  const count = (offset: number): number => new DataView(scalars.buffer, scalars.byteOffset).getInt32(offset, true)
  instance.check(instance.exports.reserve(L.PER_BODY, count(L.WORLD_BODIES)), 'restore')
  instance.check(instance.exports.reserve(L.PER_BOUNDARY, count(L.WORLD_BOUNDARIES)), 'restore')
  instance.check(instance.exports.reserve(L.PER_CONTACT, count(L.WORLD_CONTACTS)), 'restore')
  instance.check(instance.exports.reserve(L.PER_PAIR, count(L.WORLD_CONTACTS)), 'restore')
  new Uint8Array(instance.memory.buffer).set(scalars, L.WORLD)
  at += L.WORLD_STATE_BYTES
  const memory = new Uint8Array(instance.memory.buffer)
  for (const [address, size] of pieces(instance)) {
    memory.set(bytes.subarray(at, at + size), address)
    at += size
  }
  return fixed
}

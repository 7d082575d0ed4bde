// Capacities -> aligned columns: the only allocator. A column's address is a function of the capacities, and
// capacities never shrink, so a larger layout is reached by moving the columns upwards, last one first.

import {
  COLUMN_ADDRESSES, CAPACITIES, OWN_COLUMNS, CAPACITY_KINDS, WORLD_BYTES, WORLD, BYTES_BEFORE,
  PER_WORLD, PER_BODY, PER_BOUNDARY, PER_CONTACT, PER_SOLVER_BODY, PER_CELL, PER_ARM_BODY, PER_ARM_CONTACT,
  PER_PAIR, PER_SHARE, RANK, CURVE_BODY, CURVE_KEY, LANE, PATCH_LIST, PATCH_SPAN, BLOCK_SEQUENCE, BLOCK_BODIES,
  BLOCK_BODY_BYTES, PARTIAL, SURFACE,
  POSITION, VELOCITY, ANGULAR_VELOCITY, ORIENTATION, ANGLE, FORCE, TORQUE, RADIUS, MASS, INERTIA, KIND, MATERIAL,
  ID, CONTACT_ROW, BOUNDARY, FRICTION, CONTACT_PAIR, CONTACT_IMAGE, CONTACT_NORMAL, CONTACT_GAP, CONTACT_IMPULSE,
  CONTACT_STATE, SEARCH_PLACE, SEARCH_KIND, SEARCH_BOUNDARY, REACH, CELL, BOX, SORTED_BODY, SORTED_PLACE, NEXT_ROW,
  SOLVER_BODY, PAIR, ORDER, NEXT_PAIR, NEXT_IMAGE, CELL_START, CONTACT_FORCE, CONTACT_NORMAL_FORCE,
  CONTACT_TANGENTIAL_FORCE, CONTACT_NORMAL_IMPULSE, CONTACT_TANGENTIAL_IMPULSE, CONTACT_POINT, ARM_BODY, ARM_CONTACT,
  BOUNDARY_BYTES, MAX_MATERIALS, ARM_BODY_BYTES, ARM_CONTACT_BYTES, FAULT_MEMORY, FINE,
} from './layout'
import { world, fault } from './world'
import { dismiss } from './team'

const ALIGN: u64 = 64 // a cache line, so that 64-byte records never straddle two
const PAGE: u64 = 65536


/** Address of a column. */
@inline
export function column(id: i32): usize {
  return load<u32>(COLUMN_ADDRESSES + (id << 2))
}

@inline
export function capacity(kind: i32): i32 {
  return load<i32>(CAPACITIES + (kind << 2))
}

/** Bytes of one element of a column. */
export function elementBytes(id: i32): i32 {
  switch (id) {
    case POSITION: case VELOCITY: case ANGULAR_VELOCITY: case FORCE: case TORQUE:
    case CONTACT_NORMAL: case CONTACT_IMPULSE: case CONTACT_POINT: return 24
    case ORIENTATION: case SEARCH_PLACE: return 32
    case ANGLE: case RADIUS: case MASS: case INERTIA: case REACH: case CONTACT_GAP: case CONTACT_PAIR: case NEXT_PAIR: case CONTACT_ROW: case NEXT_ROW: case PATCH_SPAN: return 8
    case KIND: case MATERIAL: case CONTACT_STATE: case SEARCH_KIND: return 1
    case ID: case RANK: case CURVE_BODY: case CELL: case ORDER: case CELL_START: case PATCH_LIST: case BLOCK_SEQUENCE: case BLOCK_BODY_BYTES: case SURFACE: return 4
    case CONTACT_IMAGE: case NEXT_IMAGE: return 12
    case LANE: case BLOCK_BODIES: return 16
    case SOLVER_BODY: case PARTIAL: return 64
    case PAIR: return 128
    case BOUNDARY: case SEARCH_BOUNDARY: return BOUNDARY_BYTES
    case FRICTION: return MAX_MATERIALS * MAX_MATERIALS * 16
    case ARM_BODY: return ARM_BODY_BYTES
    case ARM_CONTACT: return ARM_CONTACT_BYTES
  }
  unreachable()
  return 0
}

/** What a column grows with. */
export function growsWith(id: i32): i32 {
  switch (id) {
    case BOUNDARY: case SEARCH_BOUNDARY: return PER_BOUNDARY
    case FRICTION: return PER_WORLD
    case SOLVER_BODY: case SURFACE: return PER_SOLVER_BODY
    case CELL_START: return PER_CELL
    case ARM_BODY: return PER_ARM_BODY
    case ARM_CONTACT: return PER_ARM_CONTACT
    case PAIR: case LANE: case BLOCK_BODIES: return PER_PAIR
    case PATCH_LIST: case PATCH_SPAN: case BLOCK_SEQUENCE: case BLOCK_BODY_BYTES: case PARTIAL: return PER_SHARE
    case SEARCH_PLACE: case SEARCH_KIND: case REACH: case CELL: case NEXT_ROW: case RANK: case CURVE_BODY: return PER_BODY
  }
  return id <= CONTACT_ROW ? PER_BODY : PER_CONTACT
}

/** Columns of starts have one more entry than what they count. */
function columnBytes(id: i32): u64 {
  const entries = <u64>capacity(growsWith(id)) + 1
  return (entries * <u64>elementBytes(id) + ALIGN - 1) & ~(ALIGN - 1)
}

/** Lays the columns out for the capacities that now stand in memory; moves what was there. */
function layOut(): bool {
  let end = (<u64>__heap_base + ALIGN - 1) & ~(ALIGN - 1)
  for (let id = 0; id < OWN_COLUMNS; id++) end += columnBytes(id)
  world.faultValue = <f64>end
  const pages = <i64>((end + PAGE - 1) / PAGE) - <i64>memory.size()
  if (end >= <u64>u32.MAX_VALUE) return false
  if (pages > 0 && memory.grow(<i32>pages) < 0) return false
  for (let id = OWN_COLUMNS - 1; id >= 0; id--) {
    const bytes = columnBytes(id)
    end -= bytes
    const from = column(id)
    const kept = <u64>load<u32>(BYTES_BEFORE + (id << 2))
    if (from != 0 && kept != 0 && from != <usize>end) memory.copy(<usize>end, from, <usize>min(kept, bytes))
    assert(<usize>end >= from, 'columns only move up')
    setColumn(id, <usize>end)
  }
  assert(end >= <u64>__heap_base, 'columns begin behind the static data')
  shareScratch()
  return true
}

@inline
function setColumn(id: i32, address: usize): void {
  store<u32>(COLUMN_ADDRESSES + (id << 2), <u32>address)
}

/**
 * Places what is derived between steps in what steps need (64 bytes a contact of pairs, 24 of orders, pairs and images),
 * and what a search needs in the solver's bodies, which are filled after it.
 */
function shareScratch(): void {
  const contacts = (<usize>capacity(PER_PAIR) + 1) << 1
  const base = column(PAIR)
  setColumn(CONTACT_FORCE, base)
  setColumn(CONTACT_NORMAL_FORCE, base + 24 * contacts)
  setColumn(CONTACT_TANGENTIAL_FORCE, base + 32 * contacts)
  setColumn(CONTACT_NORMAL_IMPULSE, base + 56 * contacts)
  setColumn(CONTACT_TANGENTIAL_IMPULSE, column(ORDER))
  const bodies = <usize>capacity(PER_SOLVER_BODY) + 1
  const places = column(SOLVER_BODY)
  setColumn(SORTED_PLACE, places)
  setColumn(BOX, places + 32 * bodies)
  setColumn(SORTED_BODY, places + 44 * bodies)
  setColumn(CURVE_KEY, places + 48 * bodies)
}

function remember(): void {
  for (let id = 0; id < OWN_COLUMNS; id++) store<u32>(BYTES_BEFORE + (id << 2), <u32>columnBytes(id))
}

/** Room beyond what was asked for, lest the next few more move everything again: a quarter, of large worlds less. */
function generosity(count: i32): i64 {
  return count < 100000 ? <i64>(count >> 2) + 16 : 20000 + <i64>(count >> 5)
}

/** Makes room for `count` of a kind. */
export function reserve(kind: i32, count: i32): i32 {
  if (count <= capacity(kind)) return FINE
  const before = capacity(kind)
  remember()
  const generous = <i32>min(<i64>count + generosity(count), <i64>i32.MAX_VALUE)
  store<i32>(CAPACITIES + (kind << 2), generous)
  if (layOut()) return FINE
  store<i32>(CAPACITIES + (kind << 2), count)
  if (layOut()) return FINE
  store<i32>(CAPACITIES + (kind << 2), before)
  return fault(FAULT_MEMORY, count, kind, world.faultValue)
}

/** An empty world: scalars zero, every capacity at its least. */
export function initialise(): i32 {
  memory.fill(WORLD, 0, WORLD_BYTES)
  for (let id = 0; id < OWN_COLUMNS; id++) {
    setColumn(id, 0)
    store<u32>(BYTES_BEFORE + (id << 2), 0)
  }
  for (let kind = 0; kind < CAPACITY_KINDS; kind++) store<i32>(CAPACITIES + (kind << 2), kind == PER_WORLD ? 1 : kind == PER_ARM_BODY || kind == PER_ARM_CONTACT ? 0 : 16)
  dismiss()
  return layOut() ? FINE : fault(FAULT_MEMORY, 0, PER_WORLD, world.faultValue)
}

// The grains: columns of numbers, one row a body. Rows keep their order when bodies are removed, so ids ascend.

import {
  POSITION, ANGULAR_VELOCITY, ORIENTATION, ANGLE, TORQUE, RADIUS, MASS, INERTIA, KIND, MATERIAL, ID,
  CONTACT_ROW, CONTACT_PAIR, CONTACT_STATE, CELL,
  PER_BODY, PER_SHARE, SLICE, DYNAMIC, KINEMATIC, SMALLEST, LARGEST, FINE, FAULT_NO_CHOICE, FAULT_NOT_FINITE, FAULT_NOT_POSITIVE, FAULT_NOT_PLANAR,
} from './layout'
import { world, fault, isInRange, Vec3 } from './world'
import { column, reserve, elementBytes } from './arena'

@inline
export function vectorOf(id: i32, i: i32): Vec3 {
  assert(<u32>i < <u32>world.bodies, 'a row of the bodies')
  return changetype<Vec3>(column(id) + <usize>i * 24)
}

@inline
export function scalarOf(id: i32, i: i32): f64 {
  assert(<u32>i < <u32>world.bodies, 'a row of the bodies')
  return load<f64>(column(id) + (<usize>i << 3))
}

@inline
export function kindOf(i: i32): i32 {
  return <i32>load<u8>(column(KIND) + <usize>i)
}

@inline
export function materialOf(i: i32): i32 {
  return <i32>load<u8>(column(MATERIAL) + <usize>i)
}

/** 1/m, zero for a body whose motion is prescribed. */
@inline
export function inverseMassOf(i: i32): f64 {
  return kindOf(i) == DYNAMIC ? 1 / scalarOf(MASS, i) : 0
}

/** r^2/I, zero for a body whose rotation is prescribed or locked. */
@inline
export function inverseInertiaOf(i: i32): f64 {
  if (kindOf(i) != DYNAMIC) return 0
  const radius = scalarOf(RADIUS, i)
  return radius * radius / scalarOf(INERTIA, i)
}

let wasListed: i32 = 0

/** Appends `count` rows at rest at the origin and returns a fault; the caller fills them in and then keeps or drops them. */
export function appendBodies(count: i32): i32 {
  const first = world.bodies
  let code = reserve(PER_BODY, first + count)
  if (code == FINE) code = reserve(PER_SHARE, (first + count) / SLICE + 1)
  if (code != FINE) return code
  for (let id = POSITION; id <= MATERIAL; id++) {
    const bytes = <usize>elementBytes(id)
    memory.fill(column(id) + <usize>first * bytes, 0, <usize>count * bytes)
  }
  for (let i = first; i < first + count; i++) {
    store<f64>(column(ORIENTATION) + (<usize>i << 5), 1, 24)
    store<i32>(column(ID) + (<usize>i << 2), world.nextId + (i - first))
    store<u64>(column(CONTACT_ROW) + (<usize>i << 3), 0)
  }
  world.bodies += count
  world.nextId += count
  wasListed = world.listed
  world.listed = 0
  return FINE
}

/** Gives disks from a row on the quaternions of their angles. */
export function orientDisks(from: i32): void {
  for (let i = from; i < world.bodies; i++) orientDisk(i)
}

@inline
export function orientDisk(i: i32): void {
  const angle = scalarOf(ANGLE, i)
  const q = column(ORIENTATION) + (<usize>i << 5)
  store<f64>(q, 0)
  store<f64>(q, 0, 8)
  store<f64>(q, Math.sin(0.5 * angle), 16)
  store<f64>(q, Math.cos(0.5 * angle), 24)
}

/** Takes back the rows that appendBodies just made. */
export function dropAppended(count: i32): void {
  world.bodies -= count
  world.nextId -= count
  world.listed = wasListed
}

/** Marks a body for removal; compactBodies removes the marked ones. `clearMarks` comes first. */
export function clearMarks(): void {
  memory.fill(column(CELL), 0, <usize>world.bodies << 2)
}

export function markBody(i: i32): void {
  store<i32>(column(CELL) + (<usize>i << 2), 1)
}

@inline
function moveRow(id: i32, from: i32, to: i32): void {
  const bytes = <usize>elementBytes(id)
  memory.copy(column(id) + <usize>to * bytes, column(id) + <usize>from * bytes, bytes)
}

/** Removes the marked bodies and their contacts; the others keep their order, their ids and their impulses. */
export function compactBodies(): void {
  const target = column(CELL) // marks become new rows, -1 for removed
  let kept = 0
  for (let i = 0; i < world.bodies; i++) {
    const at = target + (<usize>i << 2)
    store<i32>(at, load<i32>(at) ? -1 : kept++)
  }
  for (let i = 0; i < world.bodies; i++) {
    const row = load<i32>(target + (<usize>i << 2))
    if (row < 0 || row == i) continue
    for (let id = POSITION; id <= ID; id++) moveRow(id, i, row)
  }
  world.bodies = kept
  world.listed = 0
  compactContacts(target)
}

function compactContacts(target: usize): void {
  const pairs = column(CONTACT_PAIR)
  memory.fill(column(CONTACT_ROW), 0, <usize>world.bodies << 3)
  let kept = 0
  for (let c = 0; c < world.contacts; c++) {
    const first = load<i32>(target + (<usize>load<i32>(pairs + (<usize>c << 3)) << 2))
    let second = load<i32>(pairs + (<usize>c << 3), 4)
    if (second >= 0) {
      second = load<i32>(target + (<usize>second << 2))
      if (second < 0) continue
    }
    if (first < 0) continue
    assert(kept <= c, 'contacts only move down')
    for (let id = CONTACT_PAIR; id <= CONTACT_STATE; id++) if (kept != c) moveRow(id, c, kept)
    store<i32>(pairs + (<usize>kept << 3), first)
    store<i32>(pairs + (<usize>kept << 3), second, 4)
    const row = column(CONTACT_ROW) + (<usize>first << 3)
    if (load<i32>(row, 4) == 0) store<i32>(row, kept)
    store<i32>(row, ++kept, 4)
  }
  world.contacts = kept
}

/** Whether every number of every body is one that a step can start from; views let people write anything. */
export function checkBodies(from: i32): i32 {
  for (let i = from; i < world.bodies; i++) {
    for (let id = POSITION; id <= TORQUE; id++) {
      if (id == ORIENTATION || id == ANGLE) continue
      const v = vectorOf(id, i)
      if (!isInRange(v.x) || !isInRange(v.y) || !isInRange(v.z))
        return fault(FAULT_NOT_FINITE, i, id, isInRange(v.x) ? (isInRange(v.y) ? v.z : v.y) : v.x)
      if (world.dimension == 2) {
        const spins = id == ANGULAR_VELOCITY || id == TORQUE
        const out = spins ? abs(v.x) + abs(v.y) : v.z
        if (out != 0) return fault(FAULT_NOT_PLANAR, i, id, out)
      }
    }
    const q = column(ORIENTATION) + (<usize>i << 5)
    const norm2 = load<f64>(q) * load<f64>(q) + load<f64>(q, 8) * load<f64>(q, 8) +
      load<f64>(q, 16) * load<f64>(q, 16) + load<f64>(q, 24) * load<f64>(q, 24)
    if (!isInRange(norm2)) return fault(FAULT_NOT_FINITE, i, ORIENTATION, norm2)
    if (norm2 < SMALLEST) return fault(FAULT_NOT_POSITIVE, i, ORIENTATION, norm2)
    if (!isInRange(scalarOf(ANGLE, i))) return fault(FAULT_NOT_FINITE, i, ANGLE, scalarOf(ANGLE, i))
    for (let id = RADIUS; id <= INERTIA; id++) {
      const value = scalarOf(id, i)
      if (!(value > 0)) return fault(FAULT_NOT_POSITIVE, i, id, value)
      if (id == INERTIA && value == Infinity) continue // locked
      if (!(value >= SMALLEST && value <= LARGEST)) return fault(FAULT_NOT_FINITE, i, id, value)
    }
    if (kindOf(i) > KINEMATIC) return fault(FAULT_NO_CHOICE, i, KIND, <f64>kindOf(i))
    if (materialOf(i) >= world.materials) return fault(FAULT_NO_CHOICE, i, MATERIAL, <f64>materialOf(i))
  }
  return FINE
}

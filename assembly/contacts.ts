// The contacts of a step: their geometry, and the impulses that they keep from the step before (warm start). While the list
// of neighbours/reach.ts holds, a contact is in the row it was in; after a search it is found by its bodies and image.
// Rows of a search stand apart (NEXT_PAIR ...) until the step is solved, so that one that fails leaves the world as it was.

import {
  VELOCITY, ANGULAR_VELOCITY, RADIUS, CONTACT_ROW, NEXT_ROW, ORDER, NEXT_PAIR, NEXT_IMAGE,
  CONTACT_PAIR, CONTACT_IMAGE, CONTACT_NORMAL, CONTACT_GAP, CONTACT_IMPULSE, CONTACT_STATE,
  GAP_POSITIVE, LAW_STATIC_DYNAMIC, SLIDING, OPEN,
} from './layout'
import { world, Vec3 } from './world'
import { column } from './arena'
import { vectorOf, scalarOf, materialOf } from './bodies'
import { Boundary, boundaryAt, surfaceVelocityX, surfaceVelocityY, surfaceVelocityZ } from './boundaries'
import { together, partial } from './team'
import { placeSpheres } from './geometry/sphere'
import { placeOnBoundary, relativeX, relativeY, relativeZ } from './geometry/boundary'
import { gap, normalX, normalY, normalZ } from './geometry/place'
import {
  Record, SolverSurface, recordAt, pairs, contactIn, surfaceIn, bodyAt, rankOf, solverBodies, applyImpulse, fillLane,
  WAS_SLIDING, ON_FREE_BOUNDARY,
} from './solver/record'
import { firstSlot, endSlot, allBlocks } from './solver/blocks'
import { inColours, orderColours } from './solver/colours'
import { touchBodies, paysToTouch } from './solver/touch'
import { clearDummies } from './solver/batches'

/** The two bodies of a contact, and its image: of this step's search, or of the list that holds. */
@inline
export function pairOf(c: i32): usize {
  return column(world.fresh ? NEXT_PAIR : CONTACT_PAIR) + (<usize>c << 3)
}

@inline
function imageOf(c: i32): usize {
  return column(world.fresh ? NEXT_IMAGE : CONTACT_IMAGE) + <usize>c * 12
}

/** Whether a contact of the step before has these bodies and this image. */
@inline
function isMatch(pair: usize, image: usize, then: usize, imageThen: usize): bool {
  const differs = (load<u64>(then) ^ load<u64>(pair)) | (load<u64>(imageThen) ^ load<u64>(image))
  return (differs | <u64>(load<u32>(imageThen, 8) ^ load<u32>(image, 8))) == 0
}

/** After a search: which contact of the step before each candidate is, or -1. Mostly the one behind that of the candidate before. */
export function matchContacts(): void {
  const rows = column(CONTACT_ROW), pairs = column(CONTACT_PAIR), images = column(CONTACT_IMAGE)
  const end = column(ORDER) + (<usize>world.candidates << 2)
  const contacts = world.contacts
  let pair = pairOf(0), image = imageOf(0)
  let next = 0
  for (let match = column(ORDER); match < end; match += 4, pair += 8, image += 12) {
    if (next >= contacts || !isMatch(pair, image, pairs + (<usize>next << 3), images + <usize>next * 12)) {
      const row = rows + (<usize>load<i32>(pair) << 3)
      const to = load<i32>(row, 4)
      let c = load<i32>(row)
      while (c < to && !isMatch(pair, image, pairs + (<usize>c << 3), images + <usize>c * 12)) c++
      if (c >= to) {
        store<i32>(match, -1)
        continue
      }
      next = c
    }
    store<i32>(match, next++)
  }
}

/** Gap and normal of a contact; returns the distance of the centres, zero against a boundary. */
@inline
function placeContact(i: i32, second: i32, image: usize): f64 {
  if (second >= 0) return placeSpheres(i, second, load<i32>(image), load<i32>(image, 4), load<i32>(image, 8))
  placeOnBoundary(i, boundaryAt(-1 - second), load<i32>(image))
  return 0
}

/** Fills the solver's records: geometry, friction pair, and the impulse of the step before, already applied. */
export function prepareContacts(): void {
  clearDummies()
  orderColours()
  inColours(prepareBlock)
  if (world.loosePairs > 0) prepareBlock(world.blocks, -1)
}

function prepareBlock(block: i32, next: i32): void {
  const bodies = solverBodies()
  const all = pairs()
  const end = endSlot(block)
  if (next >= 0 && paysToTouch()) touchBodies(bodies, next)
  for (let slot = firstSlot(block); slot < end; slot++) {
    const r = recordAt(all, slot)
    const c = contactIn(slot)
    if (c < 0) fillLane(r)
    else prepare(r, c, slot, bodies)
  }
}

@inline
function prepare(r: Record, c: i32, slot: u32, bodies: usize): void {
  const pair = pairOf(c)
  const image = imageOf(c)
  const i = load<i32>(pair), second = load<i32>(pair, 4)
  const distance = placeContact(i, second, image)
  let arm: f64 = 1
  let flags: u32
  let material: i32
  if (second >= 0) {
    arm = distance > 0 ? distance / (scalarOf(RADIUS, i) + scalarOf(RADIUS, second)) : 1
    material = materialOf(second)
    flags = rankOf(second)
  } else {
    const b = boundaryAt(-1 - second)
    const surface = surfaceIn(slot)
    material = b.material
    flags = surface | (b.mass > 0 ? ON_FREE_BOUNDARY : 0)
    prepareSurface(changetype<SolverSurface>(bodyAt(bodies, surface)), b, scalarOf(RADIUS, i))
  }
  r.ax = arm * normalX
  r.ay = arm * normalY
  r.az = arm * normalZ
  r.gapRate = arm * (world.gapRule == GAP_POSITIVE ? max(gap, 0) : gap) / world.timeStep
  r.px = 0
  r.py = 0
  r.pz = 0
  r.first = rankOf(i) | (<u32>((materialOf(i) << 4) | material) << 24)
  const before = world.fresh ? load<i32>(column(ORDER) + (<usize>c << 2)) : c
  if (before >= 0 && world.warmStart) {
    const impulse = changetype<Vec3>(column(CONTACT_IMPULSE) + <usize>before * 24)
    r.px = impulse.x
    r.py = impulse.y
    r.pz = impulse.z
  }
  r.second = flags
  if (world.law == LAW_STATIC_DYNAMIC) { // C1 does not ask who was sliding
    const state = before >= 0 ? <i32>load<u8>(column(CONTACT_STATE) + <usize>before) : OPEN
    if (state == OPEN ? meetsSliding(r, i, second, bodies, flags) : state == SLIDING) r.second = flags | WAS_SLIDING
  }
  applyImpulse(bodies, r, r.px, r.py, r.pz)
}

/** The surface of a boundary at the contact just placed, in the place of a second body. */
function prepareSurface(s: SolverSurface, b: Boundary, radius: f64): void {
  const x = relativeX + radius * normalX
  const y = relativeY + radius * normalY
  const z = relativeZ + radius * normalZ
  s.vx = surfaceVelocityX(b, y, z)
  s.vy = surfaceVelocityY(b, x, z)
  s.vz = surfaceVelocityZ(b, x, y)
  const free = b.mass > 0
  s.inverseMass = free ? 1 / b.mass : 0
  s.directionX = free ? b.directionX : 0
  s.directionY = free ? b.directionY : 0
  s.directionZ = free ? b.directionZ : 0
  s.speed = free ? changetype<usize>(b) + offsetof<Boundary>('nextSpeed') : 0
  s.reserved = 0
}

/**
 * Whether a contact that was open in the step before begins by sliding: its tangential velocity, before this
 * step's forces, moves it by more than positions can resolve (1e-12 of a radius in a step).
 */
function meetsSliding(r: Record, i: i32, second: i32, bodies: usize, word: u32): bool {
  const v = vectorOf(VELOCITY, i)
  const w = vectorOf(ANGULAR_VELOCITY, i)
  const radius = scalarOf(RADIUS, i)
  let sx = radius * w.x, sy = radius * w.y, sz = radius * w.z
  let x = -v.x, y = -v.y, z = -v.z
  if (second >= 0) {
    const v1 = vectorOf(VELOCITY, second)
    const w1 = vectorOf(ANGULAR_VELOCITY, second)
    const radius1 = scalarOf(RADIUS, second)
    sx += radius1 * w1.x
    sy += radius1 * w1.y
    sz += radius1 * w1.z
    x += v1.x
    y += v1.y
    z += v1.z
  } else {
    const s = bodyAt(bodies, word)
    const b = boundaryAt(-1 - second)
    x += s.vx + b.speed * b.directionX
    y += s.vy + b.speed * b.directionY
    z += s.vz + b.speed * b.directionZ
  }
  x -= sy * r.az - sz * r.ay
  y -= sz * r.ax - sx * r.az
  z -= sx * r.ay - sy * r.ax
  const along = x * normalX + y * normalY + z * normalZ
  x -= along * normalX
  y -= along * normalY
  z -= along * normalZ
  return sqrt(x * x + y * y + z * z) * world.timeStep > 1e-12 * radius
}

/** The step is solved: its rows become the contacts of the world, with their normals and impulses. */
export function keepContacts(): void {
  const count = world.candidates
  if (world.fresh) {
    memory.copy(column(CONTACT_ROW), column(NEXT_ROW), <usize>world.bodies << 3)
    memory.copy(column(CONTACT_PAIR), column(NEXT_PAIR), <usize>count << 3)
    memory.copy(column(CONTACT_IMAGE), column(NEXT_IMAGE), <usize>count * 12)
  }
  world.contacts = count
  together(keepBlocks, 0, allBlocks())
}

function keepBlocks(from: i32, to: i32): void {
  const all = pairs()
  const end = endSlot(to - 1)
  for (let slot = firstSlot(from); slot < end; slot++) {
    const c = contactIn(slot)
    if (c < 0) continue
    const r = recordAt(all, slot)
    const normal = changetype<Vec3>(column(CONTACT_NORMAL) + <usize>c * 24)
    const impulse = changetype<Vec3>(column(CONTACT_IMPULSE) + <usize>c * 24)
    const arm = sqrt(r.ax * r.ax + r.ay * r.ay + r.az * r.az)
    normal.x = r.ax / arm
    normal.y = r.ay / arm
    normal.z = r.az / arm
    impulse.x = r.px
    impulse.y = r.py
    impulse.z = r.pz
  }
}

/** Gaps where the bodies are now, and from them the overlaps: mean over the contacts that carry an impulse, and largest. */
export function measureGaps(): void {
  together(gapsOfBlocks, 0, allBlocks())
  let largest: f64 = 0, total: f64 = 0
  for (let block = 0; block < allBlocks(); block++) {
    largest = max(largest, load<f64>(partial(block)))
    total += load<f64>(partial(block), 8)
  }
  world.overlapMax = largest
  world.overlapMean = world.active > 0 ? total / <f64>world.active : 0
}

function gapsOfBlocks(from: i32, to: i32): void {
  for (let block = from; block < to; block++) {
    let largest: f64 = 0, total: f64 = 0
    const end = endSlot(block)
    for (let slot = firstSlot(block); slot < end; slot++) {
      const c = contactIn(slot)
      if (c < 0) continue
      const pair = column(CONTACT_PAIR) + (<usize>c << 3)
      placeContact(load<i32>(pair), load<i32>(pair, 4), column(CONTACT_IMAGE) + <usize>c * 12)
      store<f64>(column(CONTACT_GAP) + (<usize>c << 3), gap)
      const overlap = max(0, -gap)
      largest = max(largest, overlap)
      if (load<u8>(column(CONTACT_STATE) + <usize>c) != OPEN) total += overlap
    }
    store<f64>(partial(block), largest)
    store<f64>(partial(block), total, 8)
  }
}

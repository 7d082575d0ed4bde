// Which two contacts go side by side. Two contacts of a pair are updated at once, so they must not share a body. Contacts
// are dealt along the curve; up to 16 wait for a partner, the oldest first. A contact that finds none has its lane to
// itself, as does one on a free boundary, which the vector kernel does not know (those pairs come last, "loose").

import { LANE, SURFACE, WAITING_LIST, PER_PAIR, PER_SOLVER_BODY, MAX_SOLVER_BODIES, FAULT_TOO_MANY, FINE } from '../layout'
import { world, fault } from '../world'
import { column, reserve } from '../arena'
import { boundaryAt } from '../boundaries'
import { pairOf } from '../contacts'
import { bodyAt, solverBodies, DUMMIES } from './record'

/** Contacts that wait: their number and two bodies, 12 bytes each, oldest first. */
const WAITING = 16

/** How many surfaces have been numbered. */
let surfaces: i32 = 0

@inline
function setLane(slot: i32, contact: i32, surface: i32): void {
  const lane = column(LANE) + (<usize>slot << 3)
  store<i32>(lane, contact)
  store<i32>(lane, surface, 4)
  if (surface >= 0) store<i32>(column(SURFACE) + (<usize>(surface - world.bodies) << 2), slot)
}

@inline
function isLoose(second: i32): bool {
  return second < 0 && boundaryAt(-1 - second).mass > 0
}

@inline
function wait(at: i32, c: i32, first: i32, second: i32): void {
  const w = <usize>WAITING_LIST + <usize>at * 12
  store<i32>(w, c)
  store<i32>(w, first, 4)
  store<i32>(w, second, 8)
}

/** The first that waits and shares no body with the contact; `count` if there is none. A boundary is no body. */
@inline
function partner(first: i32, second: i32, count: i32): i32 {
  let at = 0
  for (; at < count; at++) {
    const w = <usize>WAITING_LIST + <usize>at * 12
    const a = load<i32>(w, 4), b = load<i32>(w, 8)
    if (a != first && b != first && a != second && (b != second || b < 0)) break
  }
  return at
}

/** Puts the one at a place out of `count` that wait into a slot; those behind it move up. */
@inline
function callUp(at: i32, count: i32, slot: i32): void {
  const w = <usize>WAITING_LIST + <usize>at * 12
  deal(load<i32>(w), load<i32>(w, 8), slot)
  // by hand: calling memory.copy takes longer than moving so few
  const end = <usize>WAITING_LIST + <usize>(count - 1) * 12
  for (let to = w; to < end; to += 12) {
    store<u64>(to, load<u64>(to, 12))
    store<i32>(to, load<i32>(to, 20), 8)
  }
}

@inline
function deal(c: i32, second: i32, slot: i32): void {
  setLane(slot, c, second < 0 ? world.bodies + surfaces++ : -1)
}

/** Deals the candidates into pairs. */
export function dealPairs(): i32 {
  let boundaries = 0, loose = 0
  const candidates = world.candidates
  let all = pairOf(0)
  for (let c = 0; c < candidates; c++) {
    const second = load<i32>(all + (<usize>c << 3), 4)
    boundaries += <i32>(second < 0)
    loose += <i32>isLoose(second)
  }
  world.surfaces = boundaries
  world.dummy = world.bodies + boundaries
  const bodies = world.dummy + DUMMIES
  if (bodies > MAX_SOLVER_BODIES) return fault(FAULT_TOO_MANY, 0, 0, <f64>bodies)
  let code = reserve(PER_SOLVER_BODY, bodies)
  // as many pairs as contacts, if none finds a partner; but most do
  if (code == FINE) code = reserve(PER_PAIR, loose + (world.candidates - loose + 1) / 2 + WAITING)
  if (code != FINE) return code

  surfaces = 0
  let dealt = 0, count = 0
  all = pairOf(0)
  for (let c = 0; c < candidates; c++) {
    const pair = all + (<usize>c << 3)
    const first = load<i32>(pair), second = load<i32>(pair, 4)
    if (isLoose(second)) continue
    const at = partner(first, second, count)
    if (at < count) {
      callUp(at, count--, dealt << 1)
      deal(c, second, (dealt++ << 1) | 1)
    } else {
      if (count == WAITING) {
        code = alone(dealt++, count--)
        if (code != FINE) return code
        all = pairOf(0) // room for more may have moved them
      }
      wait(count++, c, first, second)
    }
  }
  while (count > 0) {
    code = alone(dealt++, count--)
    if (code != FINE) return code
  }
  world.loosePairs = loose
  for (let c = 0; loose > 0; c++) {
    const second = load<i32>(pairOf(c), 4)
    if (!isLoose(second)) continue
    code = reserve(PER_PAIR, dealt + 1)
    if (code != FINE) return code
    deal(c, second, dealt << 1)
    setLane((dealt++ << 1) | 1, -1, -1)
    loose--
  }
  world.pairs = dealt
  return FINE
}

/** Gives the one that has waited longest a pair to itself. */
function alone(pair: i32, count: i32): i32 {
  const code = reserve(PER_PAIR, pair + 1)
  if (code != FINE) return code
  callUp(0, count, pair << 1)
  setLane((pair << 1) | 1, -1, -1)
  return FINE
}

/** The bodies of lanes without a contact. */
export function clearDummies(): void {
  for (let k = 0; k < DUMMIES; k++) {
    const b = bodyAt(solverBodies(), <u32>(world.dummy + k))
    memory.fill(changetype<usize>(b), 0, 64)
    b.inverseMass = 1
  }
}

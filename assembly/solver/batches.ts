// Which two contacts go side by side. Two contacts of a pair are updated at once, so they must not share a body. Contacts
// are dealt along the curve; up to 16 wait for a partner, the oldest first. A contact that finds none gets a lane beside
// a dummy, as does one on a free boundary, which the vector kernel does not know (those pairs come last, "loose").

import { NEXT_PAIR, SLOT, PER_PAIR, FINE } from '../layout'
import { world } from '../world'
import { column, reserve } from '../arena'
import { boundaryAt } from '../boundaries'
import { bodyAt, recordAt, pairs, solverBodies, DUMMIES } from './record'

const WAITING = 16
/** Contacts that wait: their number and two bodies. */
const waiting = memory.data(WAITING * 12, 8)

@inline
function setSlot(c: i32, slot: i32): void {
  store<i32>(column(SLOT) + (<usize>c << 2), slot)
}

@inline
function secondOf(c: i32): i32 {
  return load<i32>(column(NEXT_PAIR) + (<usize>c << 3), 4)
}

@inline
function isLoose(c: i32): bool {
  const second = secondOf(c)
  return second < 0 && boundaryAt(-1 - second).mass > 0
}

@inline
function wait(at: i32, c: i32, first: i32, second: i32): void {
  const w = waiting + <usize>at * 12
  store<i32>(w, c)
  store<i32>(w, first, 4)
  store<i32>(w, second, 8)
}

/** Takes the one at a place out of `count` that wait; those behind it move up. Returns its contact. */
@inline
function callUp(at: i32, count: i32): i32 {
  const w = waiting + <usize>at * 12
  const c = load<i32>(w)
  memory.copy(w, w + 12, <usize>(count - at - 1) * 12)
  return c
}

/** The first that waits and shares no body with the contact; `count` if there is none. A boundary is no body. */
@inline
function partner(first: i32, second: i32, count: i32): i32 {
  let at = 0
  for (; at < count; at++) {
    const w = waiting + <usize>at * 12
    const a = load<i32>(w, 4), b = load<i32>(w, 8)
    if (a != first && b != first && a != second && (b != second || b < 0)) break
  }
  return at
}

/** Deals the candidates into pairs: SLOT of each, and the number of pairs. */
export function dealPairs(): i32 {
  let dealt = 0, count = 0, loose = 0
  for (let c = 0; c < world.candidates; c++) {
    if (isLoose(c)) {
      loose++
      continue
    }
    const first = load<i32>(column(NEXT_PAIR) + (<usize>c << 3))
    const second = secondOf(c)
    const at = partner(first, second, count)
    if (at < count) {
      setSlot(callUp(at, count--), dealt << 1)
      setSlot(c, (dealt++ << 1) | 1)
    } else {
      if (count == WAITING) setSlot(callUp(0, count--), dealt++ << 1)
      wait(count++, c, first, second)
    }
  }
  for (let at = 0; at < count; at++) setSlot(load<i32>(waiting + <usize>at * 12), dealt++ << 1)
  world.loosePairs = loose
  for (let c = 0; loose > 0; c++)
    if (isLoose(c)) {
      setSlot(c, dealt++ << 1)
      loose--
    }
  world.pairs = dealt
  const code = reserve(PER_PAIR, dealt)
  if (code == FINE) fillLanes()
  return code
}

/** Puts a contact that never closes, between two bodies that no one sees, where no contact may come. */
function fillLanes(): void {
  const first = <u32>world.dummy
  for (let k = 0; k < DUMMIES; k++) {
    const b = bodyAt(solverBodies(), first + <u32>k)
    memory.fill(changetype<usize>(b), 0, 64)
    b.inverseMass = 1
  }
  for (let pair = 0; pair < world.pairs; pair++) {
    const r = recordAt(pairs(), (pair << 1) | 1)
    r.ax = 1
    r.ay = r.az = 0
    r.gapRate = 1
    r.px = r.py = r.pz = 0
    r.first = first
    r.second = first + 1
  }
}

// Work that several threads do together. Every thread has its own instance of the module on the one shared memory of the
// world; the one that steps hands out shares, the helpers wait for them in `assist`. A share is a range of blocks or
// of slices, cut by position and not by who comes first, and no share writes what another reads: so the bytes that come
// out do not depend on how many took part. Sums are kept a slice each (PARTIAL) and added in the order of slices.
//
// Helpers spin for a while and then sleep: spinning alone would starve the others on a machine with fewer cores than
// threads. They join between two sweeps, whenever they have arrived, and a step never waits for one to come.
// In the build without threads `together` is a plain call.

import { TEAM, THREAD_SCRATCH, THREAD_BYTES, MAX_THREADS, SLICE, PARTIAL } from './layout'
import { world } from './world'
import { column } from './arena'

export type Work = (from: i32, to: i32) => void

/** Fewer contacts and bodies than this are not worth waking anyone for. */
const WORTHWHILE = 2048

// the team's words, those that are written often a cache line apart
const EPOCH: usize = TEAM
const SLEEPERS: usize = TEAM + 4
const PENDING: usize = TEAM + 64
const CALLER_SLEEPS: usize = TEAM + 68
const WORK: usize = TEAM + 128
const FROM: usize = TEAM + 132
const TO: usize = TEAM + 136
const MEMBERS: usize = TEAM + 140
/** Whether the thread that steps may sleep: not the main one of a page. */
const MAY_SLEEP: usize = TEAM + 144
/** Of each helper: state, position, epoch since when it belongs to the team. */
const HELPERS: usize = TEAM + 192
const HELPER_BYTES: usize = 16

const AWAY = 0
const READY = 1
const MEMBER = 2
const LEAVING = 3

/** About 20 microseconds. */
const SPINS = 4000
const IDLE: i64 = 50000000 // nanoseconds after which a helper goes back to its event loop
const LOST: i64 = 20000000000 // after which a helper that does not answer is given up

/** The part of the small tables that is this thread's own. */
export let own: usize = THREAD_SCRATCH

@inline
function helperAt(thread: i32): usize {
  return HELPERS + <usize>(thread - 1) * HELPER_BYTES
}

/** Sums of a slice or block: eight numbers. */
@inline
export function partial(share: i32): usize {
  return column(PARTIAL) + (<usize>share << 6)
}

@inline
export function slices(): i32 {
  return (world.bodies + SLICE - 1) / SLICE
}

/** Does the work on a range, in shares where there is a team. */
export function together(work: Work, from: i32, to: i32): void {
  if (ASC_FEATURE_THREADS) {
    const members = load<i32>(MEMBERS)
    if (members > 1 && to - from > 1) {
      share(work, from, to, members)
      return
    }
  }
  work(from, to)
}

/** Takes in the helpers that have arrived. Cheap, and changes nothing but the time it takes. */
export function muster(): void {
  if (!ASC_FEATURE_THREADS) return
  if (world.candidates + world.bodies < WORTHWHILE) return
  for (let thread = 1; thread < MAX_THREADS; thread++) {
    const helper = helperAt(thread)
    if (atomic.load<i32>(helper) != READY) continue
    store<i32>(helper, load<i32>(MEMBERS), 4)
    store<i32>(helper, load<i32>(EPOCH), 8)
    if (atomic.cmpxchg<i32>(helper, READY, MEMBER) == READY) store<i32>(MEMBERS, load<i32>(MEMBERS) + 1)
  }
}

/** Lets the helpers go; they stay ready for a while. */
export function dismiss(): void {
  if (!ASC_FEATURE_THREADS) return
  for (let thread = 1; thread < MAX_THREADS; thread++) atomic.cmpxchg<i32>(helperAt(thread), MEMBER, READY)
  store<i32>(MEMBERS, 1)
}

@inline
function doShare(work: Work, from: i32, to: i32, position: i32, members: i32): void {
  const count = <i64>(to - from)
  work(from + <i32>(count * position / members), from + <i32>(count * (position + 1) / members))
}

function share(work: Work, from: i32, to: i32, members: i32): void {
  store<usize>(WORK, changetype<usize>(work))
  store<i32>(FROM, from)
  store<i32>(TO, to)
  atomic.store<i32>(PENDING, members - 1)
  atomic.add<i32>(EPOCH, 1)
  if (atomic.load<i32>(SLEEPERS) > 0) atomic.notify(EPOCH, -1)
  doShare(work, from, to, 0, members)
  let spins = 0
  let slept: i64 = 0
  for (;;) {
    const left = atomic.load<i32>(PENDING)
    if (left == 0) return
    if (++spins < SPINS || !load<i32>(MAY_SLEEP)) continue
    atomic.store<i32>(CALLER_SLEEPS, 1)
    atomic.wait<i32>(PENDING, left, IDLE)
    atomic.store<i32>(CALLER_SLEEPS, 0)
    slept += IDLE
    assert(slept < LOST, 'a helper stopped in the middle of its share')
    if (slept >= LOST) unreachable()
  }
}

/** A helper's life: called by its thread, returns when there has been nothing to do for a while. */
export function assist(thread: i32): void {
  if (!ASC_FEATURE_THREADS) return
  own = THREAD_SCRATCH + <usize>thread * THREAD_BYTES
  const helper = helperAt(thread)
  let seen = atomic.load<i32>(EPOCH)
  atomic.store<i32>(helper, READY)
  for (;;) {
    let epoch = seen
    for (let spins = 0; spins < SPINS && epoch == seen; spins++) epoch = atomic.load<i32>(EPOCH)
    if (epoch == seen) {
      atomic.add<i32>(SLEEPERS, 1)
      const outcome = atomic.wait<i32>(EPOCH, seen, IDLE)
      atomic.sub<i32>(SLEEPERS, 1)
      epoch = atomic.load<i32>(EPOCH)
      const leaves = atomic.load<i32>(helper) == LEAVING || (epoch == seen && outcome == <i32>AtomicWaitResult.TIMED_OUT)
      if (leaves && (atomic.cmpxchg<i32>(helper, READY, AWAY) == READY || atomic.cmpxchg<i32>(helper, LEAVING, AWAY) == LEAVING)) return
      if (epoch == seen) continue
    }
    seen = epoch
    if (atomic.load<i32>(helper) != MEMBER || epoch - load<i32>(helper, 8) <= 0) continue
    doShare(changetype<Work>(load<usize>(WORK)), load<i32>(FROM), load<i32>(TO), load<i32>(helper, 4), load<i32>(MEMBERS))
    if (atomic.sub<i32>(PENDING, 1) == 1 && atomic.load<i32>(CALLER_SLEEPS)) atomic.notify(PENDING, 1)
  }
}

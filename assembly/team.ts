// Work that several threads do together. Every thread has its own instance of the module on the one shared memory of the
// world; the one that steps hands out shares, the helpers wait for them in `assist`. A share is a range of blocks or
// of slices, cut by position and not by who comes first, and no share writes what another reads: so the bytes that come
// out do not depend on how many took part. Sums are kept a slice each (PARTIAL) and added in the order of slices.
//
// Helpers spin for a while and then sleep: spinning alone would starve the others on a machine with fewer cores than
// threads. They join whenever they have arrived, and a step never waits for one to come. Whoever waits for a member that
// does not come on traps in the end, so that a thread that died does not hang the others for ever.
// In the build without threads `together` is a plain call.

import {
  TEAM, TEAM_MAY_SLEEP, TEAM_FAILED, TEAM_HELPERS, HELPER_BYTES, HELPER_AWAY, HELPER_CALLED, HELPER_READY, HELPER_MEMBER, HELPER_LEAVING, THREAD_SCRATCH,
  THREAD_BYTES, MAX_THREADS, SLICE, WORTHWHILE, PARTIAL,
} from './layout'
import { world } from './world'
import { column } from './arena'

export type Work = (from: i32, to: i32) => void

// the team's words, those that are written often a cache line apart
const EPOCH: usize = TEAM
const SLEEPERS: usize = TEAM + 4
const PENDING: usize = TEAM + 64
const CALLER_SLEEPS: usize = TEAM + 68
/** Threads that sleep until another has come further, and what they sleep on. */
const WAITERS: usize = TEAM + 72
const TICKS: usize = TEAM + 76
const WORK: usize = TEAM + 128
const FROM: usize = TEAM + 132
const TO: usize = TEAM + 136
const MEMBERS: usize = TEAM + 140
/** Of the memory, as the thread that steps knows it. */
const PAGES: usize = TEAM + 152

/** About 100 microseconds: longer than the shares of a colour differ, shorter than a time slice. */
const SPINS = 100000
const IDLE: i64 = 50000000 // nanoseconds after which a helper goes back to its event loop
/**
 * Nanoseconds of waiting after which another counts as dead. A turn of spinning counts as one, which is too few, so that
 * the page's main thread, which cannot sleep, is rather too patient. Time in which the whole process stood still does not count.
 */
const LOST: i64 = 20000000000

/** The part of the small tables that is this thread's own. */
export let own: usize = THREAD_SCRATCH

@inline
function helperAt(thread: i32): usize {
  return <usize>TEAM_HELPERS + <usize>((thread - 1) * HELPER_BYTES)
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
    muster()
    const members = load<i32>(MEMBERS)
    if (members > 1 && to - from > 1) {
      share(work, from, to, members)
      return
    }
  }
  work(from, to)
}

/** Takes in the helpers that have arrived. */
function muster(): void {
  if (world.candidates + world.bodies < WORTHWHILE) return
  for (let thread = 1; thread < MAX_THREADS; thread++) {
    const helper = helperAt(thread)
    if (atomic.load<i32>(helper) != HELPER_READY) continue
    store<i32>(helper, load<i32>(MEMBERS), 4)
    store<i32>(helper, load<i32>(EPOCH), 8)
    if (atomic.cmpxchg<i32>(helper, HELPER_READY, HELPER_MEMBER) == HELPER_READY) store<i32>(MEMBERS, load<i32>(MEMBERS) + 1)
  }
}

/** Lets the helpers go; they stay ready for a while. */
export function dismiss(): void {
  if (!ASC_FEATURE_THREADS) return
  for (let thread = 1; thread < MAX_THREADS; thread++) atomic.cmpxchg<i32>(helperAt(thread), HELPER_MEMBER, HELPER_READY)
  store<i32>(MEMBERS, 1)
}

/** This thread will not finish what it began: those who wait for it need not go on, nor those who wait for work. */
export function giveUp(): void {
  if (!ASC_FEATURE_THREADS) return
  atomic.store<i32>(TEAM_FAILED, 1)
  atomic.add<i32>(TICKS, 1)
  atomic.notify(TICKS, -1)
  atomic.notify(PENDING, -1)
  atomic.notify(EPOCH, -1)
}

/** Whoever has waited so long, or knows that another gave up, gives up. */
@inline
function bear(waited: i64): void {
  if (waited < LOST && !atomic.load<i32>(TEAM_FAILED)) return
  giveUp()
  unreachable()
}

// ---- progress within one piece of work, for shares that have to wait for parts of others

/** How far a thread has come: on a cache line of its own. */
@inline
function progressOf(position: i32): usize {
  return <usize>THREAD_SCRATCH + <usize>(position * THREAD_BYTES + PROGRESS)
}

const PROGRESS = 192

/** Before the work begins: no one has come anywhere. */
export function clearProgress(): void {
  for (let position = 0; position < MAX_THREADS; position++) store<i32>(progressOf(position), 0)
}

/** This thread is through with so many stages. */
@inline
export function reportProgress(stages: i32): void {
  if (!ASC_FEATURE_THREADS) return
  atomic.store<i32>(progressOf(myPosition), stages)
  if (atomic.load<i32>(WAITERS) == 0) return
  atomic.add<i32>(TICKS, 1)
  atomic.notify(TICKS, -1)
}

/** Waits until all others are through with so many stages. */
export function awaitProgress(stages: i32): void {
  if (!ASC_FEATURE_THREADS) return
  const members = load<i32>(MEMBERS)
  for (let position = 0; position < members; position++) {
    if (position == myPosition) continue
    let waited: i64 = 0
    while (atomic.load<i32>(progressOf(position)) < stages) {
      if (++waited < SPINS) continue
      bear(waited)
      if (myPosition == 0 && !load<i32>(TEAM_MAY_SLEEP)) continue
      const ticks = atomic.load<i32>(TICKS)
      atomic.add<i32>(WAITERS, 1)
      // The address is a constant: with one in a variable, V8 11.3 loses the variable over the wait
      if (atomic.load<i32>(progressOf(position)) < stages && atomic.wait<i32>(TICKS, ticks, IDLE) == <i32>AtomicWaitResult.TIMED_OUT) waited += IDLE
      atomic.sub<i32>(WAITERS, 1)
    }
  }
}

/** This thread's place in the team. */
let myPosition: i32 = 0

@inline
function doShare(work: Work, from: i32, to: i32, position: i32, members: i32): void {
  const count = <i64>(to - from)
  work(from + <i32>(count * position / members), from + <i32>(count * (position + 1) / members))
}

function share(work: Work, from: i32, to: i32, members: i32): void {
  store<i32>(PAGES, memory.size())
  store<usize>(WORK, changetype<usize>(work))
  store<i32>(FROM, from)
  store<i32>(TO, to)
  atomic.store<i32>(PENDING, members - 1)
  atomic.add<i32>(EPOCH, 1)
  if (atomic.load<i32>(SLEEPERS) > 0) atomic.notify(EPOCH, -1)
  doShare(work, from, to, 0, members)
  let waited: i64 = 0
  for (;;) {
    const left = atomic.load<i32>(PENDING)
    if (left == 0) return
    if (++waited < SPINS) continue
    bear(waited)
    if (!load<i32>(TEAM_MAY_SLEEP)) continue
    atomic.store<i32>(CALLER_SLEEPS, 1)
    if (atomic.wait<i32>(PENDING, left, IDLE) == <i32>AtomicWaitResult.TIMED_OUT) waited += IDLE
    atomic.store<i32>(CALLER_SLEEPS, 0)
  }
}

/**
 * In V8 (11.3) a thread hears late, or if it has just arrived never, that another made the memory grow; filling and copying
 * up there would trap. Growing by nothing makes it look again.
 */
@inline
function keepPace(): void {
  if (memory.size() < load<i32>(PAGES)) memory.grow(0)
}

/** A helper's life: called by its thread, returns when there has been nothing to do for a while. */
export function assist(thread: i32): void {
  if (!ASC_FEATURE_THREADS) return
  own = <usize>THREAD_SCRATCH + <usize>(thread * THREAD_BYTES)
  const helper = helperAt(thread)
  let seen = atomic.load<i32>(EPOCH)
  // who was sent away before arriving, because the engine was closed, must not be found waiting: the thread is about to end
  if (atomic.cmpxchg<i32>(helper, HELPER_CALLED, HELPER_READY) != HELPER_CALLED) return
  for (;;) {
    let epoch = seen
    for (let spins = 0; spins < SPINS && epoch == seen; spins++) epoch = atomic.load<i32>(EPOCH)
    if (epoch == seen) {
      atomic.add<i32>(SLEEPERS, 1)
      const outcome = atomic.wait<i32>(EPOCH, seen, IDLE)
      atomic.sub<i32>(SLEEPERS, 1)
      epoch = atomic.load<i32>(EPOCH)
      if (atomic.load<i32>(TEAM_FAILED)) return
      const idle = epoch == seen && outcome == <i32>AtomicWaitResult.TIMED_OUT
      if (idle && atomic.cmpxchg<i32>(helper, HELPER_READY, HELPER_AWAY) == HELPER_READY) return
    }
    const state = atomic.load<i32>(helper)
    if (state == HELPER_LEAVING) atomic.cmpxchg<i32>(helper, HELPER_LEAVING, HELPER_AWAY)
    if (state != HELPER_READY && state != HELPER_MEMBER) return
    if (epoch == seen) continue
    seen = epoch
    if (state != HELPER_MEMBER || epoch - load<i32>(helper, 8) <= 0) continue
    keepPace()
    myPosition = load<i32>(helper, 4)
    doShare(changetype<Work>(load<usize>(WORK)), load<i32>(FROM), load<i32>(TO), myPosition, load<i32>(MEMBERS))
    if (atomic.sub<i32>(PENDING, 1) == 1 && atomic.load<i32>(CALLER_SLEEPS)) atomic.notify(PENDING, 1)
  }
}

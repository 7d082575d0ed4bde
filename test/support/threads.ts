// Engines with helper threads, and what can be seen of the helpers from outside: views of a world lie in the memory that they share.

import * as L from '../../assembly/layout.js'
import { type Engine, type World, load } from '../../src/index.js'

const engines = new Map<number, Promise<Engine>>()

/** One for each number of threads, kept. */
export function engineWith(threads: number): Promise<Engine> {
  if (!engines.has(threads)) engines.set(threads, load({ threads }))
  return engines.get(threads)!
}

export function memoryOf(world: World): ArrayBufferLike {
  return world.bodies.positions.buffer
}

function words(world: World): Int32Array {
  return new Int32Array(memoryOf(world))
}

export function stateOf(world: World, thread: number): number {
  return Atomics.load(words(world), (L.TEAM_HELPERS + (thread - 1) * L.HELPER_BYTES) >> 2)
}

export function setState(world: World, thread: number, state: number): void {
  Atomics.store(words(world), (L.TEAM_HELPERS + (thread - 1) * L.HELPER_BYTES) >> 2, state)
}

/** Pieces of work that were done in shares so far: more than none only where a helper took one. */
export function piecesShared(world: World): number {
  return Atomics.load(words(world), L.TEAM >> 2)
}

/** Helpers that did blocks of a sweep: a thread draws the order inside a block in memory of its own, where no one else writes. */
export function helpersAtWork(world: World): number[] {
  const bytes = new Uint8Array(memoryOf(world))
  return Array.from({ length: L.MAX_THREADS - 1 }, (_, k) => k + 1).filter((thread) => {
    const own = L.THREAD_SCRATCH + thread * L.THREAD_BYTES
    return bytes.subarray(own, own + L.THREAD_BYTES - 64).some((byte) => byte !== 0) // the last line is for progress
  })
}

export const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => { setTimeout(resolve, milliseconds) })

/** Waits until something is so; whether it became so. */
export async function until(isSo: () => boolean, milliseconds = 10_000): Promise<boolean> {
  const end = performance.now() + milliseconds
  while (!isSo()) {
    if (performance.now() > end) return false
    await pause(1)
  }
  return true
}

/**
 * Steps once, which calls the helpers, and waits until all have arrived; they stay for 50 ms at least, so that they take part in the next
 * step if it comes at once. On a busy machine one may have left before the last arrives: then a call brings it back.
 */
export async function gather(world: World, threads: number): Promise<void> {
  world.step()
  for (let attempt = 0; attempt < 100; attempt++) {
    const all = Array.from({ length: threads - 1 }, (_, k) => k + 1)
    if (await until(() => all.every((thread) => stateOf(world, thread) === L.HELPER_READY), 40)) return
    world.step(0)
  }
  throw new Error(`${threads - 1} helpers did not come`)
}

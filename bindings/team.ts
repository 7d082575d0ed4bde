// Helper threads: workers of Node or of a page that share a world's memory. assembly/team.ts is the other side.
// Helpers are called when a step begins, and join when they arrive; a step never waits for one to come.

import * as L from '../assembly/layout.js'
import type { Instance } from './instance.js'
import { type Call, helperSource } from './helper.js'

/** What Node's workers and those of pages have in common, once they are wrapped. */
interface Helper {
  call(message: Call): void
  end(): void
  /** Why it is of no use any more, if so. */
  lost?: string
}

/** How long a worker may take to start. */
const PATIENCE = 20000

export class Team {
  readonly #helpers: readonly Helper[]
  /** Where each helper was last called to: the world whose memory it has. */
  readonly #at: ({ id: number; world: WeakRef<Instance> } | undefined)[]
  readonly #module: WebAssembly.Module
  static #worlds = 0
  readonly #ids = new WeakMap<Instance, number>()
  /** Worlds that were dropped; helpers must not keep the memory of one. */
  readonly #dropped = new FinalizationRegistry<number>((id) => this.#forget(id))
  /** Teams that were dropped with their engine and all its worlds. */
  static #abandoned: FinalizationRegistry<readonly Helper[]> | undefined

  private constructor(helpers: readonly Helper[], module: WebAssembly.Module) {
    this.#helpers = helpers
    this.#at = helpers.map(() => undefined)
    this.#module = module
  }

  /** Starts so many helpers; rejects with the reason if there can be none. */
  static async gather(count: number, module: WebAssembly.Module): Promise<Team> {
    const started = await Promise.allSettled(Array.from({ length: count }, () => startHelper()))
    const failed = started.find((result) => result.status === 'rejected')
    const helpers = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    if (failed) {
      helpers.forEach((helper) => helper.end())
      throw failed.reason
    }
    const team = new Team(helpers, module)
    Team.#abandoned ??= new FinalizationRegistry((left) => left.forEach((helper) => helper.end()))
    Team.#abandoned.register(team, helpers)
    return team
  }

  /** Helpers that are of use. */
  get size(): number {
    return this.#helpers.filter(({ lost }) => lost === undefined).length
  }

  /** Why some are of no use any more, if so. */
  get missing(): string | undefined {
    return this.#helpers.find(({ lost }) => lost !== undefined)?.lost
  }

  /** Calls to a world those who are not there. */
  call(instance: Instance): void {
    this.#helpers.forEach((helper, k) => {
      // one that ended while it waited in this world must not be counted on: nor one that is about to end and still arrives
      if (helper.lost !== undefined) Atomics.store(instance.words, stateOf(k), L.HELPER_AWAY)
    })
    if (instance.getI32(L.WORLD_BODIES) + instance.getI32(L.WORLD_CONTACTS) < L.WORTHWHILE) return
    const words = instance.words
    this.#helpers.forEach((helper, k) => {
      const state = stateOf(k)
      if (helper.lost !== undefined || Atomics.load(words, state) !== L.HELPER_AWAY) return
      if (Atomics.compareExchange(words, state, L.HELPER_AWAY, L.HELPER_CALLED) !== L.HELPER_AWAY) return
      const id = this.#idOf(instance)
      if (this.#at[k]?.id === id) return helper.call({ id, thread: k + 1 })
      const before = this.#at[k]?.world.deref()
      if (before) leave(before, k)
      this.#at[k] = { id, world: new WeakRef(instance) }
      helper.call({ id, thread: k + 1, module: this.#module, memory: instance.memory })
    })
  }

  /** Before a world is freed: those who wait there leave, and let go of its memory. */
  release(instance: Instance): void {
    const id = this.#ids.get(instance)
    if (id === undefined) return
    this.#helpers.forEach((_, k) => leave(instance, k))
    this.#forget(id)
  }

  #forget(id: number): void {
    this.#helpers.forEach((helper, k) => {
      if (this.#at[k]?.id !== id) return
      this.#at[k] = undefined
      if (helper.lost === undefined) helper.call({ id, over: true })
    })
  }

  #idOf(instance: Instance): number {
    const known = this.#ids.get(instance)
    if (known !== undefined) return known
    this.#ids.set(instance, ++Team.#worlds)
    this.#dropped.register(instance, Team.#worlds)
    return Team.#worlds
  }

  /** Ends the threads. Worlds go on without them. */
  end(): void {
    for (const helper of this.#helpers) {
      helper.lost = 'the engine was closed'
      helper.end()
    }
  }
}

/** Where in the words of a memory the state of helper k stands. */
function stateOf(k: number): number {
  return (L.TEAM_HELPERS + k * L.HELPER_BYTES) >> 2
}

/** Sends helper k away from a world where it waits. */
function leave(instance: Instance, k: number): void {
  if (instance.isFreed) return
  const words = instance.words
  if (Atomics.compareExchange(words, stateOf(k), L.HELPER_READY, L.HELPER_LEAVING) !== L.HELPER_READY) return
  Atomics.add(words, L.TEAM >> 2, 1) // it may be on its way to sleep, where it would not hear
  Atomics.notify(words, L.TEAM >> 2)
}

/** Whether this thread may sleep; the main thread of a page may not. */
export function maySleep(): boolean {
  try {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 0)
    return true
  } catch {
    return false
  }
}

/** How many threads the machine runs at once. Node has a navigator only from 21 on. */
export async function cores(): Promise<number> {
  if (!isNode()) return globalThis.navigator?.hardwareConcurrency ?? 1
  const name = 'node:os' // not a literal, lest bundlers for pages look for it
  return (await import(/* @vite-ignore */ /* webpackIgnore: true */ name) as typeof import('node:os')).availableParallelism()
}

/** Why there can be no threads here, if so. */
export function whyNoThreads(): string | undefined {
  if (typeof SharedArrayBuffer === 'undefined' || (globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated === false)
    return 'this page is not cross-origin isolated (it needs the headers Cross-Origin-Opener-Policy: same-origin and ' +
      'Cross-Origin-Embedder-Policy: require-corp)'
  return undefined
}

async function startHelper(): Promise<Helper> {
  return isNode() ? startInNode() : startInPage()
}

function isNode(): boolean {
  return typeof process === 'object' && typeof process.versions?.node === 'string'
}

async function startInNode(): Promise<Helper> {
  const name = 'node:worker_threads' // not a literal, lest bundlers for pages look for it
  const { Worker } = await import(/* @vite-ignore */ /* webpackIgnore: true */ name) as typeof import('node:worker_threads')
  // execArgv: with an --input-type=module of the program, Node would take the helper for a module as well
  const worker = new Worker(helperSource, { eval: true, name: 'signorini helper', execArgv: [] })
  const helper: Helper = { call: (message) => worker.postMessage(message), end: () => void worker.terminate() }
  worker.on('error', (error) => (helper.lost ??= `a helper thread failed: ${error.message}`))
  worker.on('exit', () => (helper.lost ??= 'a helper thread ended'))
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve())
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the helper thread ended before it began')))
  })
  worker.unref() // a program that has nothing else to do ends
  return helper
}

async function startInPage(): Promise<Helper> {
  const url = URL.createObjectURL(new Blob([helperSource], { type: 'text/javascript' }))
  let worker: Worker | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const started = worker = new Worker(url, { name: 'signorini helper' })
    const helper: Helper = { call: (message) => started.postMessage(message), end: () => started.terminate() }
    await new Promise<void>((resolve, reject) => {
      started.onmessage = () => resolve()
      started.onerror = (event) => reject(new Error(event.message || 'the page does not allow workers from blob: addresses'))
      timer = setTimeout(() => reject(new Error('the helper thread does not answer')), PATIENCE)
    })
    started.onerror = (event) => (helper.lost ??= `a helper thread failed: ${event.message}`)
    return helper
  } catch (cause) {
    worker?.terminate()
    throw cause
  } finally {
    clearTimeout(timer)
    URL.revokeObjectURL(url)
  }
}

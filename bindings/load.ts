import single from '../build/release.wasm'
import { MAX_THREADS } from '../assembly/layout.js'
import type { Scene } from './scene.js'
import { InputError } from './errors.js'
import * as check from './check.js'
import { Instance } from './instance.js'
import { Team, cores, whyNoThreads } from './team.js'
import { World } from './world.js'
import { type ContactProblem, type ContactSolution, solveContacts } from './solveContacts.js'

/** Of the first three at most one; without any, the engine that is part of the package. */
export interface LoadOptions {
  /** A compiled module, as from another thread. */
  module?: WebAssembly.Module
  /** Where signorini.wasm is hosted; with several threads, signorini-threads.wasm. */
  url?: string | URL
  /** The bytes of signorini.wasm; with several threads, of signorini-threads.wasm. */
  bytes?: BufferSource
  /**
   * How many threads step a world together, the calling one included: an integer from 1 (default) to 16, or 'all' for as many as the
   * machine has cores, 16 at most. Anything else is an InputError. The results are the same to the last bit.
   *
   * With more than one, `module`, `url` or `bytes` have to be those of signorini-threads.wasm, and those of signorini.wasm with one;
   * the other build is an InputError. Views of bodies and contacts then lie in a SharedArrayBuffer.
   *
   * Where there can be no helper threads (a page that is not cross-origin isolated, or that forbids workers from blob: addresses), a
   * warning on the console says why and the engine works with one thread, on the module that is part of the package.
   */
  threads?: number | 'all'
}

/** A loaded engine. */
export interface Engine {
  createWorld(scene: Scene): World
  /** A world from `world.snapshot()`, which goes on bit for bit. */
  restore(snapshot: Uint8Array): World
  /** The bare contact solver on plain arrays. */
  solveContacts(problem: ContactProblem): ContactSolution
  /** The compiled module, to hand to workers: `load({ module })`, where there are several threads with `threads` of 2 or more. */
  readonly module: WebAssembly.Module
  /** How many threads step a world together, the calling one included; 1 where there are no helpers, or none any more. */
  readonly threads: number
  /** Why there are fewer than were asked for; undefined where there are as many. */
  readonly threadsMissing: string | undefined
  /**
   * Ends the helper threads; worlds go on with one, and so do new ones. Twice does no harm. Not needed in programs that end, pages that are
   * left, or when the engine and its worlds are dropped.
   */
  close(): void
}

/** Compiles the engine: `load()` with nothing else works in Node, in a page and in a worker. */
export async function load(options: LoadOptions = {}): Promise<Engine> {
  check.noOthers(check.object(options, 'options'), 'options', ['module', 'url', 'bytes', 'threads'])
  const given = (['module', 'url', 'bytes'] as const).filter((key) => options[key] !== undefined)
  if (given.length > 1) throw new InputError('options', 'one of module, url, bytes', given.join(' and '))
  const threads = await readThreads(options.threads)
  const missing = threads > 1 ? whyNoThreads() : undefined
  if (threads > 1 && missing === undefined) {
    const module = await compile(options, true)
    try {
      return engineWith(module, await Team.gather(threads - 1, module))
    } catch (cause) {
      return alone(`helper threads could not be started: ${(cause as Error).message}`)
    }
  }
  return missing === undefined ? engineWith(await compile(options, false)) : alone(missing)
}

/** Says that there will be one thread. What was given to compile is for several, so it is the package's own that is used. */
async function alone(why: string): Promise<Engine> {
  console.warn(`signorini: one thread only, because ${why}`)
  return engineWith(await compile({}, false), undefined, why)
}

function engineWith(module: WebAssembly.Module, team?: Team, missing?: string): Engine {
  let solver: Instance | undefined
  return {
    module,
    get threadsMissing() { return missing ?? team?.missing },
    get threads() { return 1 + (team?.size ?? 0) },
    createWorld: (scene) => World.create(module, scene, team),
    restore: (snapshot) => World.restore(module, snapshot, team),
    solveContacts: (problem) => solveContacts((solver ??= new Instance(module, undefined, team !== undefined)), problem),
    close: () => team?.end(),
  }
}

async function readThreads(value: unknown): Promise<number> {
  if (value === undefined) return 1
  if (value === 'all') return Math.max(1, Math.min(await cores(), MAX_THREADS))
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > MAX_THREADS)
    throw new InputError('options.threads', `an integer from 1 to ${MAX_THREADS}, or 'all'`, value)
  return value
}

async function compile({ module, url, bytes }: LoadOptions, shared: boolean): Promise<WebAssembly.Module> {
  if (module !== undefined) {
    if (!(module instanceof WebAssembly.Module)) throw new InputError('options.module', 'a WebAssembly.Module', module)
    return ours(module, 'options.module', shared)
  }
  if (url !== undefined) return compileBytes(await download(url), 'options.url', shared)
  if (bytes !== undefined) {
    const isBuffer = Object.prototype.toString.call(bytes) === '[object ArrayBuffer]' // of any realm
    if (!isBuffer && !ArrayBuffer.isView(bytes))
      throw new InputError('options.bytes', 'an ArrayBuffer or a view on one', bytes)
    return compileBytes(bytes, 'options.bytes', shared)
  }
  const base64 = shared ? (await import('../build/threads.wasm')).default : single
  return WebAssembly.compile(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)))
}

async function download(url: string | URL): Promise<ArrayBuffer> {
  let response: Response
  try {
    response = await fetch(url)
  } catch (cause) {
    throw new InputError('options.url', 'a URL that can be fetched', `${url} (${(cause as Error).message})`)
  }
  if (!response.ok) throw new InputError('options.url', 'a URL that can be fetched', `${url} (${response.status})`)
  return response.arrayBuffer()
}

async function compileBytes(bytes: BufferSource, field: string, shared: boolean): Promise<WebAssembly.Module> {
  let module: WebAssembly.Module
  try {
    // a copy, because a buffer of another realm or a shared one would not do
    const view = ArrayBuffer.isView(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Uint8Array(bytes)
    module = await WebAssembly.compile(Uint8Array.from(view))
  } catch (cause) {
    throw new InputError(field, 'the bytes of signorini.wasm', (cause as Error).message)
  }
  return ours(module, field, shared)
}

/** Whether it is the engine, built for one thread or for several. */
function ours(module: WebAssembly.Module, field: string, shared: boolean): WebAssembly.Module {
  const names = WebAssembly.Module.exports(module).map(({ name }) => name)
  const wanted = shared ? 'signorini-threads.wasm' : 'signorini.wasm'
  if (!names.includes('initialise') || !names.includes('step'))
    throw new InputError(field, `the module of ${wanted}`, `a module that exports ${names.slice(0, 5).join(', ') || 'nothing'}`)
  try {
    new Instance(module, undefined, shared)
  } catch {
    throw new InputError(field, `the module of ${wanted}`, shared ? 'that of signorini.wasm' : 'that of signorini-threads.wasm, which needs threads of 2 or more')
  }
  return module
}

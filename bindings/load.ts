import base64 from '../build/release.wasm'
import type { Scene } from './scene.js'
import { InputError } from './errors.js'
import * as check from './check.js'
import { Instance } from './instance.js'
import { World } from './world.js'
import { type ContactProblem, type ContactSolution, solveContacts } from './solveContacts.js'

/** At most one of these; without any, the engine that is part of the package. */
export interface LoadOptions {
  /** A compiled module, as from another thread. */
  module?: WebAssembly.Module
  /** Where signorini.wasm is hosted. */
  url?: string | URL
  /** The bytes of signorini.wasm. */
  bytes?: BufferSource
}

/** A loaded engine. */
export interface Engine {
  createWorld(scene: Scene): World
  /** A world from `world.snapshot()`, which goes on bit for bit. */
  restore(snapshot: Uint8Array): World
  /** The bare contact solver on plain arrays. */
  solveContacts(problem: ContactProblem): ContactSolution
  /** The compiled module, to hand to workers: `load({ module })`. */
  readonly module: WebAssembly.Module
}

/** Compiles the engine: `load()` with nothing else works in Node, in a page and in a worker. */
export async function load(options: LoadOptions = {}): Promise<Engine> {
  check.noOthers(check.object(options, 'options'), 'options', ['module', 'url', 'bytes'])
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  if (given.length > 1)
    throw new InputError('options', 'one of module, url, bytes', given.map(([key]) => key).join(' and '))
  const module = await compile(options)
  let solver: Instance | undefined
  return {
    module,
    createWorld: (scene) => World.create(module, scene),
    restore: (snapshot) => World.restore(module, snapshot),
    solveContacts: (problem) => solveContacts((solver ??= new Instance(module)), problem),
  }
}

async function compile({ module, url, bytes }: LoadOptions): Promise<WebAssembly.Module> {
  if (module !== undefined) {
    if (!(module instanceof WebAssembly.Module)) throw new InputError('options.module', 'a WebAssembly.Module', module)
    return ours(module, 'options.module')
  }
  if (url !== undefined) return compileBytes(await download(url), 'options.url')
  if (bytes !== undefined) {
    const isBuffer = Object.prototype.toString.call(bytes) === '[object ArrayBuffer]' // of any realm
    if (!isBuffer && !ArrayBuffer.isView(bytes))
      throw new InputError('options.bytes', 'an ArrayBuffer or a view on one', bytes)
    return compileBytes(bytes, 'options.bytes')
  }
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

async function compileBytes(bytes: BufferSource, field: string): Promise<WebAssembly.Module> {
  let module: WebAssembly.Module
  try {
    // a copy, because a buffer of another realm or a shared one would not do
    const view = ArrayBuffer.isView(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Uint8Array(bytes)
    module = await WebAssembly.compile(Uint8Array.from(view))
  } catch (cause) {
    throw new InputError(field, 'the bytes of signorini.wasm', (cause as Error).message)
  }
  return ours(module, field)
}

function ours(module: WebAssembly.Module, field: string): WebAssembly.Module {
  const names = WebAssembly.Module.exports(module).map(({ name }) => name)
  if (!names.includes('initialise') || !names.includes('step'))
    throw new InputError(field, 'the module of signorini.wasm', `a module that exports ${names.slice(0, 5).join(', ') || 'nothing'}`)
  return module
}

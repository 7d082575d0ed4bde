// Helper threads come, work, leave and end; and when one does not come back, nobody waits for it for ever.

import { execFile, execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as L from '../../assembly/layout.js'
import * as signorini from '../../src/index.js'
import { type Engine, EngineError, InputError, type LoadOptions, type World, lattice, load } from '../../src/index.js'
import { bytesOf, engineOf } from '../support/engine.js'
import { failure } from '../support/failure.js'
import { goldenHashes, goldenScenes, runGolden } from '../support/goldenScenes.js'
import { serve } from '../support/server.js'
import { gather, helpersAtWork, memoryOf, pause, piecesShared, setState, stateOf, until } from '../support/threads.js'

const dist = (name: string): string => fileURLToPath(new URL(`../../dist/${name}`, import.meta.url))
const threadsBytes = (): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(new URL('../../build/threads.wasm', import.meta.url)))

/** 3600 grains that press upon each other. */
const scene = (): signorini.Scene => {
  const draw = signorini.random(5)
  const { bodies, ...rest } = lattice({ counts: [60, 60], friction: 0.5, seed: 5, solver: { criterion: 'fixed', maxSweeps: 10 } })
  return { ...rest, bodies: bodies!.map((body) => ({ ...body, velocity: [draw() - 0.5, draw() - 0.5] })) }
}

async function hashesAlone(steps: number): Promise<string[]> {
  const world = (await engineOf('release')).createWorld(scene())
  return Array.from({ length: steps }, () => world.step() && world.hash())
}

/** Threads of this process, where the system tells. */
function threadsNow(): number | undefined {
  try {
    return readdirSync('/proc/self/task').length
  } catch {
    return undefined
  }
}

const opened: Engine[] = []
async function open(options: LoadOptions): Promise<Engine> {
  const engine = await load(options)
  opened.push(engine)
  return engine
}
afterEach(() => {
  opened.splice(0).forEach((engine) => engine.close())
  vi.restoreAllMocks()
})

describe('load({ threads })', () => {
  it.each([
    [0, '0'], [1.5, '1.5'], [17, '17'], [-2, '-2'], [NaN, 'NaN'], [Infinity, 'Infinity'], ['2', '"2"'], ['many', '"many"'], [null, 'null'],
    [true, 'true'], [2n, '2n'], [[2], '[2]'], [{}, 'an object with no fields'],
  ])('refuses %s and says so', async (threads, shown) => {
    const error = await load({ threads: threads as never }).then(() => undefined, (thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(InputError)
    expect(error).toMatchObject({
      field: 'options.threads', expected: `an integer from 1 to ${L.MAX_THREADS}, or 'all'`, received: threads,
      message: `options.threads: expected an integer from 1 to 16, or 'all', got ${shown}`,
    })
  })

  it('has no helpers with one thread, and a memory that is not shared', async () => {
    const before = threadsNow()
    const engine = await open({ threads: 1 })
    expect([engine.threads, engine.threadsMissing, threadsNow()]).toEqual([1, undefined, before])
    const world = engine.createWorld(scene())
    world.step()
    expect(memoryOf(world)).toBeInstanceOf(ArrayBuffer)
    engine.close() // nothing to close
    world.step()
  })

  it("has as many as the machine has cores with 'all'", async () => {
    const engine = await open({ threads: 'all' })
    expect(engine.threads).toBe(Math.min(availableParallelism(), L.MAX_THREADS))
  })

  it('has sixteen at most, and they all work', async () => {
    const engine = await open({ threads: L.MAX_THREADS })
    const world = engine.createWorld(scene())
    const expected = (await hashesAlone(3)).at(-1)
    await gather(world, L.MAX_THREADS)
    world.step(2)
    expect(world.hash()).toBe(expected)
    expect(helpersAtWork(world)).toHaveLength(L.MAX_THREADS - 1)
  })

  const builds: Record<string, (bytes: Uint8Array<ArrayBuffer>) => Promise<{ options: LoadOptions; done?: () => Promise<void> }>> = {
    bytes: async (bytes) => ({ options: { bytes } }),
    module: async (bytes) => ({ options: { module: await WebAssembly.compile(bytes) } }),
    url: async (bytes) => {
      const server = await serve(() => ({ body: bytes, type: 'application/wasm' }))
      return { options: { url: server.url }, done: server.close }
    },
  }
  it.each(Object.keys(builds))('says which build it needs when the other one is given as %s', async (way) => {
    for (const [bytes, threads, wanted, got] of [
      [bytesOf('release'), 2, 'the module of signorini-threads.wasm', 'that of signorini.wasm'],
      [threadsBytes(), 1, 'the module of signorini.wasm', 'that of signorini-threads.wasm, which needs threads of 2 or more'],
    ] as const) {
      const { options, done } = await builds[way]!(bytes)
      const error = await load({ ...options, threads }).then(() => undefined, (thrown: unknown) => thrown)
      await done?.()
      expect(error).toBeInstanceOf(InputError)
      expect(error).toMatchObject({ field: `options.${way}`, expected: wanted, received: got })
    }
  })

  it.each(Object.keys(builds))('takes signorini-threads.wasm as %s', async (way) => {
    const { options, done } = await builds[way]!(threadsBytes())
    const engine = await open({ ...options, threads: 2 })
    await done?.()
    const golden = goldenScenes[0]!
    expect([engine.threads, runGolden(engine, signorini, golden)]).toEqual([2, goldenHashes()[golden.name]])
  })

  it('falls back with a word where SharedArrayBuffer is missing, as on pages that are not isolated', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const kept = globalThis.SharedArrayBuffer
    try {
      Reflect.deleteProperty(globalThis, 'SharedArrayBuffer')
      const engine = await open({ threads: 2 })
      expect(engine.threads).toBe(1)
      expect(engine.threadsMissing).toMatch(/not cross-origin isolated .*Cross-Origin-Opener-Policy: same-origin/)
      expect(warn.mock.calls).toEqual([[`signorini: one thread only, because ${engine.threadsMissing}`]])
      const golden = goldenScenes[0]!
      expect(runGolden(engine, signorini, golden)).toBe(goldenHashes()[golden.name])
    } finally {
      globalThis.SharedArrayBuffer = kept
    }
  })

  it('falls back with the reason when a worker cannot start: a Node that forbids them', () => {
    const program = `
      const { load } = await import(${JSON.stringify(dist('index.js'))})
      const engine = await load({ threads: 3 })
      console.log(JSON.stringify([engine.threads, engine.threadsMissing]))`
    const [major] = process.versions.node.split('.').map(Number)
    const flag = major! >= 24 ? '--permission' : '--experimental-permission'
    const output = execFileSync(process.execPath, [flag, '--allow-fs-read=*', '--input-type=module', '--eval', program], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    expect(JSON.parse(output)).toEqual([1, expect.stringMatching(/^helper threads could not be started: .*restricted/)])
  })

  it('works in a program that is evaluated as a module, and in a worker', async () => {
    const program = `
      import { load, lattice } from ${JSON.stringify(dist('index.js'))}
      const engine = await load({ threads: 2 })
      const world = engine.createWorld(lattice({ counts: [60, 60] }))
      world.step(5)
      console.log(engine.threads)`
    expect(execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8', timeout: 60_000 })).toBe('2\n')
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads'
      import { load, lattice } from ${JSON.stringify(new URL(`file://${dist('index.js')}`).href)}
      const engine = await load({ threads: 2 })
      engine.createWorld(lattice({ counts: [60, 60] })).step(5)
      parentPort.postMessage(engine.threads)`)}`))
    const threads = await new Promise((resolve, reject) => { worker.once('message', resolve).once('error', reject) })
    await worker.terminate()
    expect(threads).toBe(2)
  })
})

describe('helpers', () => {
  it('do not keep a program from ending', async () => {
    const program = `
      import { load, lattice } from ${JSON.stringify(dist('index.js'))}
      const engine = await load({ threads: 3 })
      const world = engine.createWorld(lattice({ counts: [60, 60] }))
      for (let k = 0; k < 10; k++) world.step()
      console.log('done')`
    const output = await new Promise<string>((resolve, reject) => {
      execFile(process.execPath, ['--input-type=module', '--eval', program], { timeout: 60_000 }, (error, stdout) => (error ? reject(error) : resolve(stdout)))
    })
    expect(output).toBe('done\n')
  })

  it('leave when there is nothing to do, and come back when there is', async () => {
    const engine = await open({ threads: 3 })
    const world = engine.createWorld(scene())
    const expected = await hashesAlone(5)
    await gather(world, 3)
    expect(await until(() => [1, 2].every((thread) => stateOf(world, thread) === L.HELPER_AWAY))).toBe(true)
    await gather(world, 3)
    const before = piecesShared(world)
    world.step(3)
    expect(piecesShared(world)).toBeGreaterThan(before)
    expect(world.hash()).toBe(expected.at(-1))
  })

  it('come when step(0) calls them, and nothing moves', async () => {
    const engine = await open({ threads: 2 })
    const world = engine.createWorld(scene())
    const hash = world.hash()
    expect(world.step(0).step).toBe(0)
    expect(await until(() => stateOf(world, 1) === L.HELPER_READY)).toBe(true)
    expect(world.hash()).toBe(hash)
  })

  it('move to the world that is stepped without delay', async () => {
    const engine = await open({ threads: 2 })
    const [one, other] = [engine.createWorld(scene()), engine.createWorld(scene())]
    const waits: number[] = []
    for (let k = 0; k < 10; k++)
      for (const world of [one, other]) {
        world.step()
        const from = performance.now()
        while (stateOf(world, 1) !== L.HELPER_READY && performance.now() - from < 1000);
        waits.push(performance.now() - from)
      }
    // a helper that did not hear that it should leave would sleep for 50 ms; a busy machine makes some of them long
    expect(waits.sort((a, b) => a - b)[10]).toBeLessThan(25)
  })

  it('are not missed after engine.close(), whatever they were doing', async () => {
    const expected = await hashesAlone(12)
    for (const delay of [0, 0, 1, 5, 20, 100]) {
      const engine = await load({ threads: 3 })
      const world = engine.createWorld(scene())
      const idle = engine.createWorld(scene())
      idle.step()
      if (delay > 0) await gather(world, 3)
      else world.step() // they are still on their way
      const all = [world.hash()]
      engine.close()
      if (delay > 1) await pause(delay)
      expect([engine.threads, engine.threadsMissing]).toEqual([1, 'the engine was closed'])
      for (let k = 1; k < 12; k++) {
        world.step()
        all.push(world.hash())
        if (k === 6) await pause(5)
      }
      expect(all).toEqual(expected)
      expect(engine.createWorld(scene()).step() && idle.step().step).toBe(2)
      engine.close() // twice does no harm
    }
  })

  it('end with their engine: thirty loaded and closed in a row leave no thread', async () => {
    const before = threadsNow()
    for (let k = 0; k < 30; k++) {
      const engine = await load({ threads: 3 })
      const world = engine.createWorld(scene())
      if (k % 3 !== 0) world.step(2)
      engine.close()
      if (k % 2 === 0) world.step()
    }
    if (before !== undefined) expect(await until(() => threadsNow()! <= before)).toBe(true)
  })

  it('are as many as before when many worlds have come and gone, dropped or freed', async () => {
    const engine = await open({ threads: 3 })
    const snapshot = engine.createWorld(scene()).snapshot()
    const before = threadsNow()
    const expected = (await hashesAlone(2)).at(-1)
    for (let k = 0; k < 150; k++) {
      const world = engine.restore(snapshot)
      world.step(2)
      expect(world.hash()).toBe(expected)
      if (k % 2) world.free()
      if (k % 10 === 0) await pause(1)
    }
    expect(engine.threads).toBe(3)
    if (before !== undefined) expect(threadsNow()!).toBeLessThanOrEqual(before)
  })
})

describe('a helper that is lost', () => {
  const sentence = 'a helper thread stopped in the middle of a step. The world must not be used any more; go back to a snapshot.'

  /** Another thread that spoils the address of the work that helpers are given, so that one traps. */
  async function saboteur(world: World): Promise<Worker> {
    const worker = new Worker(`
      const { workerData, parentPort } = require('node:worker_threads')
      const words = new Int32Array(workerData.memory)
      parentPort.postMessage('ready')
      for (;;) Atomics.store(words, workerData.at, 0)`, { eval: true, workerData: { memory: memoryOf(world), at: (L.TEAM + 128) >> 2 } })
    await new Promise((resolve) => { worker.once('message', resolve) })
    return worker
  }

  it('because it trapped, makes the step fail at once with an explanation; the others help other worlds', async () => {
    const engine = await open({ threads: 3 })
    const world = engine.createWorld(scene())
    await gather(world, 3)
    const worker = await saboteur(world)
    const from = performance.now()
    const error = failure(() => { for (;;) world.step() })
    await worker.terminate()
    expect(error).toBeInstanceOf(EngineError)
    expect(error.message).toBe(sentence)
    expect(performance.now() - from).toBeLessThan(15_000)
    // again, and without waiting
    expect(failure(() => world.step()).message).toBe(sentence)
    expect(engine.threads).toBe(3)
    const another = engine.createWorld(scene())
    await gather(another, 3)
    another.step(2)
    expect(another.hash()).toBe((await hashesAlone(3)).at(-1))
    expect(helpersAtWork(another)).toEqual([1, 2])
  })

  it('because its thread died, makes the step fail after a while', async () => {
    const engine = await open({ threads: 2 })
    const world = engine.createWorld(scene())
    await gather(world, 2)
    // one that says it is there and never does anything
    setState(world, 7, L.HELPER_READY)
    const from = performance.now()
    expect(failure(() => world.step()).message).toBe(sentence)
    expect(performance.now() - from).toBeGreaterThan(10_000)
    // the live one, which waited in vain as well, is free for others
    const another = engine.createWorld(scene())
    await gather(another, 2)
    another.step(2)
    expect([another.hash(), helpersAtWork(another)]).toEqual([(await hashesAlone(3)).at(-1), [1]])
  })
})

describe('under stress', () => {
  it('no step hangs: short steps of worlds about the size that helpers are called for, with pauses', async () => {
    const program = `
      import { load, lattice, random } from ${JSON.stringify(dist('index.js'))}
      const single = await load(), engine = await load({ threads: 3 })
      const draw = random(7)
      const scenes = [24, 28, 32, 40].map((n) => {
        const { bodies, ...rest } = lattice({ counts: [n, n], friction: 0.5, solver: { criterion: 'fixed', maxSweeps: 4 } })
        return { ...rest, bodies: bodies.map((b) => ({ ...b, velocity: [draw() - 0.5, draw() - 0.5] })) }
      })
      const STEPS = 300
      const expected = scenes.map((s) => { const w = single.createWorld(s); w.step(STEPS); return w.hash() })
      const worlds = scenes.map((s) => engine.createWorld(s))
      const left = worlds.map(() => STEPS)
      let shared = 0
      while (left.some((n) => n > 0)) {
        const k = Math.floor(Math.random() * worlds.length)
        for (let n = Math.floor(Math.random() * 6); n > 0 && left[k] > 0; n--, left[k]--) worlds[k].step()
        const luck = Math.random()
        if (luck < 0.1) await new Promise((resolve) => { setTimeout(resolve, Math.random() * 70) }) // about as long as they stay
        else if (luck < 0.3) for (const end = performance.now() + Math.random() * 0.3; performance.now() < end;); // about as long as they spin
      }
      for (const w of worlds) shared += new Int32Array(w.bodies.positions.buffer)[${L.TEAM >> 2}]
      console.log(JSON.stringify({ equal: worlds.every((w, k) => w.hash() === expected[k]), shared: shared > 100 }))`
    const output = await new Promise<string>((resolve, reject) => {
      execFile(process.execPath, ['--input-type=module', '--eval', program], { timeout: 110_000 }, (error, stdout) => (error ? reject(error) : resolve(stdout)))
    })
    expect(JSON.parse(output)).toEqual({ equal: true, shared: true })
  })
})

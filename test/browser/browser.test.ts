// The package as it is published (dist/), in a page and in a module worker: the same scenes, the same hashes as in Node.

import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type Page, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as L from '../../assembly/layout.js'
import * as signorini from '../../src/index.js'
import { engineOf } from '../support/engine.js'
import { goldenHashes, goldenScenes, runGolden } from '../support/goldenScenes.js'
import { type Served, serve } from '../support/server.js'

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const found = existsSync(executablePath)
const required = Boolean(process.env.SIGNORINI_REQUIRE_BROWSER)
if (!found && !required) console.warn(`no browser at ${executablePath} (set CHROMIUM): browser tests are skipped`)

const flags = [
  '--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
]

/** Runs in the browser: imports the package, runs the scenes, gives their hashes. */
const program = `
  import * as signorini from '/dist/index.js'
  const runGolden = ${runGolden.toString()}
  export async function run(scenes, options) {
    const engine = await signorini.load(options)
    return Object.fromEntries(scenes.map((scene) => [scene.name, runGolden(engine, signorini, scene)]))
  }
  const word = (world, at) => Atomics.load(new Int32Array(world.bodies.positions.buffer), at >> 2)
  /** With threads: the golden hashes, and those of a world that is large enough for helpers, and what became of the threads. */
  export async function runInThreads(scenes, large, threads) {
    const engine = await signorini.load({ threads })
    const hashes = Object.fromEntries(scenes.map((scene) => [scene.name, runGolden(engine, signorini, scene)]))
    const world = engine.createWorld(large)
    const steps = []
    for (let k = 0; k < 6; k++) {
      world.step()
      steps.push(world.hash())
      // the first step calls the helpers; they are given time to arrive
      for (let n = 0; k === 0 && engine.threads > 1 && n < 1000 && word(world, ${L.TEAM_HELPERS}) !== ${L.HELPER_READY}; n++)
        await new Promise((resolve) => { setTimeout(resolve, 5) })
    }
    const shared = engine.threads > 1 ? word(world, ${L.TEAM}) : 0
    const answer = { hashes, steps, shared: shared > 0, threads: engine.threads, missing: engine.threadsMissing }
    engine.close()
    world.step() // goes on with one
    return { ...answer, afterwards: world.hash() }
  }
  export async function goOn(snapshot, steps) {
    const world = (await signorini.load()).restore(Uint8Array.from(snapshot))
    world.step(steps)
    return world.hash()
  }`

/** In the worker, each message is a list of scenes; the answer is their hashes. */
const worker = `
  import { run, runInThreads } from '/program.js'
  self.onmessage = async ({ data }) => {
    try {
      self.postMessage(Array.isArray(data) ? { hashes: await run(data) } : await runInThreads(data.scenes, data.large, data.threads))
    } catch (error) { self.postMessage({ error: String(error) }) }
  }`

// what a server has to send with a page, and with the scripts of its workers, for there to be shared memory
const isolation = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }
const pages: Record<string, Record<string, string>> = {
  '/': {},
  '/isolated': isolation,
  '/no-blobs': { ...isolation, 'content-security-policy': "script-src 'self' 'unsafe-eval' 'wasm-unsafe-eval'; worker-src 'self'" },
}

const types: Record<string, string> = { js: 'text/javascript', wasm: 'application/wasm', map: 'application/json' }

function find(path: string): Served | null {
  const headers = pages[path]
  if (headers) return { body: '<!doctype html><title>signorini</title>', type: 'text/html', headers }
  if (path === '/program.js') return { body: program, type: 'text/javascript' }
  if (path === '/worker.js') return { body: worker, type: 'text/javascript', headers: isolation }
  const name = /^\/dist\/([\w-]+\.(js|wasm|js\.map))$/.exec(path)?.[1]
  if (!name) return null
  const file = new URL(`../../dist/${name}`, import.meta.url)
  return existsSync(file) ? { body: readFileSync(file), type: types[name.split('.').at(-1)!]! } : null
}

it.runIf(required)('there is a browser to test in', () => {
  expect(found, `a browser at ${executablePath}`).toBe(true)
})

describe.runIf(found)('in Chromium', () => {
  let server: Awaited<ReturnType<typeof serve>>
  let context: BrowserContext
  let profile: string

  beforeAll(async () => {
    expect(existsSync(new URL('../../dist/index.js', import.meta.url)), 'dist/index.js: run `npm run build`').toBe(true)
    server = await serve(find)
    profile = await mkdtemp(join(tmpdir(), 'signorini-browser-'))
    context = await chromium.launchPersistentContext(profile, { executablePath, args: flags, headless: true })
  })

  afterAll(async () => {
    await context?.close()
    await server?.close()
    if (profile) await rm(profile, { recursive: true, force: true })
  })

  async function open(path = '/'): Promise<{ page: Page; problems: string[]; warnings: string[] }> {
    const page = await context.newPage()
    const problems: string[] = []
    const warnings: string[] = []
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('console', (message) => { if (message.type() === 'error') problems.push(message.text()) })
    page.on('console', (message) => { if (message.type() === 'warning') warnings.push(message.text()) })
    page.on('requestfailed', (request) => problems.push(request.url()))
    await page.goto(server.url + path)
    return { page, problems, warnings }
  }

  /** Evaluates in the page, in the scope of /program.js. A string, because vitest rewrites import() in functions. */
  function call(page: Page, expression: string): Promise<unknown> {
    return page.evaluate(`import('/program.js').then(({ run, runInThreads, goOn }) => ${expression})`)
  }

  it('a page gets the hashes of Node', async () => {
    const { page } = await open()
    expect(await call(page, `run(${JSON.stringify(goldenScenes)})`)).toEqual(goldenHashes())
    await page.close()
  })

  it.each(goldenScenes)('a page that is given a snapshot of $name by Node goes on as Node does', async ({ maker, options }) => {
    const world = (await engineOf('release')).createWorld(signorini[maker](options as never))
    world.step(150)
    const snapshot = world.snapshot()
    world.step(150)
    const { page } = await open()
    expect(await call(page, `goOn([${snapshot.join()}], 150)`)).toBe(world.hash())
    await page.close()
  })

  it('a module worker gets the hashes of Node', async () => {
    const { page } = await open()
    const answer = await page.evaluate((scenes) => new Promise<unknown>((resolve, reject) => {
      const worker = new Worker('/worker.js', { type: 'module' })
      worker.onmessage = ({ data }) => { resolve(data) }
      worker.onerror = (event) => { reject(new Error(event.message || 'the worker could not be loaded')) }
      worker.postMessage(scenes)
    }), goldenScenes)
    expect(answer).toEqual({ hashes: goldenHashes() })
    await page.close()
  })

  it('a page that hosts the .wasm itself, or hands a compiled module on, gets them too', async () => {
    const { page } = await open()
    const scenes = JSON.stringify(goldenScenes.slice(0, 1))
    const hashes = await call(page, `WebAssembly.compileStreaming(fetch('/dist/signorini.wasm')).then((module) =>
      Promise.all([run(${scenes}, { url: '/dist/signorini.wasm' }), run(${scenes}, { module })]))`)
    const { name } = goldenScenes[0]!
    const expected = { [name]: goldenHashes()[name] }
    expect(hashes).toEqual([expected, expected])
    await page.close()
  })

  describe('threads', () => {
    /** 2500 grains that press upon each other. */
    function large(): signorini.Scene {
      const draw = signorini.random(5)
      const { bodies, ...rest } = signorini.lattice({ counts: [50, 50], friction: 0.5, seed: 5, solver: { criterion: 'fixed', maxSweeps: 10 } })
      return { ...rest, bodies: bodies!.map((body) => ({ ...body, velocity: [draw() - 0.5, draw() - 0.5] })) }
    }
    const scenes = goldenScenes.slice(0, 2)

    /** What one thread in Node gets. */
    async function expected(): Promise<object> {
      const world = (await engineOf('release')).createWorld(large())
      const steps = Array.from({ length: 7 }, () => world.step() && world.hash())
      return {
        hashes: Object.fromEntries(scenes.map(({ name }) => [name, goldenHashes()[name]])), steps: steps.slice(0, 6), afterwards: steps[6],
      }
    }
    const inPage = (page: Page, threads: number): Promise<unknown> =>
      call(page, `runInThreads(${JSON.stringify(scenes)}, ${JSON.stringify(large())}, ${threads})`)
    const inWorker = (page: Page, threads: number): Promise<unknown> => page.evaluate((data) => new Promise<unknown>((resolve, reject) => {
      const worker = new Worker('/worker.js', { type: 'module' })
      worker.onmessage = ({ data: answer }) => { resolve(answer) }
      worker.onerror = (event) => { reject(new Error(event.message || 'the worker could not be loaded')) }
      worker.postMessage(data)
    }), { scenes, large: large(), threads })

    it.each([2, 3])('%i, on the main thread of an isolated page, which cannot sleep, give the hashes of Node', async (threads) => {
      const { page, problems, warnings } = await open('/isolated')
      expect(await inPage(page, threads)).toEqual({ ...await expected(), shared: true, threads })
      expect([problems, warnings]).toEqual([[], []])
      await page.close()
    })

    it.each([2, 3])('%i, in a module worker of an isolated page, give the hashes of Node', async (threads) => {
      const { page, problems, warnings } = await open('/isolated')
      expect(await inWorker(page, threads)).toEqual({ ...await expected(), shared: true, threads })
      expect([problems, warnings]).toEqual([[], []])
      await page.close()
    })

    const missing: Record<string, [string, RegExp]> = {
      'a page without the headers': ['/', /^this page is not cross-origin isolated \(it needs the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp\)$/],
      'a page that forbids workers from blob: addresses': ['/no-blobs', /^helper threads could not be started: .*(blob:|Worker|worker)/],
    }
    it.each(Object.keys(missing))('are missing in %s, which says why, and the hashes are the same', async (name) => {
      const [path, why] = missing[name]!
      const { page, warnings } = await open(path)
      expect(await inPage(page, 2)).toEqual({ ...await expected(), shared: false, threads: 1, missing: expect.stringMatching(why) })
      expect(warnings).toEqual([expect.stringMatching(/^signorini: one thread only, because /)])
      await page.close()
    })
  })

  it('importing does nothing: no request besides its own files, no global, no word', async () => {
    const { page, problems } = await open()
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    const added = await page.evaluate(`(async () => {
      const before = new Set(Object.getOwnPropertyNames(globalThis))
      await import('/dist/index.js')
      return Object.getOwnPropertyNames(globalThis).filter((name) => !before.has(name))
    })()`)
    expect(added).toEqual([])
    expect(problems).toEqual([])
    expect(requests.filter((path) => !/^\/dist\/[\w-]+\.js$/.test(path))).toEqual([])
    expect(requests).toContain('/dist/index.js')
    await page.close()
  })
})

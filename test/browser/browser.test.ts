// The package as it is published (dist/), in a page and in a module worker: the same scenes, the same hashes as in Node.

import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type Page, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
  export async function goOn(snapshot, steps) {
    const world = (await signorini.load()).restore(Uint8Array.from(snapshot))
    world.step(steps)
    return world.hash()
  }`

/** In the worker, each message is a list of scenes; the answer is their hashes. */
const worker = `
  import { run } from '/program.js'
  self.onmessage = async ({ data }) => {
    try { self.postMessage({ hashes: await run(data) }) } catch (error) { self.postMessage({ error: String(error) }) }
  }`

const types: Record<string, string> = { js: 'text/javascript', wasm: 'application/wasm', map: 'application/json' }

function find(path: string): Served | null {
  if (path === '/') return { body: '<!doctype html><title>signorini</title>', type: 'text/html' }
  if (path === '/program.js') return { body: program, type: 'text/javascript' }
  if (path === '/worker.js') return { body: worker, type: 'text/javascript' }
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

  async function open(): Promise<{ page: Page; problems: string[] }> {
    const page = await context.newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('console', (message) => { if (message.type() === 'error') problems.push(message.text()) })
    page.on('requestfailed', (request) => problems.push(request.url()))
    await page.goto(server.url)
    return { page, problems }
  }

  /** Evaluates in the page, in the scope of /program.js. A string, because vitest rewrites import() in functions. */
  function call(page: Page, expression: string): Promise<unknown> {
    return page.evaluate(`import('/program.js').then(({ run, goOn }) => ${expression})`)
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

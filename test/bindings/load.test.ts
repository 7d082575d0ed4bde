// Ways to get the engine, and what importing the package does: nothing.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rollup } from 'rollup'
import { describe, expect, it } from 'vitest'
import { InputError, load, type LoadOptions } from '../../src/index.js'
import { bytesOf, engineOf } from '../support/engine.js'
import { goldenHashes, goldenScenes, runGolden } from '../support/goldenScenes.js'
import { serve } from '../support/server.js'
import * as signorini from '../../src/index.js'

const scene = goldenScenes[0]!
const expected = goldenHashes()[scene.name]
const dist = (name: string): string => fileURLToPath(new URL(`../../dist/${name}`, import.meta.url))

describe('load', () => {
  it('works with nothing else', async () => {
    expect(runGolden(await load(), signorini, scene)).toBe(expected)
    expect(runGolden(await load({}), signorini, scene)).toBe(expected)
  })

  it('takes bytes, as a view or as a buffer', async () => {
    const bytes = bytesOf('release')
    expect(runGolden(await load({ bytes }), signorini, scene)).toBe(expected)
    expect(runGolden(await load({ bytes: bytes.buffer }), signorini, scene)).toBe(expected)
    expect(runGolden(await load({ bytes: new DataView(bytes.buffer) }), signorini, scene)).toBe(expected)
  })

  it('takes a compiled module, and hands its own on', async () => {
    const engine = await load()
    expect(engine.module).toBeInstanceOf(WebAssembly.Module)
    const again = await load({ module: engine.module })
    expect(again.module).toBe(engine.module)
    expect(runGolden(again, signorini, scene)).toBe(expected)
  })

  it('takes a URL, also of a server that does not know the type of .wasm', async () => {
    expect(existsSync(dist('signorini.wasm')), 'dist/signorini.wasm: run `npm run build`').toBe(true)
    for (const type of ['application/wasm', 'application/octet-stream']) {
      const server = await serve((path) => (path === '/signorini.wasm' ? { body: readFileSync(dist('signorini.wasm')), type } : null))
      try {
        expect(runGolden(await load({ url: `${server.url}/signorini.wasm` }), signorini, scene)).toBe(expected)
        expect(runGolden(await load({ url: new URL('/signorini.wasm', server.url) }), signorini, scene)).toBe(expected)
      } finally {
        await server.close()
      }
    }
  })

  it('says so when there is nothing at the URL', async () => {
    const server = await serve(() => null)
    const url = `${server.url}/signorini.wasm`
    await expect(load({ url })).rejects.toMatchObject({ name: 'InputError', field: 'options.url', expected: 'a URL that can be fetched', received: `${url} (404)` })
    await server.close()
    // no one listens there any more
    await expect(load({ url })).rejects.toThrow()
  })

  it.each<[string, unknown, string, string | RegExp, unknown]>([
    ['null', null, 'options', 'an object', null],
    ['a string', 'signorini.wasm', 'options', 'an object', 'signorini.wasm'],
    ['a misspelt option', { uri: 'x' }, 'options.uri', 'one of the fields module, url, bytes, threads', 'uri'],
    ['two ways at once', { url: 'x', bytes: new Uint8Array(8) }, 'options', 'one of module, url, bytes', 'url and bytes'],
    ['a module that is none', { module: {} }, 'options.module', 'a WebAssembly.Module', {}],
    ['bytes as a string', { bytes: 'AGFzbQ==' }, 'options.bytes', 'an ArrayBuffer or a view on one', 'AGFzbQ=='],
    ['bytes as an array', { bytes: [0, 97, 115, 109] }, 'options.bytes', 'an ArrayBuffer or a view on one', [0, 97, 115, 109]],
  ])('refuses %s', async (_, options, field, wanted, received) => {
    const error = await load(options as LoadOptions).then(() => undefined, (thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(InputError)
    expect(error).toMatchObject({ field, expected: wanted, received })
  })

  it('refuses bytes that are not WebAssembly', async () => {
    await expect(load({ bytes: new TextEncoder().encode('not a module') })).rejects.toThrow(/magic|wasm|WebAssembly/i)
    await expect(load({ bytes: bytesOf('release').subarray(0, 1000) })).rejects.toThrow()
  })

  it('gives engines that know nothing of each other', async () => {
    const [one, other] = await Promise.all([load(), engineOf('debug')])
    const world = one.createWorld({ dimension: 2, timeStep: 1, bodies: [{ position: [0, 0], radius: 1, velocity: [1, 0] }] })
    other.createWorld({ dimension: 3, timeStep: 7, bodies: [{ position: [0, 0, 0], radius: 2 }] }).step(3)
    expect(world.step().time).toBe(1)
    expect([...world.bodies.positions]).toEqual([1, 0, 0])
  })
})

describe('importing the package', () => {
  it('compiles nothing, leaves no global, keeps nothing running and says nothing', () => {
    const program = `
      const calls = []
      for (const name of ['compile', 'instantiate', 'Module', 'Instance', 'Memory', 'compileStreaming']) {
        const own = WebAssembly[name]
        WebAssembly[name] = new Proxy(own, {
          apply: (...args) => { calls.push(name); return Reflect.apply(...args) },
          construct: (...args) => { calls.push(name); return Reflect.construct(...args) },
        })
      }
      globalThis.fetch = () => { calls.push('fetch') }
      const before = new Set(Reflect.ownKeys(globalThis))
      const { load } = await import(${JSON.stringify(dist('index.js'))})
      const added = Reflect.ownKeys(globalThis).filter((key) => !before.has(key)).map(String)
      const running = process.getActiveResourcesInfo().filter((what) => !/^(TTYWrap|PipeWrap|FSReqPromise|CloseReq)$/.test(what))
      const atImport = [...calls]
      await load()
      console.log(JSON.stringify({ atImport, added, running, afterLoad: calls }))`
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
    expect(JSON.parse(output)).toEqual({ atImport: [], added: [], running: [], afterLoad: ['compile'] })
  })

  it.each(['index.js', 'plot.js'])('is dropped by a bundler when nothing of %s is used', async (name) => {
    const bundle = await rollup({
      input: 'entry',
      plugins: [{ name: 'entry', resolveId: (id) => (id === 'entry' ? id : null), load: (id) => (id === 'entry' ? `import ${JSON.stringify(dist(name))}` : null) }],
      onwarn: () => {}, // an empty chunk is what we want
    })
    const { output } = await bundle.generate({ format: 'es' })
    // package.json says sideEffects: false, which bundlers believe; here rollup looks at the code itself
    expect(output[0].code.replace(/\/\*[\s\S]*?\*\//g, '').trim()).toBe('')
  })
})

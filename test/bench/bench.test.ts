// The frame of the benchmarks: what goes in and what comes out. Nothing here depends on how long anything takes.

import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { fitPower } from '../../bench/fit.mjs'
import { bytesPerUpdate } from '../../bench/floor.mjs'
import { slug } from '../../bench/machine.mjs'
import { logLogPlot } from '../../bench/plot.mjs'
import { median } from '../../bench/timing.mjs'

const program = fileURLToPath(new URL('../../bench/run.mjs', import.meta.url))
const bench = (...args: string[]) => spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' })

describe('npm run bench', () => {
  test('kernel --json prints one document with the named keys', () => {
    const { status, stdout, stderr } = bench('kernel', '--quick', '--json', '--contacts', '600')
    expect(status, stderr).toBe(0)
    const document = JSON.parse(stdout) // throws unless it is exactly one
    expect(document).toMatchObject({ bench: 'kernel', quick: true, machine: { node: process.version } })
    expect(Object.keys(document.machine).sort()).toEqual(['cores', 'cpu', 'node', 'platform'])
    expect(document.rows.map((row: { order: string }) => row.order)).toEqual(['sorted', 'block-random', 'random'])
    for (const row of document.rows) {
      expect(row.contacts).toBe(576) // 3 n^3 - 2 n^2 nearest to 600: n = 6
      for (const key of ['wasmNs', 'nativeNs', 'ratio', 'floorNs']) expect(row).toHaveProperty(key)
      expect(row.wasmNs).toBeGreaterThan(0)
      expect(row.floorNs).toBeGreaterThan(0)
    }
    expect(stderr).toMatch(/s left/)
  })

  test('scaling --json prints rows, exponents and memory', () => {
    const { status, stdout, stderr } = bench('scaling', '--quick', '--json', '--grains', '27,64,125')
    expect(status, stderr).toBe(0)
    const { rows, exponents, threads, memory } = JSON.parse(stdout)
    for (const row of rows) for (const key of ['dimension', 'mode', 'grains', 'cpuMsPerStep']) expect(row).toHaveProperty(key)
    expect(new Set(rows.map((row: { mode: string }) => row.mode))).toEqual(new Set(['sweeps', 'residual', 'packing']))
    for (const one of exponents) expect(one.expected).toBeGreaterThan(0)
    expect(memory.grains).toBe(125)
    for (const row of threads) expect(row.sameBytes).toBe(true)
    if (availableParallelism() > 1) expect(threads.map((row: { threads: number }) => row.threads)).toContain(2)
  })

  test('step --json prints stages, flows and a verdict; the stages in C do the same as the engine', () => {
    const { status, stdout, stderr } = bench('step', '--quick', '--json', '--grains', '300')
    expect(status, stderr).toBe(0)
    const { rows, flow, checks, verdict, compiler } = JSON.parse(stdout)
    for (const key of ['case', 'grains', 'stage', 'ms', 'share', 'nativeMs', 'ratio']) expect(rows[0]).toHaveProperty(key)
    const stages = (name: string) => rows.filter((row: { case: string }) => row.case === name).map((row: { stage: string }) => row.stage)
    for (const stage of ['list', 'prepare', 'sweeps', 'residual']) expect(stages('kept')).toContain(stage)
    for (const stage of ['curve', 'cells', 'search', 'match', 'deal', 'colour']) {
      expect(stages('kept')).not.toContain(stage)
      expect(stages('searched')).toContain(stage)
    }
    for (const name of ['kept', 'searched']) {
      const shares = rows.filter((row: { case: string }) => row.case === name).map((row: { share: number }) => row.share)
      expect(shares.reduce((sum: number, share: number) => sum + share, 0)).toBeCloseTo(1, 1)
    }
    expect(flow.map(({ scene }: { scene: string }) => scene)).toEqual(['drum', 'silo'])
    for (const key of ['target', 'worst', 'othersKept', 'othersSearched', 'met', 'sentence']) expect(verdict).toHaveProperty(key)
    if (compiler === null) return
    expect(checks).toHaveLength(1)
    // a list that grains at rest have again and again: each candidate was there before
    expect(checks[0]).toMatchObject({ bodies: 300, agree: true })
    expect(checks[0].matches).toBe(checks[0].candidates)
    expect(checks[0].pairs).toBeGreaterThanOrEqual(checks[0].candidates / 2)
  })

  test.each([
    [['tune'], /expected one of kernel, step, peers, scaling, page, got "tune"/],
    [['kernel', 'step'], /expected one subcommand, got "kernel step"/],
    [['kernel', '--fast'], /--fast/],
    [['kernel', '--contacts', 'many'], /--contacts: expected whole numbers/],
    [['step', '--contacts', '10'], /--contacts is an option of kernel/],
    [['--save', '--no-save'], /got both/],
  ])('%j is refused with exit code 2', (args, message) => {
    const { status, stdout, stderr } = bench(...args)
    expect(status).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(message)
    expect(stderr).toMatch(/subcommands/)
  })

  test('--help explains', () => {
    const { status, stdout } = bench('--help')
    expect(status).toBe(0)
    expect(stdout).toMatch(/kernel[\s\S]*--json/)
  })
})

describe('what the benches are made of', () => {
  test('the fit recovers an exponent, and says how sure it is', () => {
    const law = [10, 100, 1000, 10_000].map((x) => ({ x, y: 3 * x ** 1.25 }))
    const { exponent, error, factor } = fitPower(law)
    // sums of four logarithms of order 10, in double precision
    expect(exponent).toBeCloseTo(1.25, 12)
    expect(factor).toBeCloseTo(3, 10)
    expect(error).toBeLessThan(1e-12)
    const scattered = law.map(({ x, y }, k) => ({ x, y: y * (k % 2 ? 1.1 : 0.9) }))
    const rough = fitPower(scattered)
    expect(Math.abs(rough.exponent - 1.25)).toBeLessThan(3 * rough.error!)
    expect(fitPower(law.slice(0, 2)).error).toBeNull()
  })

  test('median', () => {
    expect(median([3, 1, 2])).toBe(2)
    expect(median([4, 1, 2, 3])).toBe(2.5)
  })

  test('bytes an update: a chain shares its bodies, scattered contacts do not', () => {
    const chain = Int32Array.from({ length: 2 * 2560 }, (_, k) => (k >> 1) + (k & 1))
    // 256 contacts in 128 records, and 257 bodies
    expect(bytesPerUpdate(chain, false)).toBe((128 * 192 + 257 * 128) / 256)
    // 256 contacts in as many records, two bodies each
    expect(bytesPerUpdate(chain, true)).toBe(192 + 2 * 128)
    // a contact with a wall has the wall's record to itself
    expect(bytesPerUpdate(Int32Array.of(0, -1, 1, -1), false)).toBe((192 + 4 * 128) / 2)
  })

  test('the name of a machine', () => {
    expect(slug({ cpu: 'Intel(R) Xeon(R) CPU @ 2.20GHz', cores: 4 })).toBe('intel-xeon-cpu-4-cores')
    expect(slug({ cpu: 'Apple M1', cores: 1 })).toBe('apple-m1-1-core')
  })

  test('a plot names its series and escapes words', () => {
    const svg = logLogPlot({
      title: 'a < b', xLabel: 'N', yLabel: 'ms', lines: [],
      series: [{ name: 'engine & co', points: [{ x: 1, y: 2, label: 'first' }, { x: 10, y: 20, label: '' }] }],
    })
    for (const words of ['a &lt; b', 'engine &amp; co', 'first']) expect(svg).toContain(words)
    expect(svg).not.toContain('NaN')
  })
})

// examples/threads, as people run it.

import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { MAX_THREADS } from '../../assembly/layout.js'

it('examples/threads/compare.js gets the same bytes with one thread and with all', () => {
  const program = fileURLToPath(new URL('../../examples/threads/compare.js', import.meta.url))
  const output = execFileSync(process.execPath, [program, '12'], { encoding: 'utf8', timeout: 60_000 })
  const lines = [...output.matchAll(/^threads: (\d+) +contacts: (\d+) .* hash ([0-9a-f]{16})$/gm)].map(([, ...found]) => found)
  const all = Math.min(availableParallelism(), MAX_THREADS)
  expect(lines.map(([threads]) => Number(threads))).toEqual([1, all])
  expect(lines[0]!.slice(1)).toEqual(lines[1]!.slice(1))
  expect(Number(lines[0]![1])).toBeGreaterThanOrEqual(3 * 12 * 12 * 11)
  expect(output).toMatch(/^the same bytes, \d+\.\d\d times as fast$/m)
})

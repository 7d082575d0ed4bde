// Sines, logarithms, powers and hypot differ in the last bit from one browser to the next. What decides a world's bytes
// may use + - * / and sqrt only, which IEEE 754 rounds alike everywhere; the engine brings its own sine.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

test.each(['bindings', 'src/scene', 'src/studies'])('%s calls no function of the host whose rounding is its own', (folder) => {
  const files = readdirSync(join(root, folder)).filter((name) => name.endsWith('.ts'))
  expect(files.length).toBeGreaterThan(1)
  const found = files.flatMap((name) =>
    readFileSync(join(root, folder, name), 'utf8').split('\n')
      .map((line, k) => `${name}:${k + 1} ${line.trim()}`)
      .filter((line) => /Math\.(a?sinh?|a?cosh?|a?tanh?|atan2|exp|expm1|log\w*|pow|cbrt|hypot|random)\b|(?<!\b2) \*\* |\bDate\b/.test(line.replace(/\/\*\*.*|^\S+ \*.*/, ''))))
  expect(found).toEqual([])
})

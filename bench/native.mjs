// The kernel in C (native/kernel.c), compiled here and asked line by line, so that its rounds go in turn with the engine's.

import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const FLAGS = ['-O3', '-march=native']

/** The compiled kernel, or nothing where there is no compiler. */
export function compileKernel() {
  const folder = mkdtempSync(join(tmpdir(), 'signorini-bench-'))
  const program = join(folder, 'kernel')
  const source = fileURLToPath(new URL('native/kernel.c', import.meta.url))
  const remove = () => rmSync(folder, { recursive: true })
  const { status } = spawnSync('cc', [...FLAGS, source, '-lm', '-o', program])
  if (status !== 0) {
    remove()
    return null
  }
  const compiler = spawnSync('cc', ['--version'], { encoding: 'utf8' }).stdout.split('\n')[0]
  return { compiler: `${compiler}, ${FLAGS.join(' ')}`, start: (side) => start(program, side), remove }
}

/** The kernel on a lattice of so many grains an edge. */
function start(program, side) {
  const child = spawn(program, [String(side)], { stdio: ['pipe', 'pipe', 'ignore'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    /** 'time', 'stream' or 'load', see kernel.c. */
    async ask(what, count) {
      child.stdin.write(`${what} ${count}\n`)
      const { value, done } = await lines.next()
      if (done) throw new Error('the kernel in C stopped before it answered')
      return JSON.parse(value)
    },
    stop: () => child.stdin.end(),
  }
}

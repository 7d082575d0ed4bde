// Programs in C (native/kernel.c, native/stages.c), compiled here and asked line by line, so that their rounds go in turn
// with the engine's.

import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const FLAGS = ['-O3', '-march=native']

/** The compiled kernel, or nothing where there is no compiler; it starts on a lattice of so many grains an edge. */
export function compileKernel() {
  return compile('kernel')
}

/** The stages before the sweeps; they start on a file that `writeWorld` of step.mjs wrote, for which `folder` has room. */
export function compileStages() {
  return compile('stages')
}

function compile(name) {
  const folder = mkdtempSync(join(tmpdir(), 'signorini-bench-'))
  const program = join(folder, name)
  const source = fileURLToPath(new URL(`native/${name}.c`, import.meta.url))
  const remove = () => rmSync(folder, { recursive: true })
  const { status } = spawnSync('cc', [...FLAGS, source, '-lm', '-o', program])
  if (status !== 0) {
    remove()
    return null
  }
  const compiler = spawnSync('cc', ['--version'], { encoding: 'utf8' }).stdout.split('\n')[0]
  return { compiler: `${compiler}, ${FLAGS.join(' ')}`, folder, start: (on) => start(program, on), remove }
}

function start(program, on) {
  const child = spawn(program, [String(on)], { stdio: ['pipe', 'pipe', 'ignore'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    /** 'time' and others, see the program. */
    async ask(what, count) {
      child.stdin.write(`${what} ${count}\n`)
      const { value, done } = await lines.next()
      if (done) throw new Error('the program in C stopped before it answered')
      return JSON.parse(value)
    },
    stop: () => child.stdin.end(),
  }
}

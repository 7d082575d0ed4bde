// The profile build of the engine (assembly/profile.ts): every stage of a step calls out when it ends. The bindings do not
// know that import, so it is handed in here, beside theirs, together with the memory that the bench looks into.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { load } from 'signorini'

const root = fileURLToPath(new URL('..', import.meta.url))
const wasm = join(root, 'build', 'profile.wasm')

/** Constants of assembly/layout.ts, which has literals only. */
export const LAYOUT = Object.fromEntries(
  [...readFileSync(join(root, 'assembly', 'layout.ts'), 'utf8').matchAll(/^export const (\w+) = ([-\d.e]+)/gm)]
    .map(([, name, value]) => [name, Number(value)]),
)

/** Names of the stages by their numbers: STAGE_CURVE is 'curve'. */
export const STAGES = Object.entries(LAYOUT)
  .filter(([name]) => name.startsWith('STAGE_'))
  .reduce((names, [name, number]) => Object.assign(names, { [number]: name.slice('STAGE_'.length).toLowerCase() }), [])

/** Builds the module unless it is newer than every source. */
function build() {
  const sources = readdirSync(join(root, 'assembly'), { recursive: true }).map((name) => join(root, 'assembly', name))
  const newest = Math.max(...[join(root, 'asconfig.json'), ...sources].map((file) => statSync(file).mtimeMs))
  if (existsSync(wasm) && statSync(wasm).mtimeMs > newest) return
  const asc = join(root, 'node_modules', 'assemblyscript', 'bin', 'asc.js')
  const { status } = spawnSync(process.execPath, [asc, '--target', 'profile'], { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('the profile build failed')
}

/** The engine, and what is called with the number of a stage when it ends. */
export async function loadProfile() {
  build()
  const calls = { mark: () => {} }
  let memory
  /** Lets something make instances that get the import; returns what it returns. */
  const withMarks = (make) => {
    const Real = WebAssembly.Instance
    WebAssembly.Instance = function (module, imports) {
      memory = imports.env.memory
      imports.env.mark = (stage) => calls.mark(stage)
      return new Real(module, imports)
    }
    const restore = () => { WebAssembly.Instance = Real }
    try {
      const made = make()
      if (typeof made?.then === 'function') return made.finally(restore)
      restore()
      return made
    } catch (error) {
      restore()
      throw error
    }
  }
  const engine = await withMarks(() => load({ bytes: readFileSync(wasm) }))
  return {
    calls,
    createWorld(scene) {
      const world = withMarks(() => engine.createWorld(scene))
      return { world, memory: new Memory(memory) }
    },
  }
}

/** The columns and scalars of a world, those too that the bindings do not show. */
class Memory {
  constructor(memory) { this.memory = memory }

  i32(name) { return new DataView(this.memory.buffer).getInt32(LAYOUT.WORLD + LAYOUT[`WORLD_${name}`], true) }

  /** Makes the next step search, as if its list held no more. */
  forgetList() { new DataView(this.memory.buffer).setInt32(LAYOUT.WORLD + LAYOUT.WORLD_LISTED, 0, true) }

  bytes(from, count) { return new Uint8Array(this.memory.buffer, from, count) }

  /** Bytes of a column. */
  column(name, count) {
    const at = new DataView(this.memory.buffer).getUint32(LAYOUT.COLUMN_ADDRESSES + 4 * LAYOUT[name], true)
    return this.bytes(at, count)
  }

  /** A column, or its beginning, as words. */
  words(name, count) {
    const { byteOffset } = this.column(name, 0)
    return new Int32Array(this.memory.buffer, byteOffset, count)
  }
}

// What a helper thread runs: it waits in its event loop to be called to a world, works there (assembly/team.ts, `assist`)
// until there has been nothing to do for a while, and waits again. Of the worlds it keeps only the last, and only as long as
// that is not freed. If the engine traps here, the world is lost and says so to the one who steps it; the thread can still
// help others. Plain JavaScript in a string, so that there is no second file that Node, a bundler or a server would have to find.

export const helperSource = `
const isNode = typeof process === 'object' && process.versions && process.versions.node && typeof require === 'function'
const port = isNode ? require('node:worker_threads').parentPort : self
let world, exports
function forget() {
  world = exports = undefined
}
function called({ id, thread, module, memory, over }) {
  if (over) {
    if (id === world) forget()
    return
  }
  if (id !== world) {
    forget()
    exports = new WebAssembly.Instance(module, { env: { memory } }).exports
    world = id
  }
  try {
    exports.assist(thread)
  } catch {
    exports.giveUp()
    forget()
  }
}
if (isNode) port.on('message', called)
else port.onmessage = (event) => called(event.data)
port.postMessage('ready')
`

/** What a helper hears: which world, and as which of its threads; the memory comes with the first call to a world. Or that it is over. */
export type Call = { id: number; thread: number; module?: WebAssembly.Module; memory?: WebAssembly.Memory } | { id: number; over: true }

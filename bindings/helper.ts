// What a helper thread runs: it waits in its event loop to be called to a world, works there (assembly/team.ts, `assist`)
// until there has been nothing to do for a while, and waits again. Of the worlds it keeps only the last. Plain JavaScript in
// a string, so that there is no second file that Node, a bundler or a server would have to find.

export const helperSource = `
const isNode = typeof process === 'object' && process.versions && process.versions.node && typeof require === 'function'
const port = isNode ? require('node:worker_threads').parentPort : self
let world, exports
function called({ id, thread, module, memory }) {
  if (id !== world) {
    exports = undefined
    exports = new WebAssembly.Instance(module, { env: { memory } }).exports
    world = id
  }
  exports.assist(thread)
}
if (isNode) port.on('message', called)
else port.onmessage = (event) => called(event.data)
port.postMessage('ready')
`

/** What a helper hears: which world, and as which of its threads. The memory comes with the first call to a world. */
export interface Call {
  id: number
  thread: number
  module?: WebAssembly.Module
  memory?: WebAssembly.Memory
}

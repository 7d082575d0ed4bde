// npm run bench -- kernel [--json] [--quick]
// Results go to standard output, progress to standard error.

import { parseArgs } from 'node:util'
import { kernel } from './kernel.mjs'

const benches = { kernel }

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, quick: { type: 'boolean', default: false } },
})
const name = positionals[0] ?? 'kernel'
if (!Object.hasOwn(benches, name) || positionals.length > 1) {
  console.error(`bench: expected one of ${Object.keys(benches).join(', ')}, got "${positionals.join(' ')}"`)
  process.exit(2)
}
const rows = await benches[name]({ quick: values.quick, progress: (words) => console.error(words) })
if (values.json) console.log(JSON.stringify({ bench: name, node: process.version, rows }, null, 2))
else console.table(rows)

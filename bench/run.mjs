// npm run bench -- [kernel | step | peers | scaling | page] [options]
// Results go to standard output, progress to standard error.

import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { machine } from './machine.mjs'
import { keep } from './results.mjs'

/** What each measures; its file exports an async function of its name. */
const benches = {
  kernel: 'nanoseconds a contact update, beside the same kernel in C and the least that memory allows',
  step: 'milliseconds a step, stage by stage',
  peers: 'the same beds in other engines',
  scaling: 'how the cost of a step grows with the number of grains',
}

const usage = `npm run bench -- [subcommand] [options]

subcommands; without one, all benches in turn and then the page
${Object.entries(benches).map(([name, words]) => `  ${name.padEnd(9)}${words}`).join('\n')}
  page     docs/benchmarks.md and its pictures, from bench/results/

options
  --json              one JSON document on standard output
  --quick             smaller sizes and fewer rounds: within a minute each; not kept unless with --save
  --save, --no-save   keep the result in bench/results/, a file a machine; full runs do by default
  --contacts a,b,...  sizes of kernel
  --grains a,b,...    sizes of step, scaling and peers
  --engine a,b,...    engines of peers, by parts of their names
  --dimension d       of peers, 2 or 3; both without it
  --help              this`

/** Options that leave out a part of what is measured: such a run is not kept. */
const NARROWING = ['contacts', 'grains', 'engine', 'dimension']

class UsageError extends Error {}

try {
  await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(`bench: ${error.message}\n\n${usage}`)
  process.exitCode = 2
}

async function main(args) {
  const { name, values } = read(args)
  if (values.help) return console.log(usage)
  if (name === 'page') return writePage()
  const save = values.save || (!values.quick && !values['no-save'] && !NARROWING.some((option) => values[option]))
  const missing = (bench) => !existsSync(new URL(`${bench}.mjs`, import.meta.url))
  if (name && missing(name)) {
    console.error(`bench: ${name} is not there yet (bench/${name}.mjs is missing)`)
    process.exitCode = 1
    return
  }
  const names = name ? [name] : Object.keys(benches).filter((bench) => !missing(bench) || console.error(`no bench/${bench}.mjs: left out`))
  const documents = []
  for (const bench of names) {
    documents.push(await measure(bench, values))
    if (save) console.error(`kept in ${keep(documents.at(-1))}`)
  }
  if (values.json) console.log(JSON.stringify(name ? documents[0] : { bench: 'all', machine: machine(), benches: documents }, null, 2))
  else for (const document of documents) await show(document)
  if (save && !name) await writePage()
}

function read(args) {
  let parsed
  try {
    const flag = { type: 'boolean', default: false }
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        json: flag, quick: flag, save: flag, 'no-save': flag, help: flag, contacts: { type: 'string' }, grains: { type: 'string' },
        engine: { type: 'string' }, dimension: { type: 'string' },
      },
    })
  } catch (error) {
    throw new UsageError(error.message)
  }
  const { positionals: [name, ...others], values } = parsed
  if (others.length > 0) throw new UsageError(`expected one subcommand, got "${parsed.positionals.join(' ')}"`)
  if (name !== undefined && name !== 'page' && !Object.hasOwn(benches, name))
    throw new UsageError(`expected one of ${[...Object.keys(benches), 'page'].join(', ')}, got "${name}"`)
  if (values.save && values['no-save']) throw new UsageError('expected --save or --no-save, got both')
  for (const [option, ...owners] of [['contacts', 'kernel'], ['grains', 'step', 'scaling', 'peers'], ['engine', 'peers'], ['dimension', 'peers']]) {
    if (values[option] === undefined) continue
    if (!owners.includes(name)) throw new UsageError(`--${option} is an option of ${owners.join(' and ')}`)
    if (option === 'engine') {
      values.engine = values.engine.split(',')
      continue
    }
    values[option] = values[option].split(',').map(Number)
    if (!values[option].every((n) => Number.isInteger(n) && n > 0))
      throw new UsageError(`--${option}: expected whole numbers above zero, separated by commas`)
  }
  if (values.dimension) [values.dimension] = values.dimension
  return { name, values }
}

/** Runs a bench and adds what it ran on. */
async function measure(name, { quick, contacts, grains, engine, dimension }) {
  const { [name]: bench } = await import(`./${name}.mjs`)
  if (typeof bench !== 'function') throw new Error(`bench/${name}.mjs should export a function ${name}`)
  const begun = performance.now()
  /** Says what is done; with the share of the work that is done, how long the rest will take. */
  const progress = (words, share = 0) => {
    const left = share > 0 ? (performance.now() - begun) / 1e3 * (1 / share - 1) : NaN
    console.error(`${name}: ${words}${left >= 0 ? ` (${Math.round(100 * share)} %, about ${Math.ceil(left)} s left)` : ''}`)
  }
  const result = await bench({ quick, contacts, grains, engine, dimension, progress })
  return { bench: name, date: new Date().toISOString().slice(0, 10), quick, machine: machine(), ...result }
}

/** A bench may know better how its rows read. */
async function show(document) {
  const { print = printTables } = await import(`./${document.bench}.mjs`)
  print(document)
}

/** Rows as a table, other tables of a document after it. */
function printTables({ bench, rows, machine: { cpu, cores, node }, ...others }) {
  console.log(`${bench}: ${cpu}, ${cores} cores, Node ${node}`)
  console.table(rows)
  for (const [key, value] of Object.entries(others)) {
    if (value === null || typeof value !== 'object') continue
    console.log(key)
    console.table(Array.isArray(value) ? value : [value])
  }
}

async function writePage() {
  const { page } = await import('./page.mjs')
  for (const file of page()) console.error(`wrote ${file}`)
}

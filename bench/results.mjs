// What is kept: bench/results/, a file a machine, in it a part a bench. A run replaces its own part only.

import { mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { slug } from './machine.mjs'

const folder = fileURLToPath(new URL('results/', import.meta.url))

/** Keeps a document; returns the name of the file, from the root of the project. */
export function keep(document) {
  mkdirSync(folder, { recursive: true })
  const name = `${slug(document.machine)}.json`
  const { benches } = read(name)
  const { machine } = document
  const all = { machine, benches: { ...benches, [document.bench]: document } }
  const path = join(folder, name)
  writeFileSync(`${path}.part`, JSON.stringify(all, null, 1) + '\n') // whole or not at all
  renameSync(`${path}.part`, path)
  return `bench/results/${name}`
}

function read(name) {
  try {
    return JSON.parse(readFileSync(join(folder, name), 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return { benches: {} }
    throw new Error(`bench/results/${name} cannot be read: ${error.message}`)
  }
}

/** All machines with their results, by name of the file without its ending. */
export function allResults() {
  let names = []
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.json')).sort()
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
  return names.map((name) => ({ name: name.slice(0, -'.json'.length), ...read(name) }))
}

// Tests run in both builds: the release that people get, and the debug build with its asserts.

import { readFileSync } from 'node:fs'
import { load, type Engine } from '../../src/index.js'

export type Build = 'release' | 'debug'
export const builds: readonly Build[] = ['release', 'debug']

export function bytesOf(build: Build): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(`../../build/${build}.wasm`, import.meta.url)))
}

const engines = new Map<Build, Promise<Engine>>()

export function engineOf(build: Build): Promise<Engine> {
  if (!engines.has(build)) engines.set(build, load({ bytes: bytesOf(build) }))
  return engines.get(build)!
}

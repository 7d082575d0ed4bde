// The memory floor: the least time that the bytes of an update take at the speed of a stream.
//
//   bytes an update = (192 records + 128 bodies) / updates,   counted in a window of 256 successive updates
//
// A pair's record is two cache lines (128 bytes) that are read; only the second, with the impulses, is written back (64). A
// body's record is one line, read and written (64 + 64). Within a window, as long as a block of the block-random order,
// lines stay in the first-level cache and count once; between windows they come from where the whole set lives, and the
// stream that they are measured against has the same size. In sorted and block-random order two updates share a record and
// neighbours share bodies; in random order hardly anything is shared.

import { cpuSeconds } from './timing.mjs'

const WINDOW = 256
const RECORD_BYTES = 128 + 64
const BODY_BYTES = 64 + 64

/**
 * Of the contacts of a world, which are stored along the curve as the sweep has them.
 * @param pairs of body rows; below zero: a wall, which has a record of its own at every contact
 * @param scattered whether successive updates have nothing to do with each other
 */
export function bytesPerUpdate(pairs, scattered) {
  const contacts = pairs.length / 2
  const windows = Math.max(1, Math.floor(contacts / WINDOW))
  const size = Math.min(WINDOW, contacts)
  let bytes = 0
  for (let window = 0; window < windows; window++) {
    const bodies = new Set()
    let walls = 0
    for (let k = 0; k < size; k++) {
      // a window of the scattered order: contacts as far from each other as there are windows
      const c = scattered ? k * windows + window : window * WINDOW + k
      for (const body of pairs.subarray(2 * c, 2 * c + 2)) body < 0 ? walls++ : bodies.add(body)
    }
    bytes += RECORD_BYTES * (scattered && windows > 1 ? size : size / 2) + BODY_BYTES * (bodies.size + walls)
  }
  return bytes / windows / size
}

/**
 * Bytes a nanosecond of a stream in JavaScript, where there is no C compiler. One number of a line stands for all of it: the
 * line is what memory moves, and a script that read every number would measure itself.
 */
export function streamInScript(contacts, bodies, passes) {
  const records = new Float64Array(8 * contacts) // 16 numbers, two lines, for every two
  const lines = new Float64Array(8 * bodies)
  const stream = () => {
    for (let at = 8; at < records.length; at += 16) records[at] += records[at - 8]
    for (let at = 0; at < lines.length; at += 8) lines[at] += 1
  }
  stream() // compiles, and fills the cache
  const seconds = cpuSeconds(() => { for (let k = 0; k < passes; k++) stream() })
  return passes * (RECORD_BYTES * contacts / 2 + BODY_BYTES * bodies) / (1e9 * seconds)
}

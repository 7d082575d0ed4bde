// The section about the kernel.

import { COLOURS, logLogPlot } from '../plot.mjs'
import { table } from './table.mjs'

export function section({ rows, compiler }, picture) {
  const orders = [...new Set(rows.map(({ order }) => order))]
  const of = (order, key) => rows.filter((row) => row.order === order && row[key] !== null).map((row) => ({ x: row.contacts, y: row[key] }))
  const series = orders.flatMap((order, k) => [
    { name: `${order}, engine`, points: of(order, 'wasmNs'), colour: COLOURS[k] },
    { name: `${order}, C`, points: of(order, 'nativeNs'), colour: COLOURS[k], dash: '6 4' },
    // sorted moves as many bytes as block-random
    ...(order === 'sorted' ? [] : [{ name: `${order}, memory floor`, points: of(order, 'floorNs'), colour: COLOURS[k], dash: '1.5 4', marks: false }]),
  ]).filter(({ points }) => points.length > 0)
  return [
    `Nanoseconds of one contact update in three dimensions, that is the time of a sweep over the number of contacts: a cubic lattice
of spheres, μ = 0.3, ${compiler ? `beside the same algorithm on the same records in C (\`${compiler}\`)` : 'no C compiler was there to compare with'}.`,
    `*Sorted* goes through the contacts one by one along a curve through space, *random* in the fully random order of the papers; both
are scalar, here and in C. *Block-random*, the default, goes through blocks of 128 pairs, two contacts at once in 128-bit lanes,
here and in C. C may join a product and a sum into one operation where the processor has it (FMA), WebAssembly may not.`,
    picture('Nanoseconds a contact update', 'kernel', logLogPlot({
      title: 'A contact update', xLabel: 'contacts', yLabel: 'ns of CPU time an update', series,
    })),
    table(rows, [
      ['contacts', 'contacts'], ['order', 'order'], ['engine, ns', 'wasmNs'], ['C, ns', 'nativeNs'], ['ratio', 'ratio'],
      ['floor, ns', 'floorNs'], ['bytes an update', 'bytesPerUpdate'], ['stream, bytes/ns', 'streamBytesPerNs'],
    ]),
    `The *memory floor* is the number of bytes that an update moves over the speed of a stream through as many records, read and
written in place as the kernel does and measured in the same rounds:`,
    '    bytes an update = (192 records + 128 bodies) / updates,   counted over 256 successive updates',
    `Of a pair's record both cache lines are read and one is written back (128 + 64 bytes), a body's line is read and written (64 +
64). Two updates share a record and neighbours share bodies, except in random order. The floor knows of bandwidth only, not of the
time until a line arrives.`,
    `Medians are over the rounds of one process. Now and then a process runs the block-random order markedly slower from beginning to
end, with everything else as usual; why is not known. If the figures look odd, run it again and compare.`,
  ].join('\n\n')
}

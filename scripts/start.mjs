// The main job: a packing of 2000 disks settles and is compressed. Shows progress, prints a table, and writes the force
// network (SVG, PNG) and the contacts (CSV) to out/. Ctrl-C keeps what was done; the next start goes on from there.

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Presets, SingleBar } from 'cli-progress'
import { Resvg } from '@resvg/resvg-js'
import { load } from 'signorini'
import { forceNetwork } from 'signorini/plot'
import { Packing } from 'signorini/studies'

const out = fileURLToPath(new URL('../out/', import.meta.url))
const kept = { world: join(out, 'packing.snapshot'), progress: join(out, 'packing.progress.json') }
mkdirSync(out, { recursive: true })

const engine = await load()
const packing = begin()
let interrupted = false
process.once('SIGINT', () => { interrupted = true })
await run()
if (interrupted) keep()
else finish()

function begin() {
  if (!existsSync(kept.world) || !existsSync(kept.progress)) return Packing.start(engine)
  try {
    const packing = Packing.resume(engine, new Uint8Array(readFileSync(kept.world)), JSON.parse(readFileSync(kept.progress, 'utf8')))
    console.log(`going on at step ${packing.done} (delete out/packing.* to begin anew)`)
    return packing
  } catch (error) {
    console.log(`out/packing.snapshot cannot be used (${error.message}); beginning anew`)
    return Packing.start(engine)
  }
}

async function run() {
  const { grains } = packing.progress.options
  console.log(`${grains} polydisperse disks fall into a box, come to rest, and are compressed by a piston`)
  const bar = new SingleBar({
    format: ' {bar} {percentage}% | step {value}/{total} | {phase} | {sweeps} sweeps | {eta_formatted} left',
    hideCursor: true,
    noTTYOutput: true,
    notTTYSchedule: 5000,
    etaBuffer: 100,
  }, Presets.shades_classic)
  bar.start(packing.total, packing.done, { phase: packing.phase, sweeps: 0 })
  while (packing.done < packing.total && !interrupted) {
    packing.step(() => performance.now())
    bar.update(packing.done, { phase: packing.phase, sweeps: packing.world.report.sweeps })
    if (packing.done % 10 === 0) await new Promise((resolve) => setImmediate(resolve)) // lets the bar draw and Ctrl-C in
  }
  bar.stop()
}

/** Whole files or none: written beside, then renamed. */
function write(path, content) {
  writeFileSync(`${path}.part`, content)
  renameSync(`${path}.part`, path)
}

function keep() {
  write(kept.world, packing.world.snapshot())
  write(kept.progress, JSON.stringify(packing.progress))
  console.log(`stopped at step ${packing.done} of ${packing.total}; npm start goes on from here`)
  process.exitCode = 130
}

function finish() {
  const r = packing.result()
  const rows = [
    ['grains', r.grains],
    ['contacts that carry force', r.contacts],
    ['sweeps per step', r.sweepsPerStep.toFixed(1)],
    ['contact updates per second', `${(r.updatesPerSecond / 1e6).toFixed(1)} million`],
    ['overlap, mean / largest (mean radii)', `${r.meanOverlap.toExponential(1)} / ${r.largestOverlap.toExponential(1)}`],
    ['violation of the contact law (mean impulses)', r.residual.toExponential(1)],
    ['coordination number', `${r.coordination.toFixed(2)} (${r.coordinationWithoutRattlers.toFixed(2)} without ${r.rattlers} rattlers)`],
    ['floor force / weight, before the piston', `${r.floorOverWeight.toFixed(3)} (side walls carry ${(1 - r.floorOverWeight).toFixed(3)})`],
    ['floor force / (weight + piston), after', `${r.floorShare.toFixed(3)} (side walls carry ${r.wallShare.toFixed(3)})`],
    ['computing time', `${r.seconds.toFixed(1)} s for ${packing.total} steps`],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  console.log()
  for (const [name, value] of rows) console.log(`  ${name.padEnd(width)}  ${value}`)
  const svg = forceNetwork(packing.world, {
    title: `Force chains: ${r.grains} disks under gravity and a piston`,
    caption: `width of a bar: normal force; dark above the mean. mu = ${packing.progress.options.friction}, ${r.contacts} contacts`,
  })
  write(join(out, 'force-network.svg'), svg)
  write(join(out, 'force-network.png'), new Resvg(svg, { font: { loadSystemFonts: true } }).render().asPng())
  write(join(out, 'contacts.csv'), packing.contactsCsv())
  rmSync(kept.world, { force: true })
  rmSync(kept.progress, { force: true })
  console.log('\n  look at out/force-network.png (or .svg); the contacts are in out/contacts.csv')
}

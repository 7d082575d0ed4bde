// docs/benchmarks.md and its pictures from bench/results/: every number on the page comes from there. A bench has its section
// in page/<bench>.mjs, a function `section(document, picture)` that returns Markdown; one without gets a plain table.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { allResults } from './results.mjs'
import * as kernel from './page/kernel.mjs'
import * as scaling from './page/scaling.mjs'
import { table } from './page/table.mjs'

const docs = new URL('../docs/', import.meta.url)

/** Others bring their sections with them, if they are there. */
const sections = { kernel, scaling, ...await others('step', 'peers') }
const ORDER = ['kernel', 'step', 'peers', 'scaling']

async function others(...names) {
  const found = {}
  for (const name of names) {
    const file = new URL(`page/${name}.mjs`, import.meta.url)
    if (existsSync(file)) found[name] = await import(file.href)
  }
  return found
}

/** Writes page and pictures; returns their names, from the root of the project. */
export function page() {
  mkdirSync(new URL('images/', docs), { recursive: true })
  const written = []
  const write = (name, words) => {
    writeFileSync(fileURLToPath(new URL(name, docs)), words)
    written.push(`docs/${name}`)
  }
  const machines = allResults()
  const parts = machines.flatMap(({ name, machine, benches }) => [
    `## ${machine.cpu}, ${machine.cores} ${machine.cores === 1 ? 'core' : 'cores'}`,
    `${machine.platform}, Node ${machine.node}; [results](../bench/results/${name}.json).`,
    ...Object.values(benches)
      .sort((a, b) => ORDER.indexOf(a.bench) - ORDER.indexOf(b.bench))
      .flatMap((document) => {
        const picture = (title, label, svg) => {
          const file = `images/bench-${label}-${name}.svg`
          write(file, svg)
          return `![${title}](${file})`
        }
        return [`### ${document.bench}`, measured(document), (sections[document.bench]?.section ?? plain)(document, picture)]
      }),
  ])
  write('benchmarks.md', `${[INTRODUCTION, ...(parts.length > 0 ? parts : ['Nothing has been measured yet.'])].join('\n\n')}\n`)
  return written
}

const INTRODUCTION = `# Benchmarks

Written by \`npm run bench -- page\` from the files in [bench/results](../bench/results), one a machine; do not edit. \`npm run
bench\` measures everything anew and writes this page, \`npm run bench -- kernel\` (or another) one part; \`--quick\` takes less than
a minute, \`--json\` prints one JSON document.

Times are CPU times, medians of rounds in which everything that is compared takes its turn, because the machine may not be
idle. Ratios and exponents carry over to other machines, nanoseconds do not.`

function measured({ bench, date, quick }) {
  return `Measured ${date} by \`npm run bench -- ${bench}${quick ? ' --quick' : ''}\`.`
}

function plain({ rows }) {
  return table(rows, Object.keys(rows[0] ?? {}).map((key) => [key, key]))
}

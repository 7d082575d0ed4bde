// The section that compares with other engines: a figure of accuracy against cost a bed, the rows, the verdict.

import { logLogPlot } from '../plot.mjs'
import { table } from './table.mjs'

export function section({ rows, skipped, setup, verdict }, picture) {
  const beds = [...new Map(rows.map(({ dimension, grains }) => [`${dimension}-${grains}`, { dimension, grains }])).values()]
  return [
    `A settled bed of grains in a box about as wide as the bed is deep, radii 0.5 to 1, mu ${setup.friction}, no restitution, no sleeping, no
damping, one thread, ${setup.stepsPerSecond} steps a second. Every engine starts from the same positions, at rest and with mean overlaps of 3e-5 to 8e-5 radii, runs ${setup.seconds}
seconds, and is swept over its own iterations; "tuned" are stiffer contacts or a smaller slop. This is a bed at rest: what
engines do in motion is another question.`,
    verdict && `**${verdict.sentence}**`,
    ...beds.flatMap(({ dimension, grains }) => {
      const here = rows.filter((row) => row.dimension === dimension && row.grains === grains)
      const title = `${grains} ${dimension === 3 ? 'spheres' : 'disks'} at rest`
      return [
        `#### ${title}`,
        picture(`Overlap against cost, ${title}`, `peers-${dimension}d-${grains}`, overlapAgainstCost(here, title, verdict?.target)),
        table(here, [
          ['engine', ({ engine, version }) => `${engine} ${version}`], ['setting', 'setting'], ['ms a step', 'cpuMsPerStep'],
          ['mean overlap', 'meanOverlap'], ['largest', 'maxOverlap'], ['creep', 'creep'], ['jitter', 'jitter'],
          ['imbalance', 'imbalance'], ['floor', 'floorOverWeight'],
        ]),
      ]
    }),
    `Overlap in mean radii, over pairs with a gap below ${setup.touching} of one, by one function from the positions of each engine. Creep: mean
displacement in the last second, in sqrt(g r). Jitter: mean speed by the engine's velocities, same unit. Imbalance: change of a grain's
velocity in a step over g times the step, that is the force left on it over its weight. Floor: normal force on the floor over
the weight, as the engine tells it; the walls carry the rest.`,
    skipped.length > 0 && `Skipped: ${skipped.map(({ engine, setting, dimension, grains, why }) => `${engine}, ${setting}, ${grains} in ${dimension}D (${why})`).join('; ')}.`,
  ].filter(Boolean).join('\n\n')
}

/** Hollow marks creep more than is asked for: the grains are not at rest. */
export function overlapAgainstCost(rows, title, target) {
  const creeps = ({ creep }) => target !== undefined && creep > target.creep
  const engines = [...new Set(rows.map(({ engine }) => engine))]
  const costs = rows.map(({ cpuMsPerStep }) => cpuMsPerStep)
  const goal = (meanOverlap) => ({
    name: `asked for: ${meanOverlap}`, points: [Math.min(...costs), Math.max(...costs)].map((x) => ({ x, y: meanOverlap })),
  })
  return logLogPlot({
    title: `${title} (hollow: still creeping)`, xLabel: 'CPU ms a step', yLabel: 'mean overlap in radii',
    series: engines.map((engine) => ({
      name: engine.split('/').at(-1), // without the scope of its package
      line: false,
      points: rows.filter((row) => row.engine === engine).map((row) => ({
        x: row.cpuMsPerStep, y: row.meanOverlap, label: row.isDefault ? 'default' : '', hollow: creeps(row),
      })),
    })),
    lines: target ? [goal(target.meanOverlap)] : [],
  })
}

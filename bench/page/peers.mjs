// The section that compares with other engines: a figure of accuracy against cost a bed, the rows, the verdict.

import { logLogPlot } from '../plot.mjs'
import { number, table } from './table.mjs'

export function section({ rows, beds, skipped, setup, verdict }, picture) {
  const sizes = [...new Map(rows.map(({ dimension, grains }) => [`${dimension}-${grains}`, { dimension, grains }])).values()]
  return [
    `A settled bed of grains in a box about as wide as the bed is deep, radii 0.5 to 1, mu ${setup.friction}, no restitution, no
sleeping, no damping, one thread, ${setup.stepsPerSecond} steps a second. Every engine starts from the same positions, at rest, with zero forces,
runs ${setup.seconds} seconds, and is swept over its own iterations; "tuned" are stiffer contacts or a smaller slop. This is a bed at rest:
what engines do in motion is another question.`,
    `Positions do not tell the forces where there is friction: a bed that is held by the forces of its history may slide for seconds
once they are forgotten, in an engine whose forces converge, while one that leaves them half done sinks, sticks and looks stiller. So
the bed is not handed over before it bears that: its forces are forgotten, with a converged first step, up to ${setup.forgetting.times} times, until
the grains move by less than ${number(setup.forgetting.moved)} radii in the mean. ${begins(beds)}`,
    verdict && `**${verdict.sentence}**`,
    ...sizes.flatMap(({ dimension, grains }) => {
      const here = rows.filter((row) => row.dimension === dimension && row.grains === grains)
      const title = `${grains} ${dimension === 3 ? 'spheres' : 'disks'} at rest`
      return [
        `#### ${title}`,
        picture(`Overlap against cost, ${title}`, `peers-${dimension}d-${grains}`, overlapAgainstCost(here, title, verdict?.target)),
        table(here, [
          ['engine', ({ engine, version }) => `${engine} ${version}`], ['setting', 'setting'], ['ms a step', 'cpuMsPerStep'],
          ['mean overlap', 'meanOverlap'], ['largest', 'maxOverlap'], ['creep before', 'creepBefore'], ['creep', 'creep'], ['jitter', 'jitter'],
          ['imbalance', 'imbalance'], ['floor', 'floorOverWeight'],
        ]),
      ]
    }),
    `Overlap in mean radii, over pairs with a gap below ${setup.touching} of one, by one function from the positions of each engine. Creep:
mean displacement in the last second, in sqrt(g r), beside that in the second before: where they differ much, the bed was still coming to
rest; what is left in a bed at rest are a few spheres that roll, as nothing stops these. Jitter: mean speed by the engine's velocities,
same unit; grains that tremble on the spot have jitter and no creep. Imbalance: change of a grain's velocity in a step over g times
the step, that is the force left on it over its weight. Floor: normal force on the floor over the weight, as the engine tells it;
the walls carry the rest. A run may take ${setup.budget.others} CPU seconds, with the defaults of an engine ${setup.budget.default}.`,
    skipped.length > 0 && `Skipped: ${skipped.map(({ engine, setting, dimension, grains, why }) => `${engine}, ${setting}, ${grains} in ${dimension}D (${why})`).join('; ')}.`,
  ].filter(Boolean).join('\n\n')
}

function begins(beds) {
  const told = beds.map(({ dimension, grains, meanOverlap, moved }) =>
    `${number(grains)} ${dimension === 3 ? 'spheres' : 'disks'}: moved by ${number(moved)} the last time, mean overlap ${number(meanOverlap)}`)
  return `What the beds begin with, in radii: ${told.join('; ')}.`
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

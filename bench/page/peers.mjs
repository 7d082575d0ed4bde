// The section that compares with other engines: a figure of accuracy against cost a bed, the rows, the verdict.

import { logLogPlot } from '../plot.mjs'
import { number, table } from './table.mjs'

export function section({ rows, beds, skipped, setup, verdict }, picture) {
  const sizes = [...new Map(rows.map(({ dimension, grains }) => [`${dimension}-${grains}`, { dimension, grains }])).values()]
  return [
    `A settled bed of grains in a box about as wide as the bed is deep, radii 0.5 to 1, mu ${setup.friction}, no restitution, no
sleeping, no damping, one thread, ${setup.stepsPerSecond} steps a second. Every engine starts from the same positions, at rest, with zero forces,
runs ${[...new Set(beds.map(({ seconds }) => seconds))].sort().join(' or ')} seconds${shorter(beds)}, and is swept over its own iterations; "tuned" are stiffer contacts or a smaller slop. This is a bed at rest:
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
        picture(`Overlap against cost, ${title}`, `peers-${dimension}d-${grains}`, accuracyAgainstCost(here, title, verdict?.target, 'meanOverlap')),
        picture(`Creep against cost, ${title}`, `peers-creep-${dimension}d-${grains}`, accuracyAgainstCost(here, title, verdict?.target, 'creep')),
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
the walls carry the rest. A run may take ${setup.budget.others} CPU seconds, with the defaults of an engine ${setup.budget.default}.
In the pictures, less than ${number(MEASURES.creep.least)} is drawn there.`,
    ours(rows),
    skipped.length > 0 && `Skipped: ${skipped.map(({ engine, setting, dimension, grains, why }) => `${engine}, ${setting}, ${grains} in ${dimension}D (${why})`).join('; ')}.`,
  ].filter(Boolean).join('\n\n')
}

/** Cheap at rest, not in motion: to be said where only rest is measured. */
function ours(rows) {
  const sweeps = rows.filter(({ engine, setting }) => engine === 'signorini' && /default|tolerance/.test(setting)).map((row) => row.sweeps)
  if (sweeps.length === 0) return ''
  return `With a tolerance (its default too) signorini stops when the forces fit, and they start from those of the step before: here after
${Math.min(...sweeps)} to ${Math.max(...sweeps)} sweeps in the last step. While a bed comes to rest it takes up to as many as it is allowed, 1000 by default. Fixed
sweeps cost about the same in motion.`
}

/** Where beds were given different times: those that got less. */
function shorter(beds) {
  const longest = Math.max(...beds.map(({ seconds }) => seconds))
  const few = beds.filter(({ seconds }) => seconds < longest)
  return few.length === 0 ? '' : ` (the shorter: ${few.map(({ dimension, grains, seconds }) => `${number(grains)} grains in ${dimension}D, ${seconds}`).join('; ')}; with fewer settings)`
}

function begins(beds) {
  const told = beds.map(({ dimension, grains, meanOverlap, moved }) =>
    `${number(grains)} ${dimension === 3 ? 'spheres' : 'disks'}: moved by ${number(moved)} the last time, mean overlap ${number(meanOverlap)}`)
  return `What the beds begin with, in radii: ${told.join('; ')}.`
}

/** The two measures that a target is set for. What is less than the least, far below the targets, is drawn there: a bed can be exactly at rest. */
const MEASURES = {
  meanOverlap: { label: 'mean overlap in radii', least: 2e-6, other: 'creep', tooMuch: 'creeps' },
  creep: { label: 'creep in sqrt(g r)', least: 2e-6, other: 'meanOverlap', tooMuch: 'overlaps' },
}

/** Marks are hollow where the other measure misses what is asked for; d beside a mark is the engine's default. */
export function accuracyAgainstCost(rows, title, target, measure) {
  const { label, least, other, tooMuch } = MEASURES[measure]
  const engines = [...new Set(rows.map(({ engine }) => engine))]
  const costs = rows.map(({ cpuMsPerStep }) => cpuMsPerStep)
  const goal = (y) => ({ name: `asked for: ${y}`, points: [Math.min(...costs), Math.max(...costs)].map((x) => ({ x, y })) })
  return logLogPlot({
    title: `${title} (d: default${target ? `; hollow: ${tooMuch} more than ${target[other]}` : ''})`, xLabel: 'CPU ms a step', yLabel: label,
    series: engines.map((engine) => ({
      name: engine.split('/').at(-1), // without the scope of its package
      line: false,
      points: rows.filter((row) => row.engine === engine).map((row) => ({
        x: row.cpuMsPerStep, y: Math.max(row[measure], least), label: row.isDefault ? 'd' : '', hollow: target !== undefined && row[other] > target[other],
      })),
    })),
    lines: target ? [goal(target[measure])] : [],
  })
}

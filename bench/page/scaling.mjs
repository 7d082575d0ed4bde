// The section about the growth of cost with the number of grains.

import { COLOURS, logLogPlot, shortNumber } from '../plot.mjs'
import { number, table } from './table.mjs'

export function section({ rows, exponents, threads = [], memory, tolerance }, picture) {
  const of = (mode, dimension) => rows.filter((row) => row.mode === mode && row.dimension === dimension)
  const slope = (mode, dimension, key) => exponents.find((e) => e.mode === mode && e.dimension === dimension && e.of === key)
  const range = (mode, dimension) => of(mode, dimension).map(({ grains }) => grains)
  /** Marks and the fitted line of each dimension. */
  const plot = (title, yLabel, mode, key) => logLogPlot({
    title, xLabel: 'grains', yLabel,
    series: [2, 3].map((d, k) => ({
      name: `${d}D`, colour: COLOURS[k], line: false, points: of(mode, d).map((row) => ({ x: row.grains, y: row[key] })),
    })),
    lines: [2, 3].map((d, k) => {
      const { exponent, factor } = slope(mode, d, key)
      const sizes = range(mode, d)
      return {
        name: `${d}D, fitted: N^${exponent.toFixed(2)}`, colour: COLOURS[k],
        points: [Math.min(...sizes), Math.max(...sizes)].map((x) => ({ x, y: factor * x ** exponent })),
      }
    }),
  })
  const sizes = (mode) => `${shortNumber(Math.min(...range(mode, 3)))} to ${shortNumber(Math.max(...range(mode, 3)))}`
  const [{ sweeps: fixed }] = of('sweeps', 3)

  return [
    'How the cost of a step grows with the number of grains N. Exponents are fitted to all sizes; ± is the standard error of the fit.',
    table(exponents, [
      ['mode', 'mode'], ['dimension', 'dimension'], ['what', ({ of: key }) => WORDS[key]], ['exponent', fitted],
      ['expected', ({ expected }) => expected.toFixed(2)],
    ]),
    `**sweeps**: a fixed number of sweeps (${fixed}), a lattice at rest of ${sizes('sweeps')} grains. Every stage is linear in
what it does; what is above 1 we put down to caches that are left behind on the way, as the nanoseconds an update show for the sweeps.`,
    picture('Cost of a step with a fixed number of sweeps', 'scaling-sweeps', plot('A step with a fixed number of sweeps', 'ms of CPU time a step', 'sweeps', 'cpuMsPerStep')),
    table(rows.filter(({ mode }) => mode === 'sweeps'), [
      ['dimension', 'dimension'], ['grains', 'grains'], ['contacts', 'contacts'], ['ms a step', 'cpuMsPerStep'],
      ['of that sweeps', 'cpuMsOfSweeps'], ['other stages', 'cpuMsOfTheRest'], ['ns an update', 'nsPerUpdate'],
      ['MiB', ({ memoryBytes }) => Math.round(memoryBytes / 2 ** 20)],
    ]),
    `A world of ${number(memory.grains)} spheres with ${number(memory.contacts)} contacts takes ${(memory.bytes / 2 ** 30).toFixed(2)} GiB, ${number(memory.bytesPerGrain)} bytes a grain.`,
    ...(threads.length === 0 ? [] : [
      `**threads**: the lattice with ${fixed} sweeps, \`load({ threads })\`; time on the wall. The bytes are ${threads.every(({ sameBytes }) => sameBytes) ? 'the same with any number of threads' : 'NOT the same'}.`,
      table(threads, [
        ['grains', 'grains'], ['contacts', 'contacts'], ['threads', 'threads'], ['ms a step', 'wallMsPerStep'], ['times as fast', 'speedup'],
      ]),
    ]),
    `**residual**: as many sweeps as it takes to meet the local criterion with ε = ${exponential(tolerance.residual)}. Forces spread by diffusion: a system of linear size
L takes L² sweeps (*Contact Dynamics for Beginners*, Eq. 1.34), and a step costs N^(1+2/d) (Eq. 1.35), that is N² in 2D and
N^(5/3) in 3D. The argument is about forces that have to be found from scratch all through the system: here a lattice under its
own weight, without a warm start. With one, a step whose forces are nearly those of the step before takes far fewer sweeps.`,
    `The exponents are a little below the argument's, because a criterion looks at the change in a sweep, and the longer the waves
that are left, the slower they change: the number of sweeps goes like L² ln(1/(ε L²)). The sweeps that it takes to make the
change ten times smaller are free of that logarithm.`,
    picture('Cost of a step to a fixed residual', 'scaling-residual', plot('A step from zero forces to a fixed residual', 'ms of CPU time a step', 'residual', 'cpuMsPerStep')),
    picture('Sweeps a decade of the residual', 'scaling-decade', plot('Sweeps that make the change ten times smaller', 'sweeps', 'residual', 'sweepsPerDecade')),
    table(rows.filter(({ mode }) => mode === 'residual'), [
      ['dimension', 'dimension'], ['grains', 'grains'], ['contacts', 'contacts'], ['sweeps', 'sweeps'],
      ['sweeps a decade', 'sweepsPerDecade'], ['ms a step', 'cpuMsPerStep'], ['residual left', 'residual'], ['runs', 'runs'],
    ]),
    `**packing**: the same for disordered packings at rest in a box, ε = ${exponential(tolerance.packing)}, medians over packings. Here even few grains
take many sweeps. We think that contacts on the verge of sliding and grains held by few others, of which the argument knows
nothing, relax slowly in small packings too, so that those of this size do not yet show how L² takes over; it
is not tested. The packings are few, and another set of them gives other exponents, by more than the standard error says.`,
    picture('Sweeps in disordered packings', 'scaling-packing', plot('Disordered packings from zero forces', 'sweeps', 'packing', 'sweeps')),
    table(rows.filter(({ mode }) => mode === 'packing'), [
      ['dimension', 'dimension'], ['grains', 'grains'], ['contacts', 'contacts'], ['sweeps', 'sweeps'],
      ['ms a step', 'cpuMsPerStep'], ['residual left', 'residual'], ['packings', 'runs'],
    ]),
  ].join('\n\n')
}

const WORDS = {
  cpuMsPerStep: 'time of a step', cpuMsOfSweeps: 'time of the sweeps', cpuMsOfTheRest: 'time of the other stages',
  sweeps: 'sweeps', sweepsPerDecade: 'sweeps that make the change ten times smaller',
}

/** With as many digits as its error has. */
function fitted({ exponent, error }) {
  const digits = error !== null && error < 0.0095 ? 3 : 2
  return `${exponent.toFixed(digits)}${error === null ? '' : ` ± ${error.toFixed(digits)}`}`
}

/** 1e-6 */
function exponential(value) {
  return value.toExponential(0)
}

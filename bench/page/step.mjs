// The section about the stages of a step.

import { shareBars } from '../bars.mjs'
import { COLOURS, logLogPlot, shortNumber } from '../plot.mjs'
import { number, table } from './table.mjs'

/** Stages that are drawn as one. */
const GROUPS = {
  sweeps: ['sweeps'], prepare: ['prepare', 'free'], residual: ['residual'], ledger: ['ledger', 'motion'],
  'check, list, velocities': ['check', 'list', 'velocities'], 'keep, advance, gaps': ['keep', 'advance', 'gaps'],
  'curve, cells': ['curve', 'cells'], search: ['search'], 'match, deal, colour': ['match', 'deal', 'colour'],
}

export function section({ rows, flow, checks, verdict, sweeps, compiler }, picture) {
  const cases = [...new Set(rows.map((row) => row.case))]
  const sizes = [...new Set(rows.map(({ grains }) => grains))]
  const of = (name, grains) => rows.filter((row) => row.case === name && row.grains === grains)
  const bars = cases.flatMap((name) => sizes.map((grains) => ({
    label: `${name}, ${shortNumber(grains)}`,
    shares: Object.fromEntries(Object.entries(GROUPS).map(([group, stages]) =>
      [group, of(name, grains).filter(({ stage }) => stages.includes(stage)).reduce((sum, { share }) => sum + share, 0)])),
  })))
  const compared = rows.filter(({ ratio }) => ratio !== null)
  const stages = [...new Set(compared.map(({ stage }) => stage))]
  const perGrain = (stage, key) => compared.filter((row) => row.stage === stage).map((row) => ({ x: row.grains, y: 1e6 * row[key] / row.grains }))
  const cell = (name, stage, grains) => {
    const row = of(name, grains).find((one) => one.stage === stage)
    return row && `${number(row.ms)} (${(100 * row.share).toFixed(1)} %)`
  }
  const stageTable = (name) => table([...new Set(rows.filter((row) => row.case === name).map(({ stage }) => stage))], [
    ['stage', (stage) => stage], ['what it does', (stage) => WORDS[stage]],
    ...sizes.map((grains) => [`${shortNumber(grains)} grains`, (stage) => cell(name, stage, grains)]),
  ])
  return [
    `Where the CPU time of a step with ${sweeps} sweeps goes: a disordered packing of spheres in a box, friction 0.3, about 2.8 contacts a
grain. *Kept* is a step that still has the list of candidates of an earlier one, as at rest; *searched* one that makes it anew.`,
    `**${verdict.sentence}**`,
    picture('Shares of a step', 'step-shares', shareBars({ title: `A step with ${sweeps} sweeps, by case and grains`, names: Object.keys(GROUPS), bars })),
    'Milliseconds (share) of a step that keeps its list:',
    stageTable('kept'),
    'and of one that searches:',
    stageTable('searched'),
    stages.length > 0 && `The stages that a search brings, beside the same algorithms on the same data in C (\`${compiler}\`). Numbers of cells, candidates,
matches, pairs and colours, and hashes of all that the stages leave, ${verdict.sameAsInC ? 'are the same' : 'differ'}.`,
    stages.length > 0 && picture('Stages of a search beside C', 'step-native', logLogPlot({
      title: 'Stages of a search, engine and C', xLabel: 'grains', yLabel: 'ns of CPU time a grain',
      series: stages.flatMap((stage, k) => [
        { name: `${stage}, engine`, points: perGrain(stage, 'ms'), colour: COLOURS[k] },
        { name: `${stage}, C`, points: perGrain(stage, 'nativeMs'), colour: COLOURS[k], dash: '6 4' },
      ]),
    })),
    stages.length > 0 && table(stages, [
      ['engine over C', (stage) => stage],
      ...sizes.map((grains) => [`${shortNumber(grains)} grains`, (stage) => compared.find((row) => row.stage === stage && row.grains === grains)?.ratio]),
    ]),
    checks.length > 0 && table(checks, [
      ['grains', 'bodies'], ['cells', 'cells'], ['candidates', 'candidates'], ['matches', 'matches'], ['pairs', 'pairs'], ['colours', 'colours'],
    ]),
    'How often grains that flow need a search, and what that makes of a step:',
    table(flow, [
      ['scene', ({ scene, dimension }) => `${scene}, ${dimension}D`], ['grains', 'grains'], ['contacts', 'contacts'], ['steps', 'steps'],
      ['steps that searched', ({ searchedShare }) => `${number(100 * searchedShare)} %`], ['ms a step', 'msPerStep'],
      ['all but the sweeps', ({ othersShare }) => `${number(100 * othersShare)} %`],
    ]),
  ].filter(Boolean).join('\n\n')
}

const WORDS = {
  check: 'numbers that people may have written', list: 'does the list of candidates hold', curve: 'reaches, and numbers along a curve',
  cells: 'bodies into cells', search: 'candidates from the cells around, and boundaries', match: 'contacts of the step before, for the warm start',
  deal: 'contacts into pairs', colour: 'patches of blocks into colours', free: 'velocities without contacts',
  prepare: 'records of the solver', sweeps: 'the sweeps', velocities: 'finite, and within reach', keep: 'impulses back to the contacts',
  residual: 'violation of the contact law', ledger: 'energy, work, momentum', advance: 'bodies move', gaps: 'gaps and overlaps after that',
  motion: 'energy and momentum after that',
}

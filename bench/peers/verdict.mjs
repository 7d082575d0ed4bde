// What the comparison says: is this library cheaper than every peer that reaches the accuracy asked for, and cheaper than
// the two fastest peers at their defaults when it is as accurate as they are.

/** Mean overlap in radii and creep in sqrt(g r). */
export const TARGET = { meanOverlap: 2e-4, creep: 1e-3 }
const OURS = 'signorini'
const PREFERRED = { dimension: 3, grains: 5000 }

export function judge(rows) {
  const bed = chooseBed(rows)
  if (!bed) return null
  const here = rows.filter((row) => row.dimension === bed.dimension && row.grains === bed.grains)
  const ours = here.filter((row) => row.engine === OURS)
  const peers = here.filter((row) => row.engine !== OURS)

  const best = cheapest(ours.filter((row) => reaches(row, TARGET)))
  const reaching = [...new Set(peers.map((row) => row.engine))]
    .map((engine) => cheapest(peers.filter((row) => row.engine === engine && reaches(row, TARGET))))
    .filter((row) => row !== undefined)
    .sort((a, b) => a.cpuMsPerStep - b.cpuMsPerStep)
  const cheaperThanAll = best !== undefined && reaching.every((row) => best.cpuMsPerStep < row.cpuMsPerStep)

  const atDefaults = peers.filter((row) => row.isDefault).sort((a, b) => a.cpuMsPerStep - b.cpuMsPerStep).slice(0, 2).map((peer) => {
    const as = cheapest(ours.filter((row) => reaches(row, peer)))
    return { peer: brief(peer), signorini: brief(as), cheaper: as !== undefined && as.cpuMsPerStep < peer.cpuMsPerStep }
  })
  const verdict = {
    ...bed, target: TARGET, signorini: brief(best), peersThatReachIt: reaching.map(brief), cheaperThanAll, atDefaults,
    met: cheaperThanAll && atDefaults.length > 0 && atDefaults.every(({ cheaper }) => cheaper),
  }
  return { ...verdict, sentence: sentence(verdict) }
}

/** 5000 spheres if they were measured, or else what is there. */
function chooseBed(rows) {
  const ours = rows.filter((row) => row.engine === OURS)
  const row = ours.find((r) => r.dimension === PREFERRED.dimension && r.grains === PREFERRED.grains) ?? ours.at(-1)
  return row && { dimension: row.dimension, grains: row.grains }
}

function reaches(row, { meanOverlap, creep }) {
  return row.meanOverlap <= meanOverlap && row.creep <= creep
}

function cheapest(rows) {
  return rows.reduce((best, row) => (best === undefined || row.cpuMsPerStep < best.cpuMsPerStep ? row : best), undefined)
}

function brief(row) {
  if (!row) return null
  const { engine, setting, cpuMsPerStep, meanOverlap, creep } = row
  return { engine, setting, cpuMsPerStep, meanOverlap, creep }
}

function sentence({ dimension, grains, signorini, peersThatReachIt, cheaperThanAll, atDefaults, met }) {
  const told = (row) => `${row.engine} (${row.setting}) ${row.cpuMsPerStep} ms`
  const asked = `mean overlap ${TARGET.meanOverlap} r and creep ${TARGET.creep} sqrt(g r)`
  const first = signorini
    ? `At ${asked}, ${grains} grains, ${dimension}D: ${told(signorini)} a step, ` +
      (peersThatReachIt.length === 0 ? 'and no peer gets there' :
        `${cheaperThanAll ? 'less than' : 'not less than'} every peer that gets there: ${peersThatReachIt.map(told).join(', ')}`)
    : `signorini does not reach ${asked} with ${grains} grains, ${dimension}D`
  const second = atDefaults.map(({ peer, signorini: as, cheaper }) => as
    ? `at the accuracy of ${told(peer)}: ${told(as)}${cheaper ? '' : ', not cheaper'}`
    : `the accuracy of ${told(peer)} is not reached`)
  return `${met ? 'Met' : 'Not met'}. ${[first, ...second].join('; ')}.`
}

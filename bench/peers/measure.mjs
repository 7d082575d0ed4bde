// Accuracy by one measure for all engines: true geometry in f64, from the positions that an engine gives and the radii
// that it was given. Never an engine's own word for a gap.

/**
 * A pair touches if its gap is below this, in mean radii. Engines that hold grains a little apart still touch; a settled
 * bed has some five per cent more such pairs than contacts, and they count as no overlap.
 */
export const TOUCHING = 1e-3

/** Over all touching pairs, grains with grains and grains with walls: overlap in mean radii. */
export function overlaps(bed, positions) {
  const near = TOUCHING * bed.meanRadius
  let touching = 0, sum = 0, max = 0
  const look = (gap) => {
    if (!(gap < near)) return
    const overlap = Math.max(0, -gap)
    touching++
    sum += overlap
    max = Math.max(max, overlap)
  }
  eachWallGap(bed, positions, look)
  eachPairGap(bed, positions, look)
  const lost = countLost(bed, positions)
  return { touching, lost, meanOverlap: touching ? sum / touching / bed.meanRadius : 0, maxOverlap: max / bed.meanRadius }
}

function eachWallGap({ dimension, radii, width }, positions, look) {
  for (let k = 0; k < radii.length; k++) {
    look(positions[3 * k + dimension - 1] - radii[k])
    for (let e = 0; e < dimension - 1; e++) {
      look(positions[3 * k + e] - radii[k])
      look(width - positions[3 * k + e] - radii[k])
    }
  }
}

/** Grains whose centre has left the box, or is no number. */
function countLost({ dimension, radii, width }, positions) {
  let lost = 0
  for (let k = 0; k < radii.length; k++) {
    let inside = positions[3 * k + dimension - 1] > 0
    for (let e = 0; e < dimension - 1; e++) inside &&= positions[3 * k + e] > 0 && positions[3 * k + e] < width
    if (!inside) lost++
  }
  return lost
}

/** Pairs in the same or neighbouring cells, each once. Cells are sorted by a map, so that a bed may be anywhere. */
function eachPairGap({ radii, meanRadius }, positions, look) {
  const size = 2 * radii.reduce((a, b) => Math.max(a, b), 0) + TOUCHING * meanRadius
  const cells = new Map()
  const cellOf = (k, e) => Math.floor(positions[3 * k + e] / size)
  const key = (x, y, z) => (x + 512) + 4096 * (y + 512) + 4096 * 4096 * (z + 512)
  for (let k = 0; k < radii.length; k++) {
    const x = cellOf(k, 0), y = cellOf(k, 1), z = cellOf(k, 2)
    for (let i = x - 1; i <= x + 1; i++)
      for (let j = y - 1; j <= y + 1; j++)
        for (let l = z - 1; l <= z + 1; l++)
          for (const other of cells.get(key(i, j, l)) ?? [])
            look(distance(positions, k, positions, other) - radii[k] - radii[other])
    const own = key(x, y, z)
    if (!cells.has(own)) cells.set(own, [])
    cells.get(own).push(k)
  }
}

function distance(a, k, b, l) {
  return Math.hypot(a[3 * k] - b[3 * l], a[3 * k + 1] - b[3 * l + 1], a[3 * k + 2] - b[3 * l + 2])
}

/** Mean distance between two states, over the time between them, in sqrt(g r). */
export function meanSpeed(bed, before, after, seconds) {
  let sum = 0
  for (let k = 0; k < bed.grains; k++) sum += distance(before, k, after, k)
  return sum / bed.grains / seconds / Math.sqrt(bed.gravity * bed.meanRadius)
}

/** Mean force that is left on a grain over its weight: the change of its velocity in a step over g times the step. */
export function meanImbalance(bed, before, after, timeStep) {
  let sum = 0
  for (let k = 0; k < bed.grains; k++) sum += distance(before, k, after, k)
  return sum / bed.grains / timeStep / bed.gravity
}

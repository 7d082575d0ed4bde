// What geometry tells of one pair: the gap g between the surfaces (negative: overlap) and the unit normal n from body 0
// to body 1 (003 Fig. 3). A file a pair of shapes; each writes its answer here, because a function returns one number.

export let gap: f64 = 0
export let normalX: f64 = 0
export let normalY: f64 = 0
export let normalZ: f64 = 0

@inline
export function place(g: f64, x: f64, y: f64, z: f64): void {
  assert(abs(x * x + y * y + z * z - 1) < 1e-9, 'normals are unit vectors')
  gap = g
  normalX = x
  normalY = y
  normalZ = z
}

/** Shorter than this a difference has no direction: its square would lose its digits. */
export const TINY: f64 = 1e-140

export let acrossX: f64 = 0
export let acrossY: f64 = 0
export let acrossZ: f64 = 0

/** A unit vector across a given one, in the plane of two dimensions if that one is. */
export function across(x: f64, y: f64, z: f64): void {
  const flat = abs(z) < 0.9
  const norm = flat ? sqrt(x * x + y * y) : sqrt(y * y + z * z)
  acrossX = flat ? -y / norm : 0
  acrossY = flat ? x / norm : -z / norm
  acrossZ = flat ? 0 : y / norm
}

/** The part of a difference of coordinates within half a period; the difference itself where not periodic. */
@inline
export function nearest(difference: f64, period: f64): f64 {
  return period > 0 ? difference - period * Math.floor(difference / period + 0.5) : difference
}

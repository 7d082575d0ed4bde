// Vectors of three numbers, as the engine's columns hold them.

export type Vec = [number, number, number]

/** Row i of a column of vectors. */
export const row = (column: ArrayLike<number>, i: number): Vec =>
  [column[3 * i]!, column[3 * i + 1]!, column[3 * i + 2]!]

export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const subtract = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const scale = (c: number, a: Vec): Vec => [c * a[0], c * a[1], c * a[2]]
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const cross = (a: Vec, b: Vec): Vec =>
  [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
export const length = (a: Vec): number => Math.hypot(...a)
export const unit = (a: Vec): Vec => scale(1 / length(a), a)
/** The part of a across the unit vector n. */
export const across = (a: Vec, n: Vec): Vec => subtract(a, scale(dot(a, n), n))
/** The first two or all three components, as scenes want them. */
export const inDimension = (dimension: 2 | 3, a: Vec): number[] => a.slice(0, dimension)

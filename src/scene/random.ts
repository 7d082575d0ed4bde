/** Numbers in [0, 1), the same for the same seed everywhere (sfc32, by C. Doty-Humphrey). */
export type Random = () => number

export function random(seed: number): Random {
  let a = seed >>> 0
  let b = Math.floor(seed / 0x100000000) >>> 0
  let c = 0x9e3779b9
  let counter = 1
  const next = (): number => {
    const sum = (((a + b) >>> 0) + counter++) >>> 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) >>> 0
    c = (((c << 21) | (c >>> 11)) + sum) >>> 0
    return sum / 0x100000000
  }
  for (let k = 0; k < 12; k++) next() // lets the seed spread
  return next
}

/** A number with mean 0 and variance 1, close to normal: a sum of twelve, because logarithms differ between browsers. */
export function normal(draw: Random): number {
  let sum = -6
  for (let k = 0; k < 12; k++) sum += draw()
  return sum
}

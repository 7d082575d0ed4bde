/** Numbers in [0, 1), the same for the same seed everywhere (sfc32, by C. Doty-Humphrey). */
export type Random = () => number

export function random(seed: number): Random {
  let a = seed >>> 0
  let b = Math.floor(seed / 2 ** 32) >>> 0
  let c = 0x9e3779b9
  let counter = 1
  const next = (): number => {
    const sum = (((a + b) >>> 0) + counter++) >>> 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) >>> 0
    c = (((c << 21) | (c >>> 11)) + sum) >>> 0
    return sum / 2 ** 32
  }
  for (let k = 0; k < 12; k++) next() // lets the seed spread
  return next
}

/** A number with normal distribution (Box and Muller). */
export function normal(draw: Random): number {
  return Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw())
}

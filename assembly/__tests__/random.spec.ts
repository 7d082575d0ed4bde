import { nextState, mix, below } from '../random'

describe('SplitMix64', () => {
  it('gives the published numbers for the seed 1234567', () => {
    // the reference output of Vigna's splitmix64.c, as Rosetta Code lists it
    const published: u64[] = [
      6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
    ]
    let state: u64 = 1234567
    for (let k = 0; k < published.length; k++) {
      state = nextState(state)
      expect(mix(state)).toBe(published[k])
    }
  })

  it('draws on from a kept state as if it had not stopped', () => {
    let state: u64 = 7
    for (let k = 0; k < 10; k++) state = nextState(state)
    const kept = state
    const then = mix(nextState(state))
    expect(mix(nextState(kept))).toBe(then)
    expect(mix(kept)).not.toBe(then)
  })
})

describe('an integer below n', () => {
  it('is 0 for no bits and n - 1 for all bits', () => {
    const ns: u32[] = [1, 2, 3, 10, 65537, u32.MAX_VALUE]
    for (let k = 0; k < ns.length; k++) {
      expect(below(0, ns[k])).toBe(0)
      expect(below(u64.MAX_VALUE, ns[k])).toBe(ns[k] - 1)
    }
  })

  it('uses the upper half of the bits only, and all of it', () => {
    expect(below(0x00000000ffffffff, u32.MAX_VALUE)).toBe(0)
    expect(below(0x8000000000000000, 2)).toBe(1)
    expect(below(0x7fffffffffffffff, 2)).toBe(0)
  })

  it('comes equally often, as far as chance tells', () => {
    const n = 7
    const draws = 70000
    const counts = new StaticArray<i32>(n)
    let state: u64 = 42
    for (let k = 0; k < draws; k++) {
      state = nextState(state)
      counts[below(mix(state), n)] += 1
    }
    // chi-squared with 6 degrees of freedom: above 22.5 once in a thousand, and the seed is fixed
    let chi2: f64 = 0
    const mean = <f64>draws / <f64>n
    for (let k = 0; k < n; k++) chi2 += (<f64>counts[k] - mean) * (<f64>counts[k] - mean) / mean
    expect(chi2).toBeLessThan(22.5)
    expect(chi2).toBeGreaterThan(0)
  })
})

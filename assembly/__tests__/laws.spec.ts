// The factor that brings the trial impulse T onto the graph of friction: 1 sticks, less slides.
// All numbers are exact in binary, so that thresholds are met to the bit.

import { Coulomb } from '../laws/coulomb'
import { StaticDynamic } from '../laws/staticDynamic'

/** (static, dynamic) coefficients at an address, as the laws want them. */
function coefficients(held: f64, slid: f64): usize {
  const at = heap.alloc(16)
  store<f64>(at, held)
  store<f64>(at, slid, 8)
  return at
}

function c1(mu: f64, normal: f64, trial: f64, sliding: bool = false): f64 {
  const at = coefficients(mu, 1000) // the dynamic coefficient is none of C1's business
  const factor = changetype<Coulomb>(0).factor(normal, trial * trial, at, sliding)
  heap.free(at)
  return factor
}

function c2(held: f64, slid: f64, normal: f64, trial: f64, sliding: bool): f64 {
  const at = coefficients(held, slid)
  const factor = changetype<StaticDynamic>(0).factor(normal, trial * trial, at, sliding)
  heap.free(at)
  return factor
}

describe('C1, one coefficient', () => {
  it('sticks below mu N', () => {
    expect(c1(0.5, 4, 1)).toBe(1)
    expect(c1(0.5, 4, 1, true)).toBe(1)
  })

  it('sticks at mu N, and slides one bit above it', () => {
    expect(c1(0.5, 4, 2)).toBe(1)
    // 2 (1 + 2^-20): the square is exact, and exceeds 4
    expect(c1(0.5, 4, 2 + 2.0 / 1048576)).toBeLessThan(1)
  })

  it('slides above it with |T| = mu N', () => {
    expect(c1(0.5, 4, 8)).toBe(0.25)
    expect(c1(0.5, 4, 8, true)).toBe(0.25)
    expect(c1(2, 4, 16)).toBe(0.5)
  })

  it('gives nothing to a contact without normal impulse, whatever the trial', () => {
    expect(c1(0.5, 0, 1)).toBe(0)
    expect(c1(0.5, 0, 1e-100)).toBe(0)
    expect(c1(1e300, 0, 1e100)).toBe(0)
  })

  it('has a number for a trial of zero', () => {
    expect(c1(0.5, 4, 0)).toBe(1)
    expect(c1(0.5, 0, 0)).toBe(1)
    expect(c1(0, 0, 0)).toBe(1)
  })

  it('takes everything when mu = 0', () => {
    expect(c1(0, 4, 8)).toBe(0)
    expect(c1(0, 4, 1e-100)).toBe(0)
  })

  it('sticks when mu N is beyond what can be squared', () => {
    expect(c1(1e200, 1e100, 1e100)).toBe(1)
  })
})

describe('C2, a static and a dynamic coefficient', () => {
  it('at rest holds up to mu_s N', () => {
    expect(c2(0.5, 0.25, 4, 1.5, false)).toBe(1)
    expect(c2(0.5, 0.25, 4, 2, false)).toBe(1)
  })

  it('at rest above mu_s N breaks loose and slides with mu_d N', () => {
    // |T| = 2 (1 + 2^-20), mu_d N = 1
    const trial = 2 + 2.0 / 1048576
    expect(c2(0.5, 0.25, 4, trial, false)).toBe(1 / trial)
    expect(c2(0.5, 0.25, 4, 8, false)).toBe(0.125)
  })

  it('sliding slides on above mu_d N, also where a resting one would hold', () => {
    expect(c2(0.5, 0.25, 4, 2, true)).toBe(0.5)
    expect(c2(0.5, 0.25, 4, 1 + 1.0 / 1048576, true)).toBeLessThan(1)
    expect(c2(0.5, 0.25, 4, 8, true)).toBe(0.125)
  })

  it('sliding sticks again where mu_d N suffices to stop it', () => {
    expect(c2(0.5, 0.25, 4, 1, true)).toBe(1)
    expect(c2(0.5, 0.25, 4, 0.5, true)).toBe(1)
  })

  it('gives nothing without normal impulse, and has a number for a trial of zero', () => {
    expect(c2(0.5, 0.25, 0, 1, false)).toBe(0)
    expect(c2(0.5, 0.25, 0, 1, true)).toBe(0)
    expect(c2(0.5, 0.25, 0, 0, false)).toBe(1)
    expect(c2(0.5, 0.25, 0, 0, true)).toBe(1)
    expect(c2(0.5, 0.25, 4, 0, true)).toBe(1)
  })

  it('without dynamic friction holds at rest and gives nothing when sliding', () => {
    expect(c2(0.5, 0, 4, 2, false)).toBe(1)
    expect(c2(0.5, 0, 4, 3, false)).toBe(0)
    expect(c2(0.5, 0, 4, 2, true)).toBe(0)
  })

  it('is C1 when both coefficients are equal, at rest and sliding', () => {
    for (let k = 0; k < 64; k++) {
      const trial = <f64>k * 0.125
      expect(c2(0.5, 0.5, 4, trial, false)).toBe(c1(0.5, 4, trial))
      expect(c2(0.5, 0.5, 4, trial, true)).toBe(c1(0.5, 4, trial))
    }
  })
})

describe('two contacts at once', () => {
  it('have the factors that each has alone, to the bit, at rest and sliding, with zeros and thresholds', () => {
    const numbers: f64[] = [0, 1e-300, 0.5, 1, 2, 2 + 2.0 / 1048576, 3, 8, 1e150]
    const mus: f64[] = [0, 0.25, 0.5, 1e200]
    for (let a = 0; a < numbers.length; a++)
      for (let b = 0; b < numbers.length; b++)
        for (let m = 0; m < mus.length; m++)
          for (let sliding = 0; sliding < 4; sliding++) expectTwins(numbers[a], numbers[b], mus[m], mus[mus.length - 1 - m], sliding)
  })
})

/** Lane 0: normal a, trial b; lane 1: the other way round. */
function expectTwins(a: f64, b: f64, mu0: f64, mu1: f64, sliding: i32): void {
  const at0 = coefficients(max(mu0, mu1), mu0), at1 = coefficients(mu1, min(mu0, mu1))
  const slides0 = (sliding & 1) != 0, slides1 = (sliding & 2) != 0
  const normal = f64x2(a, b), trial2 = f64x2(b * b, a * a)
  const first = changetype<Coulomb>(0).factors(normal, trial2, at0, at1, slides0, slides1)
  const second = changetype<StaticDynamic>(0).factors(normal, trial2, at0, at1, slides0, slides1)
  same(f64x2.extract_lane(first, 0), changetype<Coulomb>(0).factor(a, b * b, at0, slides0))
  same(f64x2.extract_lane(first, 1), changetype<Coulomb>(0).factor(b, a * a, at1, slides1))
  same(f64x2.extract_lane(second, 0), changetype<StaticDynamic>(0).factor(a, b * b, at0, slides0))
  same(f64x2.extract_lane(second, 1), changetype<StaticDynamic>(0).factor(b, a * a, at1, slides1))
  heap.free(at0)
  heap.free(at1)
}

function same(value: f64, expected: f64): void {
  expect(reinterpret<u64>(value)).toBe(reinterpret<u64>(expected))
}

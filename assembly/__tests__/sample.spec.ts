// A sample, to be replaced: it shows that classes, SIMD and float comparisons work in a spec.

class Arm {
  constructor(public x: f64, public y: f64, public z: f64) {}

  get length(): f64 {
    return Math.sqrt(this.x * this.x + this.y * this.y + this.z * this.z);
  }
}

describe('a class in a spec', () => {
  it('is equal to one with the same fields', () => {
    expect(new Arm(1, 2, 2)).toStrictEqual(new Arm(1, 2, 2));
  });

  it('differs from one with other fields', () => {
    expect(new Arm(1, 2, 2)).not.toStrictEqual(new Arm(1, 2, 3));
  });

  it('has its getters', () => {
    expect(new Arm(1, 2, 2).length).toBeCloseTo(3);
  });
});

describe('SIMD in a spec', () => {
  it('adds two lanes at once', () => {
    const sum = f64x2.add(f64x2(1, 2), f64x2.splat(10));
    expect(f64x2.extract_lane(sum, 0)).toBe(11);
    expect(f64x2.extract_lane(sum, 1)).toBe(12);
  });
});

// C1: Coulomb's law with one coefficient (004 section 3.1; 000 Eq. 1.29; last case of 003 Eq. 34).
//
//   T := T min(1, mu N / |T|)
//
// T is the tangential impulse that would stop the contact from sliding, N the normal impulse. A law returns the
// factor that brings T onto its graph: 1 sticks, less slides. Arguments come squared where that spares a root.

@unmanaged
export class Coulomb {
  /** Whether it matters if the contact was sliding. */
  @inline remembers(): bool { return false }

  /**
   * @param normal N, not negative
   * @param trial2 |T|^2
   * @param coefficients address of the pair's (static, dynamic) coefficients
   * @param sliding whether the contact was sliding when the step began
   */
  @inline factor(normal: f64, trial2: f64, coefficients: usize, sliding: bool): f64 {
    const ratio = load<f64>(coefficients) * normal / sqrt(trial2)
    return select<f64>(ratio, 1, ratio < 1) // 0/0 is not less than 1
  }

  /** Two contacts at once. */
  @inline factors(normal: v128, trial2: v128, coefficients0: usize, coefficients1: usize, sliding0: bool, sliding1: bool): v128 {
    const mu = v128.load64_lane(coefficients1, v128.load64_zero(coefficients0), 1)
    const ratio = f64x2.div(f64x2.mul(mu, normal), f64x2.sqrt(trial2))
    return f64x2.pmin(f64x2.splat(1), ratio)
  }
}

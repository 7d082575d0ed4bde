// C1: Coulomb's law with one coefficient (004 section 3.1; 000 Eq. 1.29; last case of 003 Eq. 34).
//
//   T := T min(1, mu N / |T|)
//
// T is the tangential impulse that would stop the contact from sliding, N the normal impulse. A law returns the
// factor that brings T onto its graph: 1 sticks, less slides. Arguments come squared where that spares a root.

@unmanaged
export class Coulomb {
  /**
   * @param normal N, not negative
   * @param trial2 |T|^2
   * @param coefficients address of the pair's (static, dynamic) coefficients
   * @param sliding whether the contact was sliding when the step began
   */
  @inline factor(normal: f64, trial2: f64, coefficients: usize, sliding: bool): f64 {
    const limit = load<f64>(coefficients) * normal
    return select<f64>(limit / sqrt(trial2), 1, limit * limit < trial2)
  }
}

// C2: Coulomb's law with a static and a dynamic coefficient (004 section 3.3, Fig. 2c), in the dynamic sense:
//
//   at rest    T is whatever stops the contact, if |T| <= mu_s N; otherwise it slides with mu_d N against T
//   sliding    T is whatever stops the contact, if |T| <= mu_d N; otherwise it slides on with mu_d N
//
// Whether a contact is at rest is decided when the step begins. Solutions are not unique, and sweeps may go round in
// circles between them; so from the 50th sweep on those that slide are, every 10 sweeps, taken to be sliding (sweep.ts). With
// mu_s = mu_d this is C1, so a scene in which any pair of materials is C2 runs all of them through here.

@unmanaged
export class StaticDynamic {
  @inline remembers(): bool { return true }

  /** As in Coulomb. */
  @inline factor(normal: f64, trial2: f64, coefficients: usize, sliding: bool): f64 {
    const size = sqrt(trial2)
    const hold = load<f64>(coefficients + (sliding ? 8 : 0)) * normal / size
    return select<f64>(load<f64>(coefficients, 8) * normal / size, 1, hold < 1)
  }

  /** Two contacts at once. */
  @inline factors(normal: v128, trial2: v128, coefficients0: usize, coefficients1: usize, sliding0: bool, sliding1: bool): v128 {
    const size = f64x2.sqrt(trial2)
    const holding = v128.load64_lane(
      coefficients1 + (sliding1 ? 8 : 0), v128.load64_zero(coefficients0 + (sliding0 ? 8 : 0)), 1)
    const hold = f64x2.div(f64x2.mul(holding, normal), size)
    const dynamic = v128.load64_lane(coefficients1 + 8, v128.load64_zero(coefficients0 + 8), 1)
    const slide = f64x2.div(f64x2.mul(dynamic, normal), size)
    return v128.bitselect(slide, f64x2.splat(1), f64x2.lt(hold, f64x2.splat(1)))
  }
}

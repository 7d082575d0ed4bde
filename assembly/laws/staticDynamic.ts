// C2: Coulomb's law with a static and a dynamic coefficient (004 section 3.3, Fig. 2c), in the dynamic sense:
//
//   at rest    T is whatever stops the contact, if |T| <= mu_s N; otherwise it slides with mu_d N against T
//   sliding    T is whatever stops the contact, if |T| <= mu_d N; otherwise it slides on with mu_d N
//
// Whether a contact is at rest is decided when the step begins and does not change during the sweeps. With
// mu_s = mu_d this is C1, so a scene in which any pair of materials is C2 runs all of them through here.

@unmanaged
export class StaticDynamic {
  /** As in Coulomb. */
  @inline factor(normal: f64, trial2: f64, coefficients: usize, sliding: bool): f64 {
    const slide = load<f64>(coefficients, 8) * normal
    const hold = select<f64>(slide, load<f64>(coefficients) * normal, sliding)
    return select<f64>(slide / sqrt(trial2), 1, hold * hold < trial2)
  }
}

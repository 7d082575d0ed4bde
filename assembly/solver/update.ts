// One contact: the shock law (003 Eq. 34; 000 Eq. 1.30), on impulses P = R dt and in incremental form.
//
// With u the relative velocity that the present impulses give, the velocity without this contact is U = u - M^-1 P
// (003 Eq. 22), and 003 Eq. 34 becomes
//
//   P_n := max(0, P_n - m_n (u_n + gpos/dt))         opens if it would have to pull
//   T   := P_t - m_t u_t                             the tangential impulse that stops sliding
//   P_t := T factor(P_n, |T|)                        the friction law
//   1/m_n = 1/m0 + 1/m1,   1/m_t = 1/m_n + l0^2/I0 + l1^2/I1      003 Eq. 17, 18
//
// Written with the arm vector a = k n of record.ts: p = k P_n, and 1/k^2 is the only extra cost.

import { OPEN, STICKING, SLIDING } from '../layout'
import { world } from '../world'
import {
  Record, SolverSurface, bodyAt, coefficientsOf, applyToFreeBoundary, WAS_SLIDING, ON_FREE_BOUNDARY,
} from './record'

/** What to do with the new impulse: put it in place (sequential sweep), or only write its change (parallel, residual). */
export const IN_PLACE = 0
export const PROPOSE = 1

/** The square of a change, or zero if the change of velocity it makes is one of rounding. */
@inline
function aboveNoise(change2: f64, inverseMass: f64): f64 {
  return select<f64>(change2, 0, change2 * inverseMass * inverseMass > world.watchNoise)
}

/**
 * Updates one contact and returns its state. L is the friction law, W watches the change (criteria.ts).
 * `change` is where PROPOSE writes the change of the impulse.
 */
@inline
export function update<L, W>(bodies: usize, r: Record, mode: i32, change: usize): i32 {
  if (r.second & ON_FREE_BOUNDARY) return updateOnFreeBoundary<L, W>(bodies, r, mode, change)
  const b0 = bodyAt(bodies, r.first)
  const b1 = bodyAt(bodies, r.second)
  const ax = r.ax, ay = r.ay, az = r.az
  const px = r.px, py = r.py, pz = r.pz
  const v0x = b0.vx, v0y = b0.vy, v0z = b0.vz, w0 = b0.inverseMass
  const s0x = b0.sx, s0y = b0.sy, s0z = b0.sz, i0 = b0.inverseInertia
  const v1x = b1.vx, v1y = b1.vy, v1z = b1.vz, w1 = b1.inverseMass
  const s1x = b1.sx, s1y = b1.sy, s1z = b1.sz, i1 = b1.inverseInertia

  // relative velocity, 003 Eq. 3: u = v1 - v0 - (s0 + s1) x a
  const sx = s0x + s1x, sy = s0y + s1y, sz = s0z + s1z
  const ux = v1x - v0x - (sy * az - sz * ay)
  const uy = v1y - v0y - (sz * ax - sx * az)
  const uz = v1z - v0z - (sx * ay - sy * ax)

  const k2 = ax * ax + ay * ay + az * az
  const perK2 = 1 / k2
  const w = w0 + w1
  assert(w > 0 && k2 > 0, 'a contact that can give way')
  const tangentialMass = 1 / (w + k2 * (i0 + i1))
  const u = ux * ax + uy * ay + uz * az
  const p = px * ax + py * ay + pz * az

  const normal = max(0, p - (u + r.gapRate) / w)
  const along = (p - tangentialMass * u) * perK2
  const tx = px - tangentialMass * ux - ax * along
  const ty = py - tangentialMass * uy - ay * along
  const tz = pz - tangentialMass * uz - az * along
  const trial2 = k2 * (tx * tx + ty * ty + tz * tz)
  const factor = changetype<L>(0).factor(normal, trial2, coefficientsOf(r.first), (r.second & WAS_SLIDING) != 0)

  const back = normal * perK2
  const nx = factor * tx + back * ax
  const ny = factor * ty + back * ay
  const nz = factor * tz + back * az
  const dx = nx - px, dy = ny - py, dz = nz - pz
  const change2 = dx * dx + dy * dy + dz * dz
  changetype<W>(0).see(aboveNoise(change2, w), nx * nx + ny * ny + nz * nz, changetype<usize>(r) & 8)

  if (mode == IN_PLACE) {
    r.px = nx
    r.py = ny
    r.pz = nz
    // 003 Eq. 6: s changes by -(r^2/I) a x P on either side
    const cx = ay * dz - az * dy
    const cy = az * dx - ax * dz
    const cz = ax * dy - ay * dx
    b0.vx = v0x - w0 * dx
    b0.vy = v0y - w0 * dy
    b0.vz = v0z - w0 * dz
    b0.sx = s0x - i0 * cx
    b0.sy = s0y - i0 * cy
    b0.sz = s0z - i0 * cz
    b1.vx = v1x + w1 * dx
    b1.vy = v1y + w1 * dy
    b1.vz = v1z + w1 * dz
    b1.sx = s1x - i1 * cx
    b1.sy = s1y - i1 * cy
    b1.sz = s1z - i1 * cz
  } else {
    store<f64>(change, dx, 0)
    store<f64>(change, dy, 8)
    store<f64>(change, dz, 16)
  }
  return normal > 0 ? (factor < 1 ? SLIDING : STICKING) : OPEN
}

/**
 * The same against a boundary that can move along one direction e only, with mass M (a piston). M^-1 then has the
 * extra term e e^T / M, which couples normal and tangential motion if e is oblique to n. The update takes the
 * diagonal of that, normal first, then tangential with the velocity that this left, and leaves the rest to the sweeps:
 * the fixed point is the contact law for any positive m_n, m_t.
 */
function updateOnFreeBoundary<L, W>(bodies: usize, r: Record, mode: i32, change: usize): i32 {
  const b0 = bodyAt(bodies, r.first)
  const b1 = changetype<SolverSurface>(bodyAt(bodies, r.second))
  const ax = r.ax, ay = r.ay, az = r.az
  const px = r.px, py = r.py, pz = r.pz
  const w0 = b0.inverseMass, i0 = b0.inverseInertia
  const ex = b1.directionX, ey = b1.directionY, ez = b1.directionZ
  const speed = load<f64>(b1.speed)
  let ux = b1.vx + speed * ex - b0.vx - (b0.sy * az - b0.sz * ay)
  let uy = b1.vy + speed * ey - b0.vy - (b0.sz * ax - b0.sx * az)
  let uz = b1.vz + speed * ez - b0.vz - (b0.sx * ay - b0.sy * ax)

  const cosine = ex * ax + ey * ay + ez * az
  const sine2 = max(0, 1 - cosine * cosine)
  assert(w0 + b1.inverseMass * cosine * cosine > 0, 'a contact that can give way')
  // friction mu P_n moves the normal velocity by the off-diagonal; counting it as inertia makes the update contract
  const coupling = load<f64>(coefficientsOf(r.first)) * abs(cosine) * sqrt(sine2)
  const normalMass = 1 / (w0 + b1.inverseMass * (cosine * cosine + coupling))
  const inverse = w0 + i0 + b1.inverseMass * sine2
  // an immovable grain on a piston that moves along its normal: friction moves neither
  const tangentialMass = inverse > 1e-12 * b1.inverseMass ? 1 / inverse : 0

  let u = ux * ax + uy * ay + uz * az
  const p = px * ax + py * ay + pz * az
  const normal = max(0, p - (u + r.gapRate) * normalMass)
  if (mode == IN_PLACE) {
    // what the change of the normal impulse does to the velocity
    const pushed = (normal - p) * b1.inverseMass * cosine
    ux += (normal - p) * w0 * ax + pushed * ex
    uy += (normal - p) * w0 * ay + pushed * ey
    uz += (normal - p) * w0 * az + pushed * ez
    u = ux * ax + uy * ay + uz * az
  }
  const along = p - tangentialMass * u
  const tx = px - tangentialMass * ux - ax * along
  const ty = py - tangentialMass * uy - ay * along
  const tz = pz - tangentialMass * uz - az * along
  const trial2 = tx * tx + ty * ty + tz * tz
  const factor = changetype<L>(0).factor(normal, trial2, coefficientsOf(r.first), (r.second & WAS_SLIDING) != 0)

  const nx = factor * tx + normal * ax
  const ny = factor * ty + normal * ay
  const nz = factor * tz + normal * az
  const dx = nx - px, dy = ny - py, dz = nz - pz
  const change2 = dx * dx + dy * dy + dz * dz
  changetype<W>(0).see(aboveNoise(change2, w0 + b1.inverseMass), nx * nx + ny * ny + nz * nz)
  if (mode == IN_PLACE) {
    r.px = nx
    r.py = ny
    r.pz = nz
    applyToFreeBoundary(b0, b1, r, dx, dy, dz)
  } else {
    store<f64>(change, dx, 0)
    store<f64>(change, dy, 8)
    store<f64>(change, dz, 16)
  }
  return normal > 0 ? (factor < 1 ? SLIDING : STICKING) : OPEN
}

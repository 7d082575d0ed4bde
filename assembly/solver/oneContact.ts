// One contact of bodies with any arms, solved exactly. Normal n and tangents t, s are its frame; W = H^T M^-1 H (003
// Eq. 15) is then a full symmetric 3x3 matrix. With v = u + g/dt n at the present impulse P, and b = v - W P what is left
// without it, the impulse P' sought has v' = b + W P' = v + W (P' - P), and the contact is one of
//
//   open      b_n >= 0:  P' = 0
//   sticks    v' = 0:  P' = P - W^-1 v,  if |P'_t| <= mu P'_n
//   slides    P' = N (n + mu d),  v'_n = 0,  v'_t = -s d,  s >= 0,  |d| = 1:
//             N = -b_n / (W_nn + mu W_nt.d) > 0  and  F(d) = v'_t x d = 0.
//
// Why not normal first and tangent then, as for spheres: that contracts by mu |W_nt| / W_nn only, and a rod that leans with
// much friction has more than 1. W is positive definite (no eigenvalue below 1/m0 + 1/m1), so that one contact always has
// a solution. Where mu |W_nt| > W_nn it may have several (Painleve): a contact that would open by itself can also be
// jammed. The one nearest to P is taken, so that a contact at rest stays as it is, jams only if it was pressed before,
// and a solution of many contacts is a fixed point of the sweeps. Always opening where b_n >= 0 would make those cycle
// whose only solution has a jammed contact (26 instead of 15 of 1000, 6 contacts with mu up to 2).
//
// Sliding is found by Newton from the present direction, in N and the angle of d. It is written in P' - P, so that rounding
// shrinks with the change. Where that fails and nothing else is a solution, F, which has four zeros at most, is looked at
// all around. Plain arithmetic only: the same bits everywhere.

import { OPEN, STICKING, SLIDING } from '../layout'
import { Coulomb } from '../laws/coulomb'

@unmanaged
export class ArmContact {
  nx: f64
  ny: f64
  nz: f64
  l0x: f64
  l0y: f64
  l0z: f64
  l1x: f64
  l1y: f64
  l1z: f64
  px: f64
  py: f64
  pz: f64
  gapRate: f64
  friction: f64
  frictionDynamic: f64
  normalMass: f64 // 1 / W_nn
  tangentialMass: f64 // 1 / largest eigenvalue of W in the tangent plane
  body0: i32
  body1: i32
  cx: f64 // scratch: vectors in the frame
  cy: f64
  cz: f64
  state: i32
  coupled: i32 // whether W is more than two numbers
  nn: f64 // W
  tt: f64
  ss: f64
  nt: f64
  ns: f64
  ts: f64
  tx: f64 // t; s = n x t
  ty: f64
  tz: f64
  least: f64 // 1/m0 + 1/m1
}

const STEPS = 10
/** Newton squares its error, so that a step this small was the last one needed. */
const LAST_STEP: f64 = 1e-8
/** What rounding may make of s = 0, in units of the velocity W_nn N. */
const ROUNDING: f64 = 1e-14
/** Directions to a quarter of the circle: at first, and at most. */
const COARSE = 16
const FINEST = 4096

/**
 * Solves a contact, given its impulse and v in its frame. Leaves the new impulse in cx, cy, cz (along n, t, s) and returns
 * the state.
 */
@inline
export function solveOne(c: ArmContact, pn: f64, pt: f64, ps: f64, vn: f64, vt: f64, vs: f64): i32 {
  return c.coupled ? solveCoupled(c, pn, pt, ps, vn, vt, vs) : shockLaw(c, pn, pt, ps, vn, vt, vs)
}

/**
 * The shock law of update.ts. It is the exact solution where W is two numbers, as for spheres; where it is not, it still
 * maps P to itself exactly where the contact law holds, and serves the residual.
 */
@inline
export function shockLaw(c: ArmContact, pn: f64, pt: f64, ps: f64, vn: f64, vt: f64, vs: f64): i32 {
  const normal = max(0, pn - c.normalMass * vn)
  const x = pt - c.tangentialMass * vt, y = ps - c.tangentialMass * vs
  const factor = changetype<Coulomb>(0).factor(
    normal, x * x + y * y, changetype<usize>(c) + offsetof<ArmContact>('friction'), false)
  if (normal > 0) return leave(c, normal, factor * x, factor * y, factor < 1 ? SLIDING : STICKING)
  return leave(c, 0, 0, 0, OPEN)
}

@inline
function leave(c: ArmContact, n: f64, t: f64, s: f64, state: i32): i32 {
  c.cx = n
  c.cy = t
  c.cz = s
  return state
}

function solveCoupled(c: ArmContact, pn: f64, pt: f64, ps: f64, vn: f64, vt: f64, vs: f64): i32 {
  const mu = c.friction
  const bn = vn - (c.nn * pn + c.nt * pt + c.ns * ps)
  const size2 = pt * pt + ps * ps
  let nearest: f64 = Infinity // square of the distance from P
  if (bn >= 0) {
    nearest = pn * pn + size2
    if (nearest == 0 || mu == 0) return leave(c, 0, 0, 0, OPEN)
  }

  // W = L D L^T; rounding must not bring its pivots below W's least eigenvalue
  const l1 = c.nt / c.nn, l2 = c.ns / c.nn
  const d1 = max(c.least, c.tt - l1 * c.nt)
  const rest = c.ts - l1 * c.ns
  const l3 = rest / d1
  const d2 = max(c.least, c.ss - l2 * c.ns - l3 * rest)
  const y1 = l1 * vn - vt
  const ds = (l2 * vn - vs - l3 * y1) / d2
  const dt = y1 / d1 - l3 * ds
  const dn = -vn / c.nn - l1 * dt - l2 * ds
  const normal = pn + dn, t = pt + dt, s = ps + ds
  const tangential = sqrt(t * t + s * s)
  const sticks = normal > 0 && tangential <= mu * normal && dn * dn + dt * dt + ds * ds <= nearest
  if (sticks) nearest = dn * dn + dt * dt + ds * ds

  if (mu == 0) return leave(c, max(0, pn - (vn - c.nt * pt - c.ns * ps) / c.nn), 0, 0, sticks ? STICKING : SLIDING)
  // from where it slides now, else from where it would stick
  const size = sqrt(size2)
  const slid = pn > 0 && size > 0.99 * mu * pn
  if (slid || nearest == Infinity) {
    const x = slid ? pt / size : t / tangential, y = slid ? ps / size : s / tangential
    leave(c, -bn / (c.nn + mu * (c.nt * x + c.ns * y)), x, y, SLIDING)
    let slides = newton(c, pn, pt, ps, vn, vt, vs)
    if (!slides && nearest == Infinity) {
      const bt = vt - (c.nt * pn + c.tt * pt + c.ts * ps), bs = vs - (c.ns * pn + c.ts * pt + c.ss * ps)
      let directions = COARSE
      while (!lookAround(c, directions, pn, pt, ps, bn, bt, bs) && directions < FINEST) directions *= 16
      newton(c, pn, pt, ps, vn, vt, vs) // takes back what rounding left
      slides = true
    }
    if (slides) {
      const et = mu * c.cx * c.cy, es = mu * c.cx * c.cz
      if ((c.cx - pn) * (c.cx - pn) + (et - pt) * (et - pt) + (es - ps) * (es - ps) < nearest)
        return leave(c, c.cx, et, es, SLIDING)
    }
  }
  return sticks ? leave(c, normal, t, s, STICKING) : leave(c, 0, 0, 0, OPEN)
}

/** Improves N and d in cx; cy, cz. Leaves them as they were, and returns false, if that leads to no solution. */
function newton(c: ArmContact, pn: f64, pt: f64, ps: f64, vn: f64, vt: f64, vs: f64): bool {
  const mu = c.friction
  let normal = c.cx, x = c.cy, y = c.cz
  for (let step = 0; step < STEPS && normal > 0; step++) {
    const dn = normal - pn, dt = mu * normal * x - pt, ds = mu * normal * y - ps
    const un = vn + c.nn * dn + c.nt * dt + c.ns * ds
    const ut = vt + c.nt * dn + c.tt * dt + c.ts * ds
    const us = vs + c.ns * dn + c.ts * dt + c.ss * ds
    const slip = ut * x + us * y
    const f = ut * y - us * x
    // by N: v' changes by W (1, mu d); by the angle: by mu N W (0, d'), with d' = (-y, x)
    const unByN = c.nn + mu * (c.nt * x + c.ns * y)
    const fByN = (c.nt + mu * (c.tt * x + c.ts * y)) * y - (c.ns + mu * (c.ts * x + c.ss * y)) * x
    const unByAngle = mu * normal * (c.ns * x - c.nt * y)
    const fByAngle = mu * normal * ((c.ts * x - c.tt * y) * y - (c.ss * x - c.ts * y) * x) + slip
        const ratio = fByN / unByN
    const turn = (ratio * un - f) / (fByAngle - ratio * unByAngle)
    const change = -(un + unByAngle * turn) / unByN
    const norm = 1 / sqrt((x - turn * y) * (x - turn * y) + (y + turn * x) * (y + turn * x))
    const before = x
    x = (x - turn * y) * norm
    y = (y + turn * before) * norm
    normal += change
    if (abs(turn) <= LAST_STEP && abs(change) <= LAST_STEP * normal) {
      if (!(slip <= ROUNDING * c.nn * normal)) return false
      leave(c, normal, x, y, SLIDING)
      return true
    }
  }
  return false
}

/**
 * Finds N and d among all directions, given b with b_n < 0. In units of -b_n and W_nn: N = 1/D, D = 1 + mu w_nt.d, and
 * D v'_t = beta D + w_nt + mu w_tt d. Two zeros between neighbouring directions go unseen. If no zero seen is a solution,
 * leaves the direction with the least violation and returns false.
 */
function lookAround(c: ArmContact, directions: i32, pn: f64, pt: f64, ps: f64, bn: f64, bt: f64, bs: f64): bool {
  const mu = c.friction, unit = -bn / c.nn, betaT = -bt / bn, betaS = -bs / bn
  const nt = c.nt / c.nn, ns = c.ns / c.nn
  const tt = mu * c.tt / c.nn, ss = mu * c.ss / c.nn, ts = mu * c.ts / c.nn
  const sizeOfBeta = abs(betaT) + abs(betaS), sizeOfW = 1 + abs(nt) + abs(ns) + tt + ss
  let nearest: f64 = Infinity, least: f64 = Infinity
  let ax: f64 = 1, ay: f64 = 0 // where a sector begins
  let fa: f64 = 0
  for (let k = 0; k <= 4 * directions; k++) {
    const q = <f64>(k % directions) / <f64>directions
    const cosine = (1 - q * q) / (1 + q * q), sine = 2 * q / (1 + q * q)
    const quarter = (k / directions) & 3
    const ex = quarter == 0 ? cosine : quarter == 1 ? -sine : quarter == 2 ? -cosine : sine
    const ey = quarter == 0 ? sine : quarter == 1 ? cosine : quarter == 2 ? -sine : -cosine
    let bx = ex, by = ey
    let x = bx, y = by
    let f: f64 = 0, slip: f64 = 0, d: f64 = 0
    const fromSide = fa
    for (let halving = -1; halving < 60; halving++) {
      if (halving >= 0) {
        const norm = 1 / sqrt((ax + bx) * (ax + bx) + (ay + by) * (ay + by))
        x = (ax + bx) * norm
        y = (ay + by) * norm
      }
      d = 1 + mu * (nt * x + ns * y)
      const ut = betaT * d + nt + tt * x + ts * y
      const us = betaS * d + ns + ts * x + ss * y
      f = ut * y - us * x
      slip = ut * x + us * y
      if (halving < 0) {
        fa = f // of the next sector
        if (k == 0 || (f < 0) == (fromSide < 0)) break
      } else if ((f < 0) == (fromSide < 0)) {
        ax = x
        ay = y
      } else {
        bx = x
        by = y
      }
    }
    ax = ex
    ay = ey
    if (!(d > 0)) continue
    const violation = (abs(f) + max(0, slip)) / d
    const normal = unit / d
    if (violation <= ROUNDING * (sizeOfBeta + sizeOfW / d)) {
      const en = normal - pn, et = mu * normal * x - pt, es = mu * normal * y - ps
      const distance = en * en + et * et + es * es
      if (distance >= nearest) continue
      nearest = distance
      least = 0
    } else if (violation >= least) continue
    else least = violation
    leave(c, normal, x, y, SLIDING)
  }
  return nearest < Infinity
}

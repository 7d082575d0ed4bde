// The bare solver for people who bring their own bodies: any arms l0, l1 and any inverse inertia tensors, so that
// W = H^T M^-1 H (003 Eq. 15) is a full 3x3 matrix at each contact. Sweeps over the contacts as in sweep.ts, where each
// visit solves its contact exactly, the others as they are (oneContact.ts).
//
// For the residual the contact law is put as a map that has its solutions as fixed points, whatever W is (residual.ts):
//
//   P_n := max(0, P_n - m_n v_n),   T := P_t - m_t v_t,   P_t := T min(1, mu P_n / |T|)
//   1/m_n = W_nn,   1/m_t = largest eigenvalue of W in the tangent plane
//
// and r = |P - law(P, u)| is in units of the mean |P| of the contacts that carry. It knows nothing of how the impulses
// were found.

import {
  ARM_BODY, ARM_CONTACT, ARM_BODY_BYTES, ARM_CONTACT_BYTES, PER_ARM_BODY, PER_ARM_CONTACT, PER_CONTACT, ORDER,
  CRITERION_LOCAL, CRITERION_GLOBAL, OPEN, FINE,
} from '../layout'
import { world } from '../world'
import { column, reserve } from '../arena'
import { FixedSweeps, LocalCriterion, GlobalCriterion, watch, clearWatch } from './criteria'
import { identity, arrange } from './order'
import { ArmContact, shockLaw, solveOne } from './oneContact'

export { ArmContact }

@unmanaged
export class ArmBody {
  vx: f64
  vy: f64
  vz: f64
  wx: f64
  wy: f64
  wz: f64
  inverseMass: f64
  xx: f64 // inverse inertia
  yy: f64
  zz: f64
  xy: f64
  xz: f64
  yz: f64
}

@inline
function armBody(i: i32): ArmBody {
  return changetype<ArmBody>(column(ARM_BODY) + <usize>i * ARM_BODY_BYTES)
}

@inline
function armContact(c: u32): ArmContact {
  return changetype<ArmContact>(column(ARM_CONTACT) + <usize>c * ARM_CONTACT_BYTES)
}

/** Room for a problem; the caller then writes bodies and contacts into the columns. */
export function reserveArms(bodies: i32, contacts: i32): i32 {
  let code = reserve(PER_ARM_BODY, bodies)
  if (code == FINE) code = reserve(PER_ARM_CONTACT, contacts)
  if (code == FINE) code = reserve(PER_CONTACT, contacts)
  return code
}

/** Velocity change of body `b` at arm l for a unit impulse: a.(1/m + (I^-1 (l x d)) x l). */
@inline
function response(b: ArmBody, lx: f64, ly: f64, lz: f64, dx: f64, dy: f64, dz: f64, ax: f64, ay: f64, az: f64): f64 {
  const tx = ly * dz - lz * dy, ty = lz * dx - lx * dz, tz = lx * dy - ly * dx
  const wx = b.xx * tx + b.xy * ty + b.xz * tz
  const wy = b.xy * tx + b.yy * ty + b.yz * tz
  const wz = b.xz * tx + b.yz * ty + b.zz * tz
  return b.inverseMass * (ax * dx + ay * dy + az * dz) +
    ax * (wy * lz - wz * ly) + ay * (wz * lx - wx * lz) + az * (wx * ly - wy * lx)
}

@inline
function inverseMassOf(c: ArmContact, dx: f64, dy: f64, dz: f64, ax: f64, ay: f64, az: f64): f64 {
  return response(armBody(c.body0), c.l0x, c.l0y, c.l0z, dx, dy, dz, ax, ay, az) +
    response(armBody(c.body1), c.l1x, c.l1y, c.l1z, dx, dy, dz, ax, ay, az)
}

/** Off-diagonal elements this small against the diagonal are rounding: for spheres arms lie along n, but not to a bit. */
const UNCOUPLED: f64 = 1e-14

/** Frame and matrix of a contact. */
function prepare(c: ArmContact): void {
  // two tangents: the axis least along n, made perpendicular, and its cross product with n
  let tx: f64 = 0, ty: f64 = 0, tz: f64 = 0
  if (abs(c.nx) <= abs(c.ny) && abs(c.nx) <= abs(c.nz)) tx = 1
  else if (abs(c.ny) <= abs(c.nz)) ty = 1
  else tz = 1
  const along = tx * c.nx + ty * c.ny + tz * c.nz
  tx -= along * c.nx
  ty -= along * c.ny
  tz -= along * c.nz
  const norm = 1 / sqrt(tx * tx + ty * ty + tz * tz)
  tx *= norm
  ty *= norm
  tz *= norm
  c.tx = tx
  c.ty = ty
  c.tz = tz
  const sx = c.ny * tz - c.nz * ty, sy = c.nz * tx - c.nx * tz, sz = c.nx * ty - c.ny * tx
  c.least = armBody(c.body0).inverseMass + armBody(c.body1).inverseMass
  assert(c.least > 0, 'a contact that can give way')
  c.nn = max(c.least, inverseMassOf(c, c.nx, c.ny, c.nz, c.nx, c.ny, c.nz))
  c.tt = max(c.least, inverseMassOf(c, tx, ty, tz, tx, ty, tz))
  c.ss = max(c.least, inverseMassOf(c, sx, sy, sz, sx, sy, sz))
  c.nt = inverseMassOf(c, c.nx, c.ny, c.nz, tx, ty, tz)
  c.ns = inverseMassOf(c, c.nx, c.ny, c.nz, sx, sy, sz)
  c.ts = inverseMassOf(c, tx, ty, tz, sx, sy, sz)
  c.normalMass = 1 / c.nn
  const difference = c.tt - c.ss
  c.tangentialMass = 2 / (c.tt + c.ss + sqrt(difference * difference + 4 * c.ts * c.ts))
  const least = UNCOUPLED * min(c.nn, min(c.tt, c.ss))
  c.coupled = max(max(abs(c.nt), abs(c.ns)), max(abs(c.ts), abs(difference))) > least ? 1 : 0
}

@inline
function push(b: ArmBody, sign: f64, lx: f64, ly: f64, lz: f64, x: f64, y: f64, z: f64): void {
  b.vx += sign * b.inverseMass * x
  b.vy += sign * b.inverseMass * y
  b.vz += sign * b.inverseMass * z
  const tx = sign * (ly * z - lz * y), ty = sign * (lz * x - lx * z), tz = sign * (lx * y - ly * x)
  b.wx += b.xx * tx + b.xy * ty + b.xz * tz
  b.wy += b.xy * tx + b.yy * ty + b.yz * tz
  b.wz += b.xz * tx + b.yz * ty + b.zz * tz
}

@inline
function apply(c: ArmContact, x: f64, y: f64, z: f64): void {
  push(armBody(c.body0), -1, c.l0x, c.l0y, c.l0z, x, y, z)
  push(armBody(c.body1), 1, c.l1x, c.l1y, c.l1z, x, y, z)
}

/** One contact: solved in place or, for the residual, what the law would change. */
@inline
function visit<W>(c: ArmContact, inPlace: bool): void {
  const b0 = armBody(c.body0), b1 = armBody(c.body1)
  const nx = c.nx, ny = c.ny, nz = c.nz, tx = c.tx, ty = c.ty, tz = c.tz
  const sx = ny * tz - nz * ty, sy = nz * tx - nx * tz, sz = nx * ty - ny * tx
  // relative velocity, 003 Eq. 3
  const ux = b1.vx + b1.wy * c.l1z - b1.wz * c.l1y - (b0.vx + b0.wy * c.l0z - b0.wz * c.l0y)
  const uy = b1.vy + b1.wz * c.l1x - b1.wx * c.l1z - (b0.vy + b0.wz * c.l0x - b0.wx * c.l0z)
  const uz = b1.vz + b1.wx * c.l1y - b1.wy * c.l1x - (b0.vz + b0.wx * c.l0y - b0.wy * c.l0x)
  const vn = ux * nx + uy * ny + uz * nz + c.gapRate
  const vt = ux * tx + uy * ty + uz * tz, vs = ux * sx + uy * sy + uz * sz
  const px = c.px, py = c.py, pz = c.pz
  const pn = px * nx + py * ny + pz * nz, pt = px * tx + py * ty + pz * tz, ps = px * sx + py * sy + pz * sz
  const state = inPlace ? solveOne(c, pn, pt, ps, vn, vt, vs) : shockLaw(c, pn, pt, ps, vn, vt, vs)
  const x = c.cx * nx + c.cy * tx + c.cz * sx
  const y = c.cx * ny + c.cy * ty + c.cz * sy
  const z = c.cx * nz + c.cy * tz + c.cz * sz
  const dx = x - px, dy = y - py, dz = z - pz
  changetype<W>(0).see(dx * dx + dy * dy + dz * dz, x * x + y * y + z * z)
  if (!inPlace) return
  apply(c, dx, dy, dz)
  c.px = x
  c.py = y
  c.pz = z
  c.state = state
}

function iterate<W>(count: i32): void {
  const order = column(ORDER)
  const criterion = changetype<W>(0)
  identity(order, count)
  world.watchMean = 0
  world.sweeps = 0
  world.criterionValue = 0
  while (world.sweeps < world.maxSweeps && count > 0) {
    clearWatch()
    world.random = arrange(world.order, order, count, world.sweeps, world.random)
    for (let k = 0; k < count; k++) visit<W>(armContact(load<u32>(order + (<usize>k << 2))), true)
    world.sweeps++
    world.criterionValue = criterion.value(count)
    if (criterion.decides() && world.criterionValue <= world.tolerance) break
  }
}

@unmanaged
class Violation {
  @inline see(change2: f64, impulse2: f64): void {
    watch().worst = max(watch().worst, sqrt(change2))
  }
}

/** The largest violation of the contact law, and which contacts carry. */
function measure(count: i32): void {
  clearWatch()
  let active = 0
  let total: f64 = 0
  for (let k = 0; k < count; k++) {
    const c = armContact(k)
    visit<Violation>(c, false)
    const size = sqrt(c.px * c.px + c.py * c.py + c.pz * c.pz)
    if (size > 0) {
      active++
      total += size
    } else c.state = OPEN
  }
  const scale = active > 0 ? total / <f64>active : watch().worst
  world.residualMax = watch().worst > 0 ? watch().worst / scale : 0
}

/** Solves the problem in the columns: impulses in its contacts, end velocities in its bodies. */
export function solveArms(count: i32): void {
  for (let k = 0; k < count; k++) {
    const c = armContact(k)
    prepare(c)
    apply(c, c.px, c.py, c.pz)
  }
  if (world.criterion == CRITERION_LOCAL) iterate<LocalCriterion>(count)
  else if (world.criterion == CRITERION_GLOBAL) iterate<GlobalCriterion>(count)
  else iterate<FixedSweeps>(count)
  measure(count)
}

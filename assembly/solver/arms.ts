// The bare solver for people who bring their own bodies: any arms l0, l1 and any inverse inertia tensors, so that
// M^-1 = H^T M^-1 H (003 Eq. 15) is a full 3x3 matrix. Normal first, then tangential with the velocity that the normal
// change left, each with a mass that bounds its block of M^-1:
//
//   1/m_n = n.M^-1 n          1/m_t = largest eigenvalue of M^-1 in the tangent plane
//
// The fixed point is the contact law itself (update.ts), for spheres in as many sweeps as there.

import {
  ARM_BODY, ARM_CONTACT, ARM_BODY_BYTES, ARM_CONTACT_BYTES, PER_ARM_BODY, PER_ARM_CONTACT, PER_CONTACT, ORDER,
  CRITERION_LOCAL, CRITERION_GLOBAL, OPEN, STICKING, SLIDING, FINE,
} from '../layout'
import { world } from '../world'
import { column, reserve } from '../arena'
import { Coulomb } from '../laws/coulomb'
import { FixedSweeps, LocalCriterion, GlobalCriterion } from './criteria'
import { identity, arrange } from './order'

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
  normalMass: f64
  tangentialMass: f64
  body0: i32
  body1: i32
  cx: f64
  cy: f64
  cz: f64
  state: i32
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

/** Effective masses of a contact. */
function prepare(c: ArmContact): void {
  c.normalMass = 1 / inverseMassOf(c, c.nx, c.ny, c.nz, c.nx, c.ny, c.nz)
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
  const sx = c.ny * tz - c.nz * ty, sy = c.nz * tx - c.nx * tz, sz = c.nx * ty - c.ny * tx
  const a = inverseMassOf(c, tx, ty, tz, tx, ty, tz)
  const b = inverseMassOf(c, sx, sy, sz, sx, sy, sz)
  const m = inverseMassOf(c, tx, ty, tz, sx, sy, sz)
  c.tangentialMass = 2 / (a + b + sqrt((a - b) * (a - b) + 4 * m * m))
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

/** Relative velocity (003 Eq. 3), kept in the contact's scratch. */
@inline
function relativeVelocity(c: ArmContact): void {
  const b0 = armBody(c.body0), b1 = armBody(c.body1)
  c.cx = b1.vx + b1.wy * c.l1z - b1.wz * c.l1y - (b0.vx + b0.wy * c.l0z - b0.wz * c.l0y)
  c.cy = b1.vy + b1.wz * c.l1x - b1.wx * c.l1z - (b0.vy + b0.wz * c.l0x - b0.wx * c.l0z)
  c.cz = b1.vz + b1.wx * c.l1y - b1.wy * c.l1x - (b0.vz + b0.wx * c.l0y - b0.wy * c.l0x)
}

/** One contact; in place or, for the residual, only its change. */
@inline
function updateArms<W>(c: ArmContact, inPlace: bool): void {
  relativeVelocity(c)
  const un = c.cx * c.nx + c.cy * c.ny + c.cz * c.nz
  const before = c.px * c.nx + c.py * c.ny + c.pz * c.nz
  const normal = max(0, before - c.normalMass * (un + c.gapRate))
  const dn = normal - before
  if (inPlace) {
    apply(c, dn * c.nx, dn * c.ny, dn * c.nz)
    relativeVelocity(c)
  }
  const along = c.cx * c.nx + c.cy * c.ny + c.cz * c.nz
  const tx = c.px - before * c.nx - c.tangentialMass * (c.cx - along * c.nx)
  const ty = c.py - before * c.ny - c.tangentialMass * (c.cy - along * c.ny)
  const tz = c.pz - before * c.nz - c.tangentialMass * (c.cz - along * c.nz)
  const factor = changetype<Coulomb>(0).factor(
    normal, tx * tx + ty * ty + tz * tz, changetype<usize>(c) + offsetof<ArmContact>('friction'), false)
  const dx = factor * tx - (c.px - before * c.nx)
  const dy = factor * ty - (c.py - before * c.ny)
  const dz = factor * tz - (c.pz - before * c.nz)
  const nx = c.px + dx + dn * c.nx, ny = c.py + dy + dn * c.ny, nz = c.pz + dz + dn * c.nz
  changetype<W>(0).see(dx * dx + dy * dy + dz * dz + dn * dn, nx * nx + ny * ny + nz * nz)
  if (inPlace) {
    apply(c, dx, dy, dz)
    c.px = nx
    c.py = ny
    c.pz = nz
  }
  c.state = normal > 0 ? (factor < 1 ? SLIDING : STICKING) : OPEN
}

function iterate<W>(count: i32): void {
  const order = column(ORDER)
  const watch = changetype<W>(0)
  identity(order, count)
  world.watchMean = 0
  world.sweeps = 0
  world.criterionValue = 0
  while (world.sweeps < world.maxSweeps && count > 0) {
    watch.begin()
    world.random = arrange(world.order, order, count, world.sweeps, world.random)
    for (let k = 0; k < count; k++) updateArms<W>(armContact(load<u32>(order + (<usize>k << 2))), true)
    world.sweeps++
    world.criterionValue = watch.value(count)
    if (watch.decides() && world.criterionValue <= world.tolerance) break
  }
}

@unmanaged
class Violation {
  @inline see(change2: f64, impulse2: f64): void {
    world.watchWorst = max(world.watchWorst, change2)
    world.watchTotal += sqrt(impulse2)
  }
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
  world.watchWorst = 0
  world.watchTotal = 0
  for (let k = 0; k < count; k++) updateArms<Violation>(armContact(k), false)
  const mean = world.watchTotal / <f64>max(count, 1)
  world.residualMax = world.watchWorst > 0 ? sqrt(world.watchWorst) / mean : 0
}

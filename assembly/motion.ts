// Implicit Euler (000 Eq. 1.1 and 1.2; 003 Eq. 1 and 2), for translation and rotation:
//
//   v(t + dt) = v(t) + F(t + dt) dt / m          x(t + dt) = x(t) + v(t + dt) dt
//
// The forces F contain the contact forces R(t + dt), which the solver finds from the free velocities below.

import {
  POSITION, VELOCITY, ANGULAR_VELOCITY, ORIENTATION, ANGLE, FORCE, TORQUE, RADIUS, MASS, INERTIA, DYNAMIC, FIXED, SLICE,
  FINE, FAULT_DIVERGED,
} from './layout'
import { world, fault, isInRange, isFinite64 } from './world'
import { column } from './arena'
import { vectorOf, scalarOf, kindOf, inverseMassOf, inverseInertiaOf, orientDisk } from './bodies'
import { boundaryAt, isFree, loadOn, advanceBoundary } from './boundaries'
import { together, partial, slices } from './team'
import { solverBodies, solverBodyOf } from './solver/record'
import { touchRows } from './solver/touch'

/**
 * Relative velocities are differences of velocities, each rounded to 1.1e-16 of itself; what the solver changes by less
 * than 16 times that, it changes for nothing.
 */
const NOISE: f64 = 1.8e-15

/** Angular velocity after the external torque alone. */
@inline
function spun(omega: f64, torque: f64, i: i32): f64 {
  return kindOf(i) == DYNAMIC ? omega + world.timeStep * torque / scalarOf(INERTIA, i) : omega
}

/** Velocities that the bodies would have at the end of the step without contact forces (003 Eq. 23). */
export function freeVelocities(): void {
  together(freeSlices, 0, slices())
  let fastest: f64 = 0
  for (let slice = 0; slice < slices(); slice++) fastest = max(fastest, load<f64>(partial(slice)))
  world.watchNoise = NOISE * fastest * (NOISE * fastest)
  for (let k = 0; k < world.boundaries; k++) {
    const b = boundaryAt(k)
    b.nextSpeed = isFree(b) ? b.speed + world.timeStep * loadOn(b) / b.mass : b.speed
  }
}

function freeSlices(from: i32, to: i32): void {
  const dt = world.timeStep
  for (let slice = from; slice < to; slice++) {
    let fastest: f64 = 0
    const end = min((slice + 1) * SLICE, world.bodies)
    for (let i = slice * SLICE; i < end; i++) {
      touchRows(solverBodies(), i, end)
      const b = solverBodyOf(i)
      const v = vectorOf(VELOCITY, i)
      const w = vectorOf(ANGULAR_VELOCITY, i)
      const force = vectorOf(FORCE, i)
      const torque = vectorOf(TORQUE, i)
      const radius = scalarOf(RADIUS, i)
      const inverseMass = inverseMassOf(i)
      const falls: f64 = inverseMass > 0 ? 1 : 0
      const moves: f64 = kindOf(i) == FIXED ? 0 : 1
      b.vx = moves * v.x + dt * (falls * world.gravityX + inverseMass * force.x)
      b.vy = moves * v.y + dt * (falls * world.gravityY + inverseMass * force.y)
      b.vz = moves * v.z + dt * (falls * world.gravityZ + inverseMass * force.z)
      b.inverseMass = inverseMass
      b.sx = moves * radius * spun(w.x, torque.x, i)
      b.sy = moves * radius * spun(w.y, torque.y, i)
      b.sz = moves * radius * spun(w.z, torque.z, i)
      b.inverseInertia = inverseInertiaOf(i)
      fastest = max(fastest, abs(b.vx) + abs(b.vy) + abs(b.vz) + abs(b.sx) + abs(b.sy) + abs(b.sz))
    }
    store<f64>(partial(slice), fastest)
  }
}

/** Whether the solver's velocities are numbers within range. Nothing of the world has changed yet. */
export function checkVelocities(): i32 {
  for (let i = 0; i < world.bodies; i++) {
    touchRows(solverBodies(), i, world.bodies)
    const b = solverBodyOf(i)
    const p = vectorOf(POSITION, i)
    const sum = abs(b.vx) + abs(b.vy) + abs(b.vz) + (abs(b.sx) + abs(b.sy) + abs(b.sz)) / scalarOf(RADIUS, i)
    const far = abs(p.x) + abs(p.y) + abs(p.z) + world.timeStep * (abs(b.vx) + abs(b.vy) + abs(b.vz))
    if (!isInRange(sum) || !isInRange(far)) return fault(FAULT_DIVERGED, i, VELOCITY, sum)
  }
  for (let k = 0; k < world.boundaries; k++) {
    const b = boundaryAt(k)
    const sum = abs(b.velocityX) + abs(b.velocityY) + abs(b.velocityZ) + abs(b.nextSpeed)
    const far = abs(b.pointX) + abs(b.pointY) + abs(b.pointZ) + world.timeStep * sum
    if (!isInRange(sum) || !isInRange(far)) return fault(FAULT_DIVERGED, -1 - k, VELOCITY, sum)
  }
  return FINE
}

/**
 * New velocities, and the work of what is given from outside. The solver's bodies keep the means of the velocities before and
 * after, with which the work of the contacts is counted (ledger.ts).
 */
export function endVelocities(): void {
  together(endSlices, 0, slices())
  let work: f64 = 0
  for (let slice = 0; slice < slices(); slice++) work += load<f64>(partial(slice))
  for (let k = 0; k < world.boundaries; k++) {
    const b = boundaryAt(k)
    if (isFree(b)) work += 0.5 * world.timeStep * loadOn(b) * (b.speed + b.nextSpeed)
  }
  world.externalWork = work
}

function endSlices(from: i32, to: i32): void {
  for (let slice = from; slice < to; slice++) {
    let work: f64 = 0
    const end = min((slice + 1) * SLICE, world.bodies)
    for (let i = slice * SLICE; i < end; i++) {
      touchRows(solverBodies(), i, end)
      const kind = kindOf(i)
      if (kind == DYNAMIC) work += endVelocity(i)
      else if (kind == FIXED) {
        const v = vectorOf(VELOCITY, i)
        const w = vectorOf(ANGULAR_VELOCITY, i)
        v.x = v.y = v.z = w.x = w.y = w.z = 0 // whatever was written there
      }
    }
    store<f64>(partial(slice), work)
  }
}

/** Returns the work of gravity, force and torque on body i. */
@inline
function endVelocity(i: i32): f64 {
  const b = solverBodyOf(i)
  const v = vectorOf(VELOCITY, i)
  const w = vectorOf(ANGULAR_VELOCITY, i)
  const force = vectorOf(FORCE, i)
  const torque = vectorOf(TORQUE, i)
  const mass = scalarOf(MASS, i)
  const radius = scalarOf(RADIUS, i)
  const vx = b.vx, vy = b.vy, vz = b.vz
  b.vx = 0.5 * (v.x + vx)
  b.vy = 0.5 * (v.y + vy)
  b.vz = 0.5 * (v.z + vz)
  v.x = vx
  v.y = vy
  v.z = vz
  // the change of s only, so that a free rotation stays what it is to the last bit
  const sx = b.sx, sy = b.sy, sz = b.sz
  const wx = spun(w.x, torque.x, i), wy = spun(w.y, torque.y, i), wz = spun(w.z, torque.z, i)
  b.sx = 0.5 * (radius * w.x + sx)
  b.sy = 0.5 * (radius * w.y + sy)
  b.sz = 0.5 * (radius * w.z + sz)
  w.x = wx + (sx - radius * wx) / radius
  w.y = wy + (sy - radius * wy) / radius
  w.z = wz + (sz - radius * wz) / radius
  const pushed = (force.x + mass * world.gravityX) * b.vx + (force.y + mass * world.gravityY) * b.vy + (force.z + mass * world.gravityZ) * b.vz
  const turned = (torque.x * b.sx + torque.y * b.sy + torque.z * b.sz) / radius
  return world.timeStep * (pushed + (isFinite64(scalarOf(INERTIA, i)) ? turned : 0))
}

/** New positions and orientations. */
export function advance(): void {
  together(advanceSlices, 0, slices())
  for (let k = 0; k < world.boundaries; k++) {
    const b = boundaryAt(k)
    if (!b.enabled) continue
    b.speed = b.nextSpeed
    advanceBoundary(b)
  }
  world.time += world.timeStep
  world.steps++
}

function advanceSlices(from: i32, to: i32): void {
  const dt = world.timeStep
  const end = min(to * SLICE, world.bodies)
  for (let i = from * SLICE; i < end; i++) {
    const w = vectorOf(ANGULAR_VELOCITY, i)
    turn(i, dt * w.x, dt * w.y, dt * w.z) // not at all, if it is fixed
  }
  move(from * SLICE, end, dt)
}

/** x += v dt for bodies from one to another, two coordinates at a time. */
function move(from: i32, to: i32, dt: f64): void {
  const count = (to - from) * 3
  const step = f64x2.splat(dt)
  let x = column(POSITION) + <usize>from * 24, v = column(VELOCITY) + <usize>from * 24
  for (let k = 0; k < count - 1; k += 2) {
    v128.store(x, f64x2.add(v128.load(x), f64x2.mul(step, v128.load(v))))
    x += 16
    v += 16
  }
  if (count & 1) store<f64>(x, load<f64>(x) + dt * load<f64>(v))
}

/** Turns body i by a rotation vector: its angle in two dimensions, its quaternion (x, y, z, w) in both. */
function turn(i: i32, x: f64, y: f64, z: f64): void {
  const half = 0.5 * sqrt(x * x + y * y + z * z)
  if (half == 0) return
  if (world.dimension == 2) {
    const angle = column(ANGLE) + (<usize>i << 3)
    store<f64>(angle, load<f64>(angle) + z)
    orientDisk(i)
    return
  }
  const q = column(ORIENTATION) + (<usize>i << 5)
  const c = Math.cos(half)
  const s = 0.5 * Math.sin(half) / half
  const dx = s * x, dy = s * y, dz = s * z
  const qx = load<f64>(q), qy = load<f64>(q, 8), qz = load<f64>(q, 16), qw = load<f64>(q, 24)
  const nx = c * qx + dx * qw + dy * qz - dz * qy
  const ny = c * qy + dy * qw + dz * qx - dx * qz
  const nz = c * qz + dz * qw + dx * qy - dy * qx
  const nw = c * qw - dx * qx - dy * qy - dz * qz
  const norm = 1 / sqrt(nx * nx + ny * ny + nz * nz + nw * nw)
  store<f64>(q, nx * norm)
  store<f64>(q, ny * norm, 8)
  store<f64>(q, nz * norm, 16)
  store<f64>(q, nw * norm, 24)
}

// Where the energy went, and the conserved quantities. Over one step, exactly (to rounding),
//
//   change of kinetic energy = work of external forces + work of prescribed motion - dissipated
//
// with every impulse times the mean of the velocities before and after: P.(u + u')/2 is the work of a contact. The mean
// makes it an identity of the discrete step; (F dt).v' is what potential energy changes by, and differs at O(dt^2).

import {
  POSITION, VELOCITY, ANGULAR_VELOCITY, FORCE, TORQUE, RADIUS, MASS, INERTIA, NEXT_PAIR, DYNAMIC, FIXED,
} from './layout'
import { world, isFinite64 } from './world'
import { column } from './arena'
import { vectorOf, scalarOf, kindOf } from './bodies'
import { boundaryAt, isFree, loadOn } from './boundaries'
import { recordAt, slotOf, pairs, bodyAt, solverBodies, solverBodyOf } from './solver/record'
import { relativeX, relativeY, relativeZ, approach } from './geometry/boundary'

/** Work of this step's impulses, from the velocities before it (columns) and after it (solver). Call before `advance`. */
export function closeAccounts(): void {
  for (let k = 0; k < world.boundaries; k++) {
    const b = boundaryAt(k)
    b.reactionX = b.reactionY = b.reactionZ = 0
    b.reactionTorqueX = b.reactionTorqueY = b.reactionTorqueZ = 0
  }
  let contactWork: f64 = 0, drive: f64 = 0
  const bodies = solverBodies()
  for (let c = 0; c < world.candidates; c++) {
    const r = recordAt(pairs(), slotOf(c))
    if (r.px == 0 && r.py == 0 && r.pz == 0) continue
    const pair = column(NEXT_PAIR) + (<usize>c << 3)
    const i = load<i32>(pair), second = load<i32>(pair, 4)
    // (a x P).s is the work of the torque on either side
    const cx = r.ay * r.pz - r.az * r.py
    const cy = r.az * r.px - r.ax * r.pz
    const cz = r.ax * r.py - r.ay * r.px
    let work = -pushWork(i, r.px, r.py, r.pz) - spinWork(i, cx, cy, cz)
    drive += prescribedPush(i) * pushWork(i, r.px, r.py, r.pz) + prescribedSpin(i) * spinWork(i, cx, cy, cz)
    if (second >= 0) {
      const push = pushWork(second, r.px, r.py, r.pz), spin = -spinWork(second, cx, cy, cz)
      work += push + spin
      drive -= prescribedPush(second) * push + prescribedSpin(second) * spin
    } else {
      const b = boundaryAt(-1 - second)
      const surface = bodyAt(bodies, r.second)
      const given = r.px * surface.vx + r.py * surface.vy + r.pz * surface.vz
      const along = r.px * b.directionX + r.py * b.directionY + r.pz * b.directionZ
      work += given + (b.mass > 0 ? 0.5 * (b.speed + b.nextSpeed) * along : 0)
      drive -= given
      b.reactionX += r.px
      b.reactionY += r.py
      b.reactionZ += r.pz
      approach(i, b)
      const radius = scalarOf(RADIUS, i)
      const x = relativeX + radius * r.ax, y = relativeY + radius * r.ay, z = relativeZ + radius * r.az
      b.reactionTorqueX += y * r.pz - z * r.py
      b.reactionTorqueY += z * r.px - x * r.pz
      b.reactionTorqueZ += x * r.py - y * r.px
    }
    contactWork += work
  }
  world.dissipated = -contactWork
  world.boundaryWork = drive
  world.dissipatedTotal += world.dissipated
  world.externalWork = externalWork()
}

/** Impulse times the mean velocity of body i over the step. */
@inline
function pushWork(i: i32, x: f64, y: f64, z: f64): f64 {
  if (kindOf(i) == FIXED) return 0
  const b = solverBodyOf(i)
  const v = vectorOf(VELOCITY, i)
  return 0.5 * (x * (v.x + b.vx) + y * (v.y + b.vy) + z * (v.z + b.vz))
}

/** The same for rotation: impulse of s = r omega times its mean. */
@inline
function spinWork(i: i32, x: f64, y: f64, z: f64): f64 {
  if (kindOf(i) == FIXED) return 0
  const b = solverBodyOf(i)
  const w = vectorOf(ANGULAR_VELOCITY, i)
  const radius = scalarOf(RADIUS, i)
  return 0.5 * (x * (radius * w.x + b.sx) + y * (radius * w.y + b.sy) + z * (radius * w.z + b.sz))
}

/** 1 where the work goes to whoever prescribes the motion, 0 where it goes to the body. */
@inline
function prescribedPush(i: i32): f64 {
  return kindOf(i) == DYNAMIC ? 0 : 1
}

/** A locked rotation is a prescribed one. */
@inline
function prescribedSpin(i: i32): f64 {
  return kindOf(i) == DYNAMIC && isFinite64(scalarOf(INERTIA, i)) ? 0 : 1
}

function externalWork(): f64 {
  const dt = world.timeStep
  let work: f64 = 0
  for (let i = 0; i < world.bodies; i++) {
    if (kindOf(i) != DYNAMIC) continue
    const b = solverBodyOf(i)
    const v = vectorOf(VELOCITY, i)
    const w = vectorOf(ANGULAR_VELOCITY, i)
    const force = vectorOf(FORCE, i)
    const torque = vectorOf(TORQUE, i)
    const mass = scalarOf(MASS, i)
    const radius = scalarOf(RADIUS, i)
    work += 0.5 * dt * (
      (force.x + mass * world.gravityX) * (v.x + b.vx) + (force.y + mass * world.gravityY) * (v.y + b.vy) +
      (force.z + mass * world.gravityZ) * (v.z + b.vz))
    if (isFinite64(scalarOf(INERTIA, i))) work += 0.5 * dt * (
      torque.x * (w.x + b.sx / radius) + torque.y * (w.y + b.sy / radius) + torque.z * (w.z + b.sz / radius))
  }
  for (let k = 0; k < world.boundaries; k++) {
    const b = boundaryAt(k)
    if (isFree(b)) work += 0.5 * dt * loadOn(b) * (b.speed + b.nextSpeed)
  }
  return work
}

/** Kinetic energy of grains and free boundaries; momentum and angular momentum (about the origin) of the grains. */
export function measureMotion(): void {
  let energy: f64 = 0
  let px: f64 = 0, py: f64 = 0, pz: f64 = 0, lx: f64 = 0, ly: f64 = 0, lz: f64 = 0
  for (let i = 0; i < world.bodies; i++) {
    if (kindOf(i) != DYNAMIC) continue
    const x = vectorOf(POSITION, i)
    const v = vectorOf(VELOCITY, i)
    const w = vectorOf(ANGULAR_VELOCITY, i)
    const mass = scalarOf(MASS, i)
    const inertia = scalarOf(INERTIA, i)
    const turns = isFinite64(inertia) ? inertia : 0 // locked rotation carries no energy that could change
    energy += 0.5 * mass * (v.x * v.x + v.y * v.y + v.z * v.z) + 0.5 * turns * (w.x * w.x + w.y * w.y + w.z * w.z)
    px += mass * v.x
    py += mass * v.y
    pz += mass * v.z
    lx += mass * (x.y * v.z - x.z * v.y) + turns * w.x
    ly += mass * (x.z * v.x - x.x * v.z) + turns * w.y
    lz += mass * (x.x * v.y - x.y * v.x) + turns * w.z
  }
  for (let k = 0; k < world.boundaries; k++) {
    const b = boundaryAt(k)
    if (b.mass > 0) energy += 0.5 * b.mass * b.speed * b.speed
  }
  world.kineticEnergy = energy
  world.momentumX = px
  world.momentumY = py
  world.momentumZ = pz
  world.angularMomentumX = lx
  world.angularMomentumY = ly
  world.angularMomentumZ = lz
}

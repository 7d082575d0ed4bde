// Where the energy went, and the conserved quantities. Over one step, exactly (to rounding),
//
//   change of kinetic energy = work of external forces + work of prescribed motion - dissipated
//
// with every impulse times the mean of the velocities before and after: P.(u + u')/2 is the work of a contact. The mean
// makes it an identity of the discrete step; (F dt).v' is what potential energy changes by, and differs at O(dt^2).

import {
  POSITION, VELOCITY, ANGULAR_VELOCITY, RADIUS, MASS, INERTIA, SURFACE, DYNAMIC, SLICE, WORLD, WORLD_KINETIC_ENERGY,
} from './layout'
import { world, isFinite64 } from './world'
import { column } from './arena'
import { vectorOf, scalarOf, kindOf } from './bodies'
import { boundaryAt } from './boundaries'
import { together, partial, slices } from './team'
import { pairOf } from './contacts'
import { firstSlot, endSlot, allBlocks } from './solver/blocks'
import { SolverBody, recordAt, contactIn, pairs, bodyAt, solverBodies, BODY_MASK } from './solver/record'
import { touchNext } from './solver/touch'
import { relativeX, relativeY, relativeZ, approach } from './geometry/boundary'

/** Work of this step's impulses, with the mean velocities that `endVelocities` left. Call before `advance`. */
export function closeAccounts(): void {
  together(workOfBlocks, 0, allBlocks())
  let work: f64 = 0, drive: f64 = 0
  for (let block = 0; block < allBlocks(); block++) {
    work += load<f64>(partial(block))
    drive += load<f64>(partial(block), 8)
  }
  react()
  world.dissipated = -work
  world.boundaryWork = drive
  world.dissipatedTotal += world.dissipated
}

function workOfBlocks(from: i32, to: i32): void {
  const all = pairs(), rows = pairOf(0), bodies = solverBodies()
  for (let block = from; block < to; block++) {
    touchNext(bodies, block, to)
    let contactWork: f64 = 0, drive: f64 = 0
    const end = endSlot(block)
    for (let slot = firstSlot(block); slot < end; slot++) {
      const r = recordAt(all, slot)
      if (r.px == 0 && r.py == 0 && r.pz == 0) continue
      const b0 = bodyAt(bodies, r.first), b1 = bodyAt(bodies, r.second)
      // (a x P).s is the work of the torque on either side
      const cx = r.ay * r.pz - r.az * r.py
      const cy = r.az * r.px - r.ax * r.pz
      const cz = r.ax * r.py - r.ay * r.px
      const push0 = r.px * b0.vx + r.py * b0.vy + r.pz * b0.vz, spin0 = cx * b0.sx + cy * b0.sy + cz * b0.sz
      const push1 = r.px * b1.vx + r.py * b1.vy + r.pz * b1.vz
      contactWork += push1 - push0 - spin0
      const row = rows + (<usize>contactIn(slot) << 3)
      if (isPrescribed(b0)) {
        const i = load<i32>(row)
        drive += prescribedPush(i) * push0 + prescribedSpin(i) * spin0
      }
      if ((r.second & BODY_MASK) < <u32>world.bodies) {
        const spin1 = cx * b1.sx + cy * b1.sy + cz * b1.sz
        contactWork -= spin1
        if (!isPrescribed(b1)) continue
        const j = load<i32>(row, 4)
        drive -= prescribedPush(j) * push1 - prescribedSpin(j) * spin1
      } else {
        const b = boundaryAt(-1 - load<i32>(row, 4))
        const along = r.px * b.directionX + r.py * b.directionY + r.pz * b.directionZ
        if (b.mass > 0) contactWork += 0.5 * (b.speed + b.nextSpeed) * along
        drive -= push1
      }
    }
    store<f64>(partial(block), contactWork)
    store<f64>(partial(block), drive, 8)
  }
}

/** What the grains gave the boundaries. */
function react(): void {
  for (let k = 0; k < world.boundaries; k++) {
    const b = boundaryAt(k)
    b.reactionX = b.reactionY = b.reactionZ = 0
    b.reactionTorqueX = b.reactionTorqueY = b.reactionTorqueZ = 0
  }
  for (let k = 0; k < world.surfaces; k++) {
    const slot = load<u32>(column(SURFACE) + (<usize>k << 2))
    const c = contactIn(slot)
    const r = recordAt(pairs(), slot)
    const i = load<i32>(pairOf(c))
    const b = boundaryAt(-1 - load<i32>(pairOf(c), 4))
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
}

/** Whether someone prescribes how the body moves or turns. */
@inline
function isPrescribed(b: SolverBody): bool {
  return b.inverseMass == 0 || b.inverseInertia == 0
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

/** Kinetic energy of grains and free boundaries; momentum and angular momentum (about the origin) of the grains. */
export function measureMotion(): void {
  together(motionOfSlices, 0, slices())
  const sums = changetype<Motion>(WORLD + WORLD_KINETIC_ENERGY)
  memory.fill(changetype<usize>(sums), 0, offsetof<Motion>())
  for (let slice = 0; slice < slices(); slice++) sums.add(changetype<Motion>(partial(slice)))
  for (let k = 0; k < world.boundaries; k++) {
    const b = boundaryAt(k)
    if (b.mass > 0) sums.energy += 0.5 * b.mass * b.speed * b.speed
  }
}

/** Energy, momentum and angular momentum, as they stand in a row among the world's scalars. */
@unmanaged
class Motion {
  energy: f64
  px: f64
  py: f64
  pz: f64
  lx: f64
  ly: f64
  lz: f64

  add(other: Motion): void {
    this.energy += other.energy
    this.px += other.px
    this.py += other.py
    this.pz += other.pz
    this.lx += other.lx
    this.ly += other.ly
    this.lz += other.lz
  }
}

function motionOfSlices(from: i32, to: i32): void {
  for (let slice = from; slice < to; slice++) {
    const sums = changetype<Motion>(partial(slice))
    memory.fill(changetype<usize>(sums), 0, offsetof<Motion>())
    const end = min((slice + 1) * SLICE, world.bodies)
    for (let i = slice * SLICE; i < end; i++) {
      if (kindOf(i) != DYNAMIC) continue
      const x = vectorOf(POSITION, i)
      const v = vectorOf(VELOCITY, i)
      const w = vectorOf(ANGULAR_VELOCITY, i)
      const mass = scalarOf(MASS, i)
      const inertia = scalarOf(INERTIA, i)
      const turns = isFinite64(inertia) ? inertia : 0 // locked rotation carries no energy that could change
      sums.energy += 0.5 * mass * (v.x * v.x + v.y * v.y + v.z * v.z) + 0.5 * turns * (w.x * w.x + w.y * w.y + w.z * w.z)
      sums.px += mass * v.x
      sums.py += mass * v.y
      sums.pz += mass * v.z
      sums.lx += mass * (x.y * v.z - x.z * v.y) + turns * w.x
      sums.ly += mass * (x.z * v.x - x.x * v.z) + turns * w.y
      sums.lz += mass * (x.x * v.y - x.y * v.x) + turns * w.z
    }
  }
}

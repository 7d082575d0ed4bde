// Walls: planes, half-planes, plates (planes with a hole or a rim) and cylinders. Each is fixed, moves or turns as prescribed, or is
// free to move along one direction, with a mass and a force on it (a piston). Offsets are those of layout.ts.

import {
  BOUNDARY, BOUNDARY_BYTES, PER_BOUNDARY, FINE,
} from './layout'
import { world, Vec3 } from './world'
import { column, reserve } from './arena'

@unmanaged
export class Boundary {
  shape: i32
  material: i32
  side: i32
  enabled: i32
  pointX: f64
  pointY: f64
  pointZ: f64
  axisX: f64 // normal of a plane, axis of a cylinder
  axisY: f64
  axisZ: f64
  radius: f64
  inner: f64
  outer: f64
  velocityX: f64
  velocityY: f64
  velocityZ: f64
  angularX: f64
  angularY: f64
  angularZ: f64
  directionX: f64
  directionY: f64
  directionZ: f64
  mass: f64 // zero where not free
  force: f64
  speed: f64
  reactionX: f64
  reactionY: f64
  reactionZ: f64
  reactionTorqueX: f64
  reactionTorqueY: f64
  reactionTorqueZ: f64
  nextSpeed: f64
  reach: f64
  alongX: f64 // into a half-plane from its edge
  alongY: f64
  alongZ: f64
}

@inline
export function boundaryAt(k: i32): Boundary {
  assert(<u32>k <= <u32>world.boundaries, 'a boundary, or the one that is being added')
  return changetype<Boundary>(column(BOUNDARY) + <usize>k * BOUNDARY_BYTES)
}

/** How a contact names boundary k in the place of its second body. */
@inline
export function boundaryCode(k: i32): i32 {
  return -1 - k
}

let wasListed: i32 = 0

export function appendBoundary(): i32 {
  const code = reserve(PER_BOUNDARY, world.boundaries + 1)
  if (code != FINE) return code
  memory.fill(changetype<usize>(boundaryAt(world.boundaries)), 0, BOUNDARY_BYTES)
  world.boundaries++
  wasListed = world.listed
  world.listed = 0
  return FINE
}

export function dropAppendedBoundary(): void {
  world.boundaries--
  world.listed = wasListed
}

/** Clears what a step keeps in the boundaries while it runs, so that it is not part of their state. */
export function clearScratch(): void {
  for (let k = 0; k < world.boundaries; k++) {
    const b = boundaryAt(k)
    b.nextSpeed = 0
    b.reach = 0
  }
}

/** Whether it moves freely now. */
@inline
export function isFree(b: Boundary): bool {
  return b.mass > 0 && b.enabled != 0
}

/** Prescribed velocity of the surface at a place given relative to the boundary's point. */
@inline
export function surfaceVelocityX(b: Boundary, y: f64, z: f64): f64 {
  return b.velocityX + b.angularY * z - b.angularZ * y
}
@inline
export function surfaceVelocityY(b: Boundary, x: f64, z: f64): f64 {
  return b.velocityY + b.angularZ * x - b.angularX * z
}
@inline
export function surfaceVelocityZ(b: Boundary, x: f64, y: f64): f64 {
  return b.velocityZ + b.angularX * y - b.angularY * x
}

/** External force along the direction in which a boundary is free: the one on it and its weight. */
@inline
export function loadOn(b: Boundary): f64 {
  return b.force +
    b.mass * (world.gravityX * b.directionX + world.gravityY * b.directionY + world.gravityZ * b.directionZ)
}

/** Moves a boundary by its prescribed velocity, its free speed and its rotation (000 Eq. 1.2). */
export function advanceBoundary(b: Boundary): void {
  const dt = world.timeStep
  const speed = b.mass > 0 ? b.speed : 0
  b.pointX += dt * (b.velocityX + speed * b.directionX)
  b.pointY += dt * (b.velocityY + speed * b.directionY)
  b.pointZ += dt * (b.velocityZ + speed * b.directionZ)
  const rate = sqrt(b.angularX * b.angularX + b.angularY * b.angularY + b.angularZ * b.angularZ)
  if (rate == 0) return
  const x = b.angularX / rate, y = b.angularY / rate, z = b.angularZ / rate
  const at = changetype<usize>(b)
  rotate(changetype<Vec3>(at + offsetof<Boundary>('axisX')), x, y, z, rate * dt)
  rotate(changetype<Vec3>(at + offsetof<Boundary>('alongX')), x, y, z, rate * dt)
}

/** Rodrigues' rotation of a unit vector about the unit vector (x, y, z). One along it, or none, stays what it is. */
function rotate(v: Vec3, x: f64, y: f64, z: f64, angle: f64): void {
  const cx = y * v.z - z * v.y, cy = z * v.x - x * v.z, cz = x * v.y - y * v.x
  if (cx == 0 && cy == 0 && cz == 0) return
  const cosine = Math.cos(angle), sine = Math.sin(angle)
  const along = (x * v.x + y * v.y + z * v.z) * (1 - cosine)
  const nx = v.x * cosine + cx * sine + x * along
  const ny = v.y * cosine + cy * sine + y * along
  const nz = v.z * cosine + cz * sine + z * along
  const norm = sqrt(nx * nx + ny * ny + nz * nz)
  v.x = nx / norm
  v.y = ny / norm
  v.z = nz / norm
}

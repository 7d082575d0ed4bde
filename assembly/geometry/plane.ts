// Sphere and plane: g = n.(x - p) - r, one-sided: everything behind the plane is solid.
// Sphere and half-plane (half-line in two dimensions): the part of a plane on one side of a straight edge through its point,
// thin, solid from both sides, with round contact at the edge.
// Sphere and plate: the part of a plane between the radii `inner` and `outer` about its point, thin, solid from both
// sides, with round contact at its edges: a segment, a floor with an orifice, a disk, a ring.

import { world } from '../world'
import { Boundary } from '../boundaries'
import { place, across, acrossX, acrossY, acrossZ, TINY } from './place'

const THIRD: f64 = 0.8660254037844386 // sine of a third of a turn

/** (x, y, z): the centre relative to the plane's point. */
@inline
export function placeOnPlane(b: Boundary, x: f64, y: f64, z: f64, radius: f64): void {
  const height = x * b.axisX + y * b.axisY + z * b.axisZ
  place(height - radius, -b.axisX, -b.axisY, -b.axisZ)
}

export function placeOnHalfPlane(b: Boundary, x: f64, y: f64, z: f64, radius: f64): void {
  const height = x * b.axisX + y * b.axisY + z * b.axisZ
  const beyond = min(0, x * b.alongX + y * b.alongY + z * b.alongZ)
  // from the nearest point to the centre
  const rx = height * b.axisX + beyond * b.alongX
  const ry = height * b.axisY + beyond * b.alongY
  const rz = height * b.axisZ + beyond * b.alongZ
  const distance = sqrt(height * height + beyond * beyond)
  if (distance > TINY) place(distance - radius, -rx / distance, -ry / distance, -rz / distance)
  else place(-radius, -b.axisX, -b.axisY, -b.axisZ)
}

/**
 * How many contacts a grain may have with a plate at once. A grain over a hole leans on the rim: in two dimensions at its
 * two ends, in three at the nearest point and at those a third of a turn from it, which together can carry it. `margin` is
 * how far it may be from the hole and still count as over it.
 */
export function partsOfPlate(b: Boundary, x: f64, y: f64, z: f64, margin: f64): i32 {
  if (b.inner == 0) return 1
  const height = x * b.axisX + y * b.axisY + z * b.axisZ
  const tx = x - height * b.axisX, ty = y - height * b.axisY, tz = z - height * b.axisZ
  const rim = b.inner + margin
  return tx * tx + ty * ty + tz * tz >= rim * rim ? 1 : world.dimension
}

/** Part 0 is the nearest point of the plate, the others are on the rim of its hole. */
export function placeOnPlate(b: Boundary, x: f64, y: f64, z: f64, radius: f64, part: i32): void {
  const height = x * b.axisX + y * b.axisY + z * b.axisZ
  const tx = x - height * b.axisX, ty = y - height * b.axisY, tz = z - height * b.axisZ
  const off = sqrt(tx * tx + ty * ty + tz * tz)
  // unit vector from the plate's point towards the foot of the centre
  let dx: f64, dy: f64, dz: f64
  if (off > TINY) {
    dx = tx / off
    dy = ty / off
    dz = tz / off
  } else {
    across(b.axisX, b.axisY, b.axisZ)
    dx = acrossX
    dy = acrossY
    dz = acrossZ
  }
  let edge = min(max(off, b.inner), b.outer)
  if (part > 0) {
    edge = b.inner
    const cosine = world.dimension == 2 ? -1 : -0.5
    const sine = world.dimension == 2 ? 0 : part == 1 ? THIRD : -THIRD
    const sx = b.axisY * dz - b.axisZ * dy, sy = b.axisZ * dx - b.axisX * dz, sz = b.axisX * dy - b.axisY * dx
    dx = cosine * dx + sine * sx
    dy = cosine * dy + sine * sy
    dz = cosine * dz + sine * sz
  }
  const rx = x - edge * dx, ry = y - edge * dy, rz = z - edge * dz
  const distance = sqrt(rx * rx + ry * ry + rz * rz)
  if (distance > TINY) place(distance - radius, -rx / distance, -ry / distance, -rz / distance)
  else place(-radius, -b.axisX, -b.axisY, -b.axisZ)
}

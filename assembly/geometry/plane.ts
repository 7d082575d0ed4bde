// Sphere and plane: g = n.(x - p) - r, one-sided: everything behind the plane is solid.
// Sphere and plate: the part of a plane between the radii `inner` and `outer` about its point, thin, solid from both
// sides, with round contact at its edges: a half-line, a segment, a floor with an orifice, a disk, a ring.

import { Boundary } from '../boundaries'
import { place } from './place'

/** (x, y, z): the centre relative to the plane's point. */
@inline
export function placeOnPlane(b: Boundary, x: f64, y: f64, z: f64, radius: f64): void {
  const height = x * b.axisX + y * b.axisY + z * b.axisZ
  place(height - radius, -b.axisX, -b.axisY, -b.axisZ)
}

export function placeOnPlate(b: Boundary, x: f64, y: f64, z: f64, radius: f64): void {
  const height = x * b.axisX + y * b.axisY + z * b.axisZ
  // vector from the nearest point of the plate to the centre
  let dx = height * b.axisX, dy = height * b.axisY, dz = height * b.axisZ
  const tx = x - dx, ty = y - dy, tz = z - dz
  const off = sqrt(tx * tx + ty * ty + tz * tz)
  const edge = min(max(off, b.inner), b.outer)
  if (edge != off && off > 0) {
    const beyond = (off - edge) / off
    dx += tx * beyond
    dy += ty * beyond
    dz += tz * beyond
  }
  let distance = sqrt(dx * dx + dy * dy + dz * dz)
  // on the axis of a hole every point of the rim is equally far; the normal does not matter unless it is blocked
  if (off == 0 && b.inner > 0) distance = sqrt(height * height + b.inner * b.inner)
  if (distance > 0 && !(off == 0 && b.inner > 0)) place(distance - radius, -dx / distance, -dy / distance, -dz / distance)
  else place(distance - radius, -b.axisX, -b.axisY, -b.axisZ)
}

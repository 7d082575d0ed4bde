// Sphere and cylinder (disk and circle): with rho the distance from the axis,
//   inside   g = R - rho - r, n outwards        outside   g = rho - R - r, n inwards

import { INSIDE } from '../layout'
import { Boundary } from '../boundaries'
import { place, across, acrossX, acrossY, acrossZ, TINY } from './place'

/** (x, y, z): the centre relative to a point of the axis. */
export function placeOnCylinder(b: Boundary, x: f64, y: f64, z: f64, radius: f64): void {
  const along = x * b.axisX + y * b.axisY + z * b.axisZ
  let rx = x - along * b.axisX, ry = y - along * b.axisY, rz = z - along * b.axisZ
  let rho = sqrt(rx * rx + ry * ry + rz * rz)
  if (rho > TINY) {
    rx /= rho
    ry /= rho
    rz /= rho
  } else {
    // on the axis every direction is as good
    across(b.axisX, b.axisY, b.axisZ)
    rx = acrossX
    ry = acrossY
    rz = acrossZ
    rho = 0
  }
  if (b.side == INSIDE) place(b.radius - rho - radius, rx, ry, rz)
  else place(rho - b.radius - radius, -rx, -ry, -rz)
}

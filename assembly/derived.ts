// What follows from a contact's impulse, for those who read it: forces (impulse over time step, in newtons), normal and
// tangential parts, and the point. Computed when asked for, into memory that is free between steps (arena.ts).

import {
  POSITION, RADIUS, CONTACT_PAIR, CONTACT_NORMAL, CONTACT_IMPULSE, CONTACT_FORCE, CONTACT_NORMAL_FORCE,
  CONTACT_TANGENTIAL_FORCE, CONTACT_NORMAL_IMPULSE, CONTACT_TANGENTIAL_IMPULSE, CONTACT_POINT, CONTACT_GAP,
} from './layout'
import { world, Vec3 } from './world'
import { column } from './arena'
import { vectorOf, scalarOf } from './bodies'

@inline
function set(id: i32, c: i32, x: f64, y: f64, z: f64): void {
  const v = changetype<Vec3>(column(id) + <usize>c * 24)
  v.x = x
  v.y = y
  v.z = z
}

/** Fills a derived column for the contacts of the last step. */
export function derive(id: i32): void {
  const perStep = 1 / world.timeStep
  for (let c = 0; c < world.contacts; c++) {
    const n = changetype<Vec3>(column(CONTACT_NORMAL) + <usize>c * 24)
    const p = changetype<Vec3>(column(CONTACT_IMPULSE) + <usize>c * 24)
    const along = p.x * n.x + p.y * n.y + p.z * n.z
    switch (id) {
      case CONTACT_FORCE: {
        set(id, c, p.x * perStep, p.y * perStep, p.z * perStep)
        break
      }
      case CONTACT_NORMAL_FORCE: {
        store<f64>(column(id) + (<usize>c << 3), along * perStep)
        break
      }
      case CONTACT_NORMAL_IMPULSE: {
        store<f64>(column(id) + (<usize>c << 3), along)
        break
      }
      case CONTACT_TANGENTIAL_FORCE: {
        set(id, c, (p.x - along * n.x) * perStep, (p.y - along * n.y) * perStep, (p.z - along * n.z) * perStep)
        break
      }
      case CONTACT_TANGENTIAL_IMPULSE: {
        set(id, c, p.x - along * n.x, p.y - along * n.y, p.z - along * n.z)
        break
      }
      case CONTACT_POINT: {
        // on the surface of body 0, half of the gap towards body 1
        const i = load<i32>(column(CONTACT_PAIR) + (<usize>c << 3))
        const second = load<i32>(column(CONTACT_PAIR) + (<usize>c << 3), 4)
        const x = vectorOf(POSITION, i)
        const gap = load<f64>(column(CONTACT_GAP) + (<usize>c << 3))
        const arm = scalarOf(RADIUS, i) + (second >= 0 ? 0.5 * gap : gap)
        set(id, c, x.x + arm * n.x, x.y + arm * n.y, x.z + arm * n.z)
        break
      }
      default: unreachable()
    }
  }
}

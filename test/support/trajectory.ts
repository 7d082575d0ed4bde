import { createHash } from 'node:crypto'
import type { World } from '../../src/index.js'

/**
 * The motion of a world and its contact impulses as one short string: equal only if equal bit for bit. Settings, laws
 * and images are not in it, so that worlds which are told different things can be seen to do the same.
 */
export function trajectoryOf(world: World, steps: number): string {
  const hash = createHash('sha1')
  for (let k = 0; k < steps; k++) {
    world.step()
    const { positions, velocities, angularVelocities } = world.bodies
    for (const view of [positions, velocities, angularVelocities, world.contacts.impulses])
      hash.update(Buffer.from(view.buffer, view.byteOffset, view.byteLength))
  }
  return hash.digest('hex')
}

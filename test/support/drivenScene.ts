// Grains stirred by everything that can: gravity, forces and torques, walls that move and turn, a piston, a rotating
// cylinder, a kinematic grain.

import { type BoundarySpec, type Scene, type SolverOptions, gas, random } from '../../src/index.js'

export const PISTON_MASS = 10

export function drivenScene(dimension: 2 | 3, seed: number, solver: SolverOptions): Scene {
  const scene = gas({
    grains: 30, dimension, seed, ends: 'walls', radius: [0.5, 1], gravity: 1, friction: 0.4, timeStep: 0.01, solver,
    fraction: dimension === 2 ? 0.4 : 0.3,
  })
  const draw = random(seed)
  const number = (size: number): number => size * (2 * draw() - 1)
  const vector = (size: number): number[] => Array.from({ length: dimension }, () => number(size))
  const planes = scene.boundaries as (BoundarySpec & { shape: 'plane' })[]
  const last = planes.length - 1
  const boundaries: BoundarySpec[] = planes.map((plane, k) => {
    // the first wall drags along, the second turns about its point, both yielding; the last is a piston
    if (k === 0) return { ...plane, velocity: dimension === 2 ? [-0.1, 1] : [-0.1, 1, -0.5] }
    if (k === 1) return { ...plane, angularVelocity: dimension === 2 ? 0.1 : [0.2, -0.1, 0.1] }
    if (k === last) return { ...plane, free: { direction: plane.normal, mass: PISTON_MASS, force: 20 } }
    return plane
  })
  const bodies = scene.bodies!.map((body, k) => ({
    ...body,
    angularVelocity: dimension === 2 ? number(2) : vector(2),
    // towards the piston, which gives way: nothing is crushed
    ...(k === 0 ? { kind: 'kinematic' as const, velocity: dimension === 2 ? [0.1, 0.3] : [0.1, 0, 0.3] } : {}),
    ...(k % 3 === 2 ? { force: vector(3), torque: dimension === 2 ? number(1) : vector(1) } : {}),
    // locked, and not turning
    ...(k % 5 === 4 ? { rotates: false, angularVelocity: dimension === 2 ? 0 : [0, 0, 0] } : {}),
  }))
  // a roller outside of the box, half inside it: grains that meet it are dragged along
  const middle = planes[last]!.point[0]! / 2
  const roller: BoundarySpec = {
    shape: 'cylinder', side: 'outside', radius: 1, point: dimension === 2 ? [middle, -0.9] : [middle, 0, -0.9],
    ...(dimension === 3 ? { axis: [0, 1, 0] } : {}),
    angularVelocity: dimension === 2 ? 2 : [0, 2, 0],
  }
  return { ...scene, bodies, boundaries: [...boundaries, roller], allowedOverlap: 1 }
}

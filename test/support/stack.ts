import type { Scene } from '../../src/index.js'

/** Equal disks of radius 1 one upon the other on a floor, held upright by friction only; ids count from below. */
export function stack(grains: number, more: Partial<Scene> = {}): Scene {
  return {
    dimension: 2,
    timeStep: 0.01,
    gravity: [0, -10],
    friction: 0.5,
    solver: { tolerance: 1e-12, maxSweeps: 5000 },
    bodies: Array.from({ length: grains }, (_, k) => ({ position: [0, 1 + 2 * k], radius: 1, mass: 1 })),
    boundaries: [{ shape: 'plane', point: [0, 0], normal: [0, 1] }],
    ...more,
  }
}

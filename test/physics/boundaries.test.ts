// Walls that stand, move and turn (003, after Eq. 34: planes and cylinders of infinite inertia, drums, conveyors): what
// they do to a single grain is known in closed form. Gap 0 at the start, so that impacts are over in one step.

import { describe, expect, test } from 'vitest'
import { type Scene, ContactState } from '../../src/index.js'
import { builds, engineOf } from '../support/engine.js'
import { g, slope } from '../support/slope.js'
import { length, row, subtract, type Vec } from '../support/vectors.js'

const mu = 0.3
const dt = 0.01

for (const build of builds)
  for (const dimension of [2, 3] as const) {
    const flat = dimension === 2
    /** x and height; the horizontal y of three dimensions is zero. */
    const at = (x: number, height: number): number[] => (flat ? [x, height] : [x, 0, height])
    const make = async (scene: Scene) => (await engineOf(build)).createWorld(scene)
    const disk = flat ? 'disk' : 'sphere'
    const beta = flat ? 1 / 2 : 2 / 5

    describe(`boundaries in ${dimension}D, ${build} build`, () => {
      test('a plane that moves pushes a row of grains along, and half of its work is lost', async () => {
        const speed = 2
        const world = await make({
          dimension, timeStep: dt, solver: { tolerance: 1e-14, maxSweeps: 100_000 },
          bodies: [1, 3, 5].map((x) => ({ position: at(x, 0), radius: 1, mass: 1 })),
          boundaries: [{ shape: 'plane', point: at(0, 0), normal: at(1, 0), velocity: at(speed, 0) }],
        })
        const { boundaryWork, dissipated, kineticEnergy } = world.step()
        // three of mass 1, stopped relative to the wall: work m v^2, of which half is motion. 1e-12: criterion 1e-14
        // times what three contacts hide
        expect(Math.abs(boundaryWork - 3 * speed ** 2)).toBeLessThan(1e-12)
        expect(Math.abs(dissipated - 1.5 * speed ** 2)).toBeLessThan(1e-12)
        expect(Math.abs(kineticEnergy - 1.5 * speed ** 2)).toBeLessThan(1e-12)
        world.step(49)
        for (const i of [0, 1, 2]) {
          expect(Math.abs(world.bodies.velocities[3 * i]! - speed)).toBeLessThan(1e-12)
          expect(Math.abs(world.bodies.positions[3 * i]! - (1 + 2 * i + speed * 0.5))).toBeLessThan(1e-12)
        }
        expect(Math.abs(world.boundaries[0]!.point[0] - speed * 0.5)).toBeLessThan(1e-14)
      })

      test('a conveyor accelerates a block with mu g until it moves along', async () => {
        const speed = 1
        const scene = slope(dimension, 0, mu, [{ rotates: false }])
        const world = await make({ ...scene, boundaries: [{ ...scene.boundaries![0]!, velocity: at(speed, 0) }] })
        const steps = Math.floor(speed / (mu * g * dt))
        world.step(steps)
        expect(world.contacts.states[0]).toBe(ContactState.sliding)
        expect(Math.abs(world.bodies.velocities[0]! - mu * g * dt * steps)).toBeLessThan(1e-13) // roundings of 1e-16
        world.step()
        expect(world.contacts.states[0]).toBe(ContactState.sticking)
        world.step(20)
        expect(Math.abs(world.bodies.velocities[0]! - speed)).toBeLessThan(1e-14)
      })

      test(`a conveyor leaves a ${disk} with ${flat ? '1/3' : '2/7'} of its speed, rolling`, async () => {
        const speed = 1
        const scene = slope(dimension, 0, mu)
        const world = await make({ ...scene, boundaries: [{ ...scene.boundaries![0]!, velocity: at(speed, 0) }] })
        world.step(100)
        expect(world.contacts.states[0]).toBe(ContactState.sticking)
        // momentum about the line of contact is kept: v = speed beta / (1 + beta)
        expect(Math.abs(world.bodies.velocities[0]! - (speed * beta) / (1 + beta))).toBeLessThan(1e-14)
      })

      test(`a rotating cylinder turns a ${disk} that is held on top of it until their surfaces move alike`, async () => {
        const rate = 4 // times the cylinder's radius 2: surface speed 8
        const force = 5
        const world = await make({
          dimension, timeStep: dt, materials: ['rough', 'smooth'],
          friction: [{ between: ['rough', 'rough'], mu }],
          solver: { tolerance: 1e-14, maxSweeps: 10_000 },
          bodies: [{ position: at(0, 3), radius: 1, mass: 1, force: at(0, -force) }],
          boundaries: [
            { shape: 'cylinder', side: 'outside', point: at(0, 0), radius: 2, material: 'rough',
              ...(flat ? { angularVelocity: rate } : { axis: [0, 1, 0], angularVelocity: [0, -rate, 0] }) },
            { shape: 'plane', point: at(1, 0), normal: at(-1, 0), material: 'smooth' },
            { shape: 'plane', point: at(-1, 0), normal: at(1, 0), material: 'smooth' },
          ],
        })
        // the cylinder's top goes to -x, and the grain's bottom follows
        const spin = (): number => (flat ? -world.bodies.angularVelocities[2]! : world.bodies.angularVelocities[1]!)
        // torque mu N r, inertia beta m r^2
        const rises = (mu * force) / beta
        const steps = Math.floor(8 / (rises * dt))
        world.step(steps)
        // sums of hundreds of roundings; the smooth wall takes the push of friction, mu N
        expect(Math.abs(spin() - rises * dt * steps)).toBeLessThan(1e-11)
        expect(Math.abs(world.boundaries[2]!.reaction[0] + mu * force)).toBeLessThan(1e-10)
        // torque on the cylinder about its axis: mu N times its radius, against its rotation
        const torque = flat ? -world.boundaries[0]!.reactionTorque[2] : world.boundaries[0]!.reactionTorque[1]
        expect(Math.abs(torque - mu * force * 2)).toBeLessThan(1e-10)
        world.step(100)
        expect(Math.abs(spin() - 8)).toBeLessThan(1e-11)
        expect(Math.abs(world.bodies.positions[0]!)).toBeLessThan(1e-15)
      })

      test('a block in a turning drum stays where tan(theta) = mu, the wall sliding under it', async () => {
        const theta = Math.atan(mu)
        const drum = 10
        const rho = drum - 1
        const world = await make({
          dimension, timeStep: dt, gravity: at(0, -g), friction: mu,
          bodies: [{ position: at(rho * Math.sin(theta), -rho * Math.cos(theta)), radius: 1, rotates: false }],
          boundaries: [{
            shape: 'cylinder', side: 'inside', point: at(0, 0), radius: drum,
            ...(flat ? { angularVelocity: 0.5 } : { axis: [0, 1, 0], angularVelocity: [0, -0.5, 0] }),
          }],
        })
        world.step(500)
        expect(world.contacts.states[0]).toBe(ContactState.sliding)
        const [x, , z] = row(world.bodies.positions, 0)
        const height = flat ? world.bodies.positions[1]! : z
        // friction mu N and the drum's slope balance; roundings of 1e-16 drive an undamped swing of period 6, so they
        // add up like 500 random kicks of 1e-16 g dt: far below 1e-10
        expect(Math.abs(x - rho * Math.sin(theta))).toBeLessThan(1e-10)
        expect(Math.abs(height + rho * Math.cos(theta))).toBeLessThan(1e-10)
      })

      test('gaps and normals of a cylinder, from inside and outside', async () => {
        // askew, so that an axis of three dimensions matters: along (0, 0.6, 0.8), offset across it
        const across: Vec = flat ? [0.6, 0.8, 0] : [0.6, 0.64, -0.48]
        const axis = flat ? {} : { axis: [0, 0.6, 0.8] }
        const place = (rho: number, along: number): number[] =>
          across.map((a, e) => rho * a + (flat ? 0 : along * [0, 0.6, 0.8][e]!)).slice(0, dimension)
        const world = await make({
          dimension, timeStep: 1e-6,
          bodies: [{ position: place(4.95, 7), radius: 1 }, { position: place(1.55, -3), radius: 0.5 }],
          boundaries: [
            { shape: 'cylinder', side: 'inside', point: flat ? [0, 0] : [0, 0, 0], radius: 6, ...axis },
            { shape: 'cylinder', side: 'outside', point: flat ? [0, 0] : [0, 0, 0], radius: 1, ...axis },
          ],
          skin: 0.2,
        })
        world.step()
        const { pairs, gaps, normals, count } = world.contacts
        expect(count).toBe(2)
        for (let c = 0; c < 2; c++) {
          const inside = pairs[2 * c + 1] === -1
          expect(pairs[2 * c]).toBe(inside ? 0 : 1)
          // R - rho - r = 6 - 4.95 - 1 and rho - R - r = 1.55 - 1 - 0.5; a few roundings of 1e-15
          expect(Math.abs(gaps[c]! - 0.05)).toBeLessThan(1e-14)
          const outwards = across.map((a) => (inside ? a : -a)) as Vec // from the grain to the surface
          expect(length(subtract(row(normals, c), outwards))).toBeLessThan(1e-14)
        }
      })

      test('a wall that is disabled lets grains pass, and stops them when it is there again', async () => {
        const scene = slope(dimension, 0, mu, [{ position: at(0, 1.5) }, { position: at(5, 8) }])
        const world = await make(scene)
        world.boundaries[0]!.enabled = false
        world.step(60)
        // implicit Euler's free fall, n (n + 1) / 2 dt^2 g, to the last digits
        const fallen = (g * dt ** 2 * 60 * 61) / 2
        const height = (i: number): number => world.bodies.positions[3 * i + dimension - 1]!
        expect(Math.abs(height(0) - (1.5 - fallen))).toBeLessThan(1e-13)
        expect(height(0)).toBeLessThan(0) // it is through
        expect(Math.abs(height(1) - (8 - fallen))).toBeLessThan(1e-13)
        world.remove(0)
        world.boundaries[0]!.enabled = true
        world.step(300)
        expect(Math.abs(height(0) - 1)).toBeLessThan(1e-12) // the other one lies on it
        expect(world.report.active).toBe(1)
      })
    })
  }

// Bodies that come and go, and settings that change, while a world runs.

import { describe, expect, it } from 'vitest'
import { box, column, type World } from '../../src/index.js'
import { builds, engineOf } from '../support/engine.js'
import { stack } from '../support/stack.js'
import { row } from '../support/vectors.js'

/** Impulses by the ids of who touches, which stay when rows move. */
function impulsesById({ bodies, contacts }: World): Map<string, number[]> {
  const { ids } = bodies
  const { pairs, images, impulses, count } = contacts
  const found = new Map<string, number[]>()
  for (let c = 0; c < count; c++) {
    const second = pairs[2 * c + 1]!
    const name = `${ids[pairs[2 * c]!]} ${second < 0 ? `wall ${-1 - second}` : ids[second]} ${row(images, c).join(' ')}`
    found.set(name, row(impulses, c))
  }
  return found
}

function involves(name: string, id: number): boolean {
  return name.split(' ').slice(0, 2).includes(String(id))
}

describe.each(builds)('ids in the %s build', (build) => {
  it('ascend, stay when others are removed, and are never used again', async () => {
    const world = (await engineOf(build)).createWorld(stack(5))
    expect([...world.bodies.ids]).toEqual([0, 1, 2, 3, 4])
    world.remove(1, 3)
    expect([...world.bodies.ids]).toEqual([0, 2, 4])
    expect([0, 1, 2, 3, 4, 5, -1].map((id) => world.bodies.rowOf(id))).toEqual([0, -1, 1, -1, 2, -1, -1])
    expect([...world.bodies.positions]).toEqual([0, 1, 0, 0, 5, 0, 0, 9, 0])
    expect(world.add({ position: [5, 5], radius: 1 }, { position: [8, 5], radius: 1 })).toEqual([5, 6])
    world.remove(6)
    expect(world.add({ position: [8, 5], radius: 1 })).toEqual([7])
    expect(world.bodies.rowOf(7)).toBe(4)
  })

  it('removed together with everything that belongs to their rows', async () => {
    const engine = await engineOf(build)
    const world = engine.createWorld({
      dimension: 3, timeStep: 1, materials: ['a', 'b', 'c', 'wall'],
      bodies: [0, 1, 2, 3].map((k) => ({
        position: [10 * k, k, 1], radius: 1 + k / 8, mass: 1 + k, inertia: 2 + k, velocity: [k, 0, 1], angularVelocity: [0, k, 0],
        orientation: [k, 0, 0, 1], force: [0, 0, k], torque: [k, k, 0], material: ['a', 'b', 'c', 'a'][k]!,
        kind: (['dynamic', 'kinematic', 'dynamic', 'kinematic'] as const)[k]!,
      })),
    })
    const names = [
      'positions', 'velocities', 'angularVelocities', 'orientations', 'angles', 'forces', 'torques', 'radii', 'masses',
      'inertias', 'kinds', 'materials', 'ids',
    ] as const
    const of = (name: typeof names[number], i: number): number[] => {
      const width = world.bodies[name].length / world.bodies.count
      return [...world.bodies[name].subarray(i * width, (i + 1) * width)]
    }
    const before = names.map((name) => [of(name, 0), of(name, 3)])
    world.remove(1, 2)
    expect(names.map((name) => [of(name, 0), of(name, 1)])).toEqual(before)
  })

  it('of everyone may be removed, and the empty world goes on', async () => {
    const world = (await engineOf(build)).createWorld(stack(3))
    world.step()
    world.remove(0, 1, 2)
    expect([world.bodies.count, world.contacts.count]).toEqual([0, 0])
    expect(world.step(3).contacts).toBe(0)
    expect(world.add({ position: [0, 1], radius: 1 })).toEqual([3])
    expect(world.step().active).toBe(1)
  })
})

describe.each(builds)('warm start in the %s build', (build) => {
  const settle = async (): Promise<World> => {
    const world = (await engineOf(build)).createWorld(
      box({ grains: 40, radius: [0.6, 1], friction: 0.4, timeStep: 0.03, solver: { maxSweeps: 200 }, seed: 21 }))
    world.step(200)
    return world
  }

  it('keeps the impulses of all contacts that remain when bodies are removed', async () => {
    const world = await settle()
    const before = impulsesById(world)
    const gone = [0, 7, 8, 20, 39]
    world.remove(...gone)
    const after = impulsesById(world)
    const remaining = [...before].filter(([name]) => !gone.some((id) => involves(name, id)))
    expect(remaining.length).toBeGreaterThan(20)
    expect(remaining.length).toBeLessThan(before.size)
    expect([...after].sort()).toEqual(remaining.sort())
  })

  it('keeps all impulses when bodies are added', async () => {
    const world = await settle()
    const before = impulsesById(world)
    world.add({ position: [5, 100], radius: 1 }, { position: [5, 110], radius: 2 })
    expect([...impulsesById(world)]).toEqual([...before])
  })

  it('spares sweeps after that, because remaining contacts start from what they had', async () => {
    const scene = stack(30, { solver: { tolerance: 1e-6, maxSweeps: 100000 } })
    const engine = await engineOf(build)
    const sweepsAfterRemoval = (warmStart: boolean): number => {
      const world = engine.createWorld({ ...scene, solver: { ...scene.solver, warmStart } })
      world.step(5)
      const id = world.add({ position: [10, 1], radius: 1 })[0]!
      world.step(2)
      world.remove(id)
      return world.step().sweeps
    }
    // the stack does not notice its neighbour: warm, its forces are right at once
    expect(sweepsAfterRemoval(true)).toBeLessThan(5)
    expect(sweepsAfterRemoval(false)).toBeGreaterThan(100)
  })

  it('a stack whose middle is taken out falls by that and stands again', async () => {
    const world = (await engineOf(build)).createWorld(column({ grains: 5, gravity: 10, timeStep: 0.01, friction: 0.5, solver: { tolerance: 1e-12, maxSweeps: 10000 } }))
    world.step(10)
    world.remove(2)
    expect(world.contacts.count).toBe(3) // 0-1, 0-floor, 3-4
    world.step(200)
    expect([...world.bodies.ids]).toEqual([0, 1, 3, 4])
    // four diameters high: what fell closed its gap exactly, up to the tolerance of the sweeps
    expect(world.bodies.positions[3 * 3 + 1]).toBeCloseTo(7, 9)
    const weight = 10 * world.bodies.masses.reduce((sum, m) => sum + m, 0)
    expect(-world.boundaries[0]!.reaction[1] / weight).toBeCloseTo(1, 9)
  })
})

describe.each(builds)('configure in the %s build', (build) => {
  it('with a new time step keeps forces, and impulses follow', async () => {
    const world = (await engineOf(build)).createWorld(stack(6))
    world.step(3)
    const forces = [...world.contacts.forces]
    const impulses = [...world.contacts.impulses]
    const { reaction, reactionTorque } = world.boundaries[0]!
    world.configure({ timeStep: world.timeStep / 4 }) // a power of two: exact
    expect([...world.contacts.forces]).toEqual(forces)
    expect([...world.contacts.impulses]).toEqual(impulses.map((p) => p / 4))
    expect(world.boundaries[0]!.reaction).toEqual(reaction)
    expect(world.boundaries[0]!.reactionTorque).toEqual(reactionTorque)
    expect(world.timeStep).toBe(0.0025)
    // and the stack goes on standing, warm: cold it takes more than a hundred sweeps to 1e-6
    world.configure({ solver: { tolerance: 1e-6 } })
    expect(world.step().sweeps).toBeLessThan(5)
    // a tolerance of 1e-6 on forces up to 60
    forces.forEach((force, k) => { expect(world.contacts.forces[k]).toBeCloseTo(force, 4) })
  })

  it('changes gravity and solver, and leaves the rest', async () => {
    const world = (await engineOf(build)).createWorld(stack(2))
    const { tolerance, cutoff } = world.solver
    world.configure({ gravity: [0, -20], solver: { order: 'symmetric', maxSweeps: 77 } })
    expect(world.gravity).toEqual([0, -20, 0])
    expect(world.solver).toEqual({
      criterion: 'local', tolerance, cutoff, maxSweeps: 77, order: 'symmetric', kernel: 'vector', update: 'sequential',
      warmStart: true,
    })
    expect(world.timeStep).toBe(0.01)
    world.step()
    expect(world.contacts.normalForces[1]).toBeCloseTo(40, 6) // 77 sweeps of two contacts
  })
})

describe.each(builds)('boundaries of the %s build', (build) => {
  it('added while it runs hold what comes, and disabled let it pass', async () => {
    const world = (await engineOf(build)).createWorld({
      dimension: 2, timeStep: 0.1, bodies: [{ position: [0, 0], radius: 1, velocity: [1, 0] }],
    })
    world.step()
    const wall = world.addBoundary({ shape: 'plane', point: [2, 0], normal: [-1, 0] })
    expect(wall.index).toBe(0)
    world.step(20)
    expect(world.bodies.positions[0]).toBeCloseTo(1, 12) // touches: sum of twenty steps of rounding
    world.bodies.velocities[0] = 1
    wall.enabled = false
    world.step(5)
    expect(world.bodies.positions[0]).toBeCloseTo(1.5, 12)
  })

  it('tell where they are after they moved', async () => {
    const world = (await engineOf(build)).createWorld({
      dimension: 2, timeStep: 0.5,
      boundaries: [
        { shape: 'plane', point: [0, 0], normal: [0, 1], velocity: [0, 2] },
        { shape: 'plane', point: [0, 50], normal: [0, -1], free: { direction: [0, -1], mass: 2, force: 8 } },
        { shape: 'cylinder', point: [1, 2], radius: 100, side: 'inside' },
      ],
    })
    world.step(2)
    const [floor, piston, ring] = world.boundaries
    expect(floor!.point).toEqual([0, 2, 0])
    // a = 4: speeds 2, 4 after the two steps, implicit Euler: 1 + 2 down
    expect(piston!.speed).toBe(4)
    expect(piston!.point).toEqual([0, 47, 0])
    expect([floor!.free, piston!.free, ring!.free]).toEqual([false, true, false])
    expect([ring!.shape, ring!.radius, floor!.shape]).toEqual(['cylinder', 100, 'plane'])
    expect(piston!.force).toBe(8)
  })
})

// Views are the engine's memory itself: no copy, what is written counts, and the accessor is right after memory grew.

import { describe, expect, it } from 'vitest'
import { ContactState, box, type World } from '../../src/index.js'
import { builds, engineOf, type Build } from '../support/engine.js'
import { stack } from '../support/stack.js'
import { type Vec, add, dot, length, row, scale, subtract } from '../support/vectors.js'

const bodyViews = [
  'positions', 'velocities', 'angularVelocities', 'orientations', 'angles', 'forces', 'torques', 'radii', 'masses',
  'inertias', 'kinds', 'materials', 'ids',
] as const
const contactViews = [
  'pairs', 'images', 'normals', 'gaps', 'states', 'impulses', 'normalImpulses', 'tangentialImpulses', 'forces',
  'normalForces', 'tangentialForces', 'points',
] as const
const widths: Record<string, number> = {
  positions: 3, velocities: 3, angularVelocities: 3, orientations: 4, forces: 3, torques: 3,
  pairs: 2, images: 3, normals: 3, impulses: 3, tangentialImpulses: 3, tangentialForces: 3, points: 3,
}

/** A settled packing with sticking, sliding and open contacts; settled once, for those who only look. */
async function packing(build: Build): Promise<World> {
  const engine = await engineOf(build)
  if (!settled.has(build)) {
    const world = engine.createWorld(box({ grains: 60, radius: [0.5, 1], friction: 0.3, timeStep: 0.03, seed: 8 }))
    world.step(250)
    settled.set(build, world)
  }
  return settled.get(build)!
}
const settled = new Map<Build, World>()

describe.each(builds)('views of the %s build', (build) => {
  it('are all on one buffer, the memory, and as long as there are bodies and contacts', async () => {
    const world = await packing(build)
    const buffer = world.bodies.positions.buffer
    expect(buffer.byteLength).toBe(world.memoryBytes)
    for (const name of bodyViews) {
      expect([name, world.bodies[name].length]).toEqual([name, 60 * (widths[name] ?? 1)])
      expect(world.bodies[name].buffer).toBe(buffer)
    }
    expect(world.contacts.count).toBeGreaterThan(60)
    for (const name of contactViews) {
      expect([name, world.contacts[name].length]).toEqual([name, world.contacts.count * (widths[name] ?? 1)])
      expect(world.contacts[name].buffer).toBe(buffer)
    }
  })

  it('are the same object as long as nothing moved', async () => {
    const world = await packing(build)
    for (const name of bodyViews) expect(world.bodies[name]).toBe(world.bodies[name])
    for (const name of contactViews) expect(world.contacts[name]).toBe(world.contacts[name])
  })

  it('do not overlap each other, also not what is derived', async () => {
    const world = await packing(build)
    const views = [...bodyViews.map((name) => world.bodies[name]), ...contactViews.map((name) => world.contacts[name])]
    const ranges = views.map((view) => [view.byteOffset, view.byteOffset + view.byteLength] as const).sort((a, b) => a[0] - b[0])
    for (let k = 1; k < ranges.length; k++) expect(ranges[k]![0]).toBeGreaterThanOrEqual(ranges[k - 1]![1])
  })

  it('show a step without being asked for again', async () => {
    const world = (await engineOf(build)).createWorld({
      dimension: 2, timeStep: 0.5, bodies: [{ position: [0, 0], radius: 1, velocity: [2, 0] }],
    })
    const { positions } = world.bodies
    world.step()
    expect([...positions]).toEqual([1, 0, 0])
  })

  it('are what the next step starts from', async () => {
    const world = (await engineOf(build)).createWorld({
      dimension: 2, timeStep: 0.5, bodies: [{ position: [0, 0], radius: 1, mass: 4, inertia: 2 }],
    })
    const { bodies } = world
    bodies.positions[0] = 10
    bodies.velocities[0] = 2
    bodies.forces[1] = 8
    bodies.torques[2] = 4
    world.step()
    // x = 10 + 2 dt; v_y = F/m dt = 1, y = 0.5; omega = T/I dt = 1, angle = 0.5: all exact
    expect([...bodies.positions]).toEqual([11, 0.5, 0])
    expect([...bodies.velocities]).toEqual([2, 1, 0])
    expect(bodies.angularVelocities[2]).toBe(1)
    expect(bodies.angles[0]).toBe(0.5)
    bodies.masses[0] = 8
    bodies.forces[1] = 16
    bodies.inertias[0] = Infinity
    world.step()
    expect(bodies.velocities[1]).toBe(2)
    expect(bodies.angularVelocities[2]).toBe(1)
  })

  it('of kinds and radii take effect too', async () => {
    const world = (await engineOf(build)).createWorld(stack(2))
    world.bodies.kinds[0] = 1
    world.bodies.radii[1] = 1.5 // reaches into the other now: they cannot approach
    world.step()
    expect([...world.bodies.positions]).toEqual([0, 1, 0, 0, 3, 0])
    expect(world.contacts.gaps[0]).toBe(-0.5)
  })

  it('survive growth: an old view is dead, the accessor has everything', async () => {
    const world = (await engineOf(build)).createWorld(stack(2))
    world.step()
    const old = { positions: world.bodies.positions, impulses: world.contacts.impulses, forces: world.contacts.forces }
    const kept = { positions: [...old.positions], impulses: [...old.impulses], forces: [...old.forces] }
    const bytes = world.memoryBytes
    world.add(...Array.from({ length: 20000 }, (_, k) => ({ position: [10 + 3 * (k % 100), 10 + 3 * Math.floor(k / 100)], radius: 1 })))
    expect(world.memoryBytes).toBeGreaterThan(bytes)
    expect(old.positions.length).toBe(0) // detached
    expect(world.bodies.count).toBe(20002)
    expect([...world.bodies.positions.subarray(0, 6)]).toEqual(kept.positions)
    expect([...world.bodies.positions.subarray(6, 9)]).toEqual([10, 10, 0])
    expect([...world.bodies.ids.subarray(-2)]).toEqual([20000, 20001])
    expect([...world.contacts.impulses]).toEqual(kept.impulses)
    expect([...world.contacts.forces]).toEqual(kept.forces)
    expect(world.bodies.positions.buffer.byteLength).toBe(world.memoryBytes)
    world.step()
    expect(world.contacts.count).toBeGreaterThanOrEqual(2)
  })

  it('reading never moves memory', async () => {
    const world = await packing(build)
    const { positions } = world.bodies
    for (const name of contactViews) void world.contacts[name]
    expect(positions.length).toBe(180)
    expect(world.bodies.positions).toBe(positions)
  })
})

describe.each(builds)('contacts of the %s build', (build) => {
  // forces are products and sums of a few numbers
  const ROUNDING = 8 * Number.EPSILON

  it('have forces = impulses / time step, and normal and tangential parts that make up the whole', async () => {
    const world = await packing(build)
    const { contacts, timeStep } = world
    const { impulses, forces, normals, normalForces, normalImpulses, tangentialForces, tangentialImpulses } = contacts
    let active = 0
    for (let c = 0; c < contacts.count; c++) {
      const impulse = row(impulses, c)
      const n = row(normals, c)
      const size = length(impulse)
      if (size > 0) active++
      const close = (a: Vec, b: Vec, scale: number): boolean => length(subtract(a, b)) <= ROUNDING * scale
      expect(close(row(forces, c), scale(1 / timeStep, impulse), size / timeStep)).toBe(true)
      expect(close(add(scale(normalImpulses[c]!, n), row(tangentialImpulses, c)), impulse, size)).toBe(true)
      expect(close(add(scale(normalForces[c]!, n), row(tangentialForces, c)), row(forces, c), size / timeStep)).toBe(true)
      expect(Math.abs(dot(row(tangentialForces, c), n))).toBeLessThanOrEqual((ROUNDING * size) / timeStep)
      expect(Math.abs(length(n) - 1)).toBeLessThanOrEqual(ROUNDING)
      expect(normalForces[c]).toBeGreaterThanOrEqual(0)
    }
    expect(active).toBe(world.report.active)
    expect(active).toBeGreaterThan(60)
  })

  it('have states that fit their impulses: open without, sticking inside the cone, sliding on it', async () => {
    const world = await packing(build)
    const { states, normalImpulses, tangentialImpulses, impulses } = world.contacts
    const seen = [0, 0, 0]
    // sweeps stop at 1e-4 of the mean impulse, and states are those of one more update
    const mean = normalImpulses.reduce((sum, p) => sum + p, 0) / world.report.active
    for (let c = 0; c < world.contacts.count; c++) {
      const state = states[c]!
      seen[state]!++
      const tangential = length(row(tangentialImpulses, c))
      if (state === ContactState.open) expect(length(row(impulses, c))).toBe(0)
      else expect(tangential).toBeLessThanOrEqual(0.3 * normalImpulses[c]! + 1e-3 * mean)
      if (state === ContactState.sliding) expect(tangential).toBeGreaterThanOrEqual(0.3 * normalImpulses[c]! - 1e-3 * mean)
    }
    for (const count of seen) expect(count).toBeGreaterThan(0)
  })

  it('have points where the surfaces meet, and gaps that are those of the positions', async () => {
    const world = await packing(build)
    const { positions, radii } = world.bodies
    const { pairs, points, gaps, count } = world.contacts
    for (let c = 0; c < count; c++) {
      const [i, j] = [pairs[2 * c]!, pairs[2 * c + 1]!]
      const toFirst = length(subtract(row(points, c), row(positions, i)))
      if (j >= 0) {
        const distance = length(subtract(row(positions, j), row(positions, i)))
        // numbers of order 10
        expect(Math.abs(gaps[c]! - (distance - radii[i]! - radii[j]!))).toBeLessThan(1e-14)
        // half of the gap beyond the first surface; normals are those before the step, which moved 1e-2 radii at most
        expect(Math.abs(toFirst - (radii[i]! + gaps[c]! / 2))).toBeLessThan(1e-14)
        const toSecond = length(subtract(row(points, c), row(positions, j)))
        expect(Math.abs(toSecond - (radii[j]! + gaps[c]! / 2))).toBeLessThan(1e-3)
      } else {
        const wall = world.boundaries[-1 - j]!
        const height = dot(subtract(row(positions, i), wall.point), wall.axis)
        expect(Math.abs(gaps[c]! - (height - radii[i]!))).toBeLessThan(1e-14)
        expect(Math.abs(dot(subtract(row(points, c), wall.point), wall.axis))).toBeLessThan(1e-14)
      }
    }
  })

  it('push the second body along the normal and the first back: a stack carries its weight', async () => {
    const world = (await engineOf(build)).createWorld(stack(3))
    world.step()
    const { pairs, forces, normals, normalForces, states } = world.contacts
    expect([...pairs]).toEqual([0, 1, 0, -1, 1, 2])
    // m g = 10 a grain; the tolerance of the sweeps is 1e-12
    const expected = [20, 30, 10]
    expected.forEach((force, c) => { expect(normalForces[c]).toBeCloseTo(force, 9) })
    expect(Array.from(normals, (n) => n + 0)).toEqual([0, 1, 0, 0, -1, 0, 0, 1, 0]) // + 0: -0 is 0
    expect(forces[1]).toBeCloseTo(20, 9)
    expect(forces[4]).toBeCloseTo(-30, 9)
    expect([...states]).toEqual([1, 1, 1])
    expect(world.boundaries[0]!.reaction[1]).toBeCloseTo(-30, 9)
  })
})

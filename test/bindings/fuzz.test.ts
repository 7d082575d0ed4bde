// Tens of thousands of scenes without sense: each runs with finite numbers or is refused with words; none traps.

import { describe, expect, it } from 'vitest'
import { EngineError, InputError, type Engine, type World } from '../../src/index.js'
import { builds, engineOf, type Build } from '../support/engine.js'
import { Fuzz } from '../support/fuzz.js'

const counts: Record<Build, number> = { release: 40_000, debug: 4_000 }
const DEEDS = 5

/** Name of the first thing in the world that is not a finite number. */
function notFinite(world: World): string | undefined {
  const { bodies, contacts, report, boundaries } = world
  const views: Record<string, ArrayLike<number>> = {
    'bodies.positions': bodies.positions, 'bodies.velocities': bodies.velocities, 'bodies.angularVelocities': bodies.angularVelocities,
    'bodies.orientations': bodies.orientations, 'bodies.angles': bodies.angles, 'bodies.forces': bodies.forces,
    'bodies.torques': bodies.torques, 'bodies.radii': bodies.radii, 'bodies.masses': bodies.masses,
    // Infinity is a locked rotation
    'bodies.inertias': Array.from(bodies.inertias, (inertia) => (inertia === Infinity ? 1 : inertia)),
    'contacts.normals': contacts.normals, 'contacts.gaps': contacts.gaps, 'contacts.impulses': contacts.impulses,
    'contacts.normalImpulses': contacts.normalImpulses, 'contacts.tangentialImpulses': contacts.tangentialImpulses,
    'contacts.forces': contacts.forces, 'contacts.normalForces': contacts.normalForces,
    'contacts.tangentialForces': contacts.tangentialForces, 'contacts.points': contacts.points,
    report: Object.values(report).flatMap((value: number | number[] | object) => Object.values(typeof value === 'object' ? value : [value]) as number[]),
    boundaries: boundaries.flatMap((b) => [...b.point, ...b.axis, ...b.velocity, ...b.angularVelocity, ...b.reaction, ...b.reactionTorque, b.speed, b.force]),
  }
  for (const [name, values] of Object.entries(views))
    for (let k = 0; k < values.length; k++) if (!Number.isFinite(values[k])) return name
  return undefined
}

/** Runs one seed; tells what happened, and what should not have. */
function run(engine: Engine, seed: number): { outcome: 'ran' | 'refused' | 'failed'; problem?: string } {
  const fuzz = new Fuzz(seed)
  const scene = fuzz.scene()
  let world: World
  try {
    world = engine.createWorld(scene)
  } catch (error) {
    return { outcome: 'refused', problem: unclear(error) }
  }
  let outcome: 'ran' | 'failed' = 'ran'
  let written = false // whatever it was: only a step looks at it
  try {
    for (let k = 0; k < DEEDS; k++) {
      const next = k === 0 || written ? undefined : fuzz.deed(world)
      const name: string = next?.[0] ?? 'step'
      const deed = next?.[1] ?? ((): unknown => world.step())
      const before = world.hash()
      const steps = world.report.step
      try {
        deed()
      } catch (error) {
        outcome = 'failed'
        const problem = unclear(error)
        if (problem) return { outcome, problem }
        // of several steps those before the one that failed are done
        if (world.hash() !== before && world.report.step === steps) return { outcome, problem: `a failed ${name} changed the world` }
        if (name === 'step') break
        continue
      }
      written = name === 'write'
      const found = written ? undefined : notFinite(world)
      if (found) return { outcome, problem: `${found} not finite after ${name}` }
    }
  } finally {
    world.free()
  }
  return { outcome }
}

/** What is wrong with an error, if it is not one that explains itself. */
function unclear(error: unknown): string | undefined {
  if (!(error instanceof InputError || error instanceof EngineError)) return `threw ${String(error).slice(0, 80)}`
  if (error.message.includes('trapped')) return error.message.replace(/\)\. This.*/, ')')
  if (/undefined|\[object|fault \d/.test(error.message) && error instanceof EngineError) return `unclear: ${error.message}`
  return undefined
}

describe.each(builds)('scenes without sense in the %s build', (build) => {
  it('run with finite numbers or are refused with words', { timeout: 300_000 }, async () => {
    const engine = await engineOf(build)
    const outcomes = { ran: 0, refused: 0, failed: 0 }
    const problems = new Map<string, number[]>()
    for (let seed = 0; seed < counts[build]; seed++) {
      const { outcome, problem } = run(engine, seed)
      outcomes[outcome]++
      if (problem) problems.set(problem, [...(problems.get(problem) ?? []), seed])
    }
    // seeds of each kind of problem; run(engine, seed) makes one again
    expect(Object.fromEntries([...problems].map(([problem, seeds]) => [problem, `${seeds.length} times: ${seeds.slice(0, 5).join(' ')}`]))).toEqual({})
    // the scenes are worth something: of each outcome there are many
    expect(Math.min(outcomes.ran, outcomes.refused, outcomes.failed)).toBeGreaterThan(counts[build] / 50)
  })
})

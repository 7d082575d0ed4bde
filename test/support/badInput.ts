// Input that is wrong in one way each, with what the error must say of it.

import { expect } from 'vitest'
import type { BodySpec, BoundarySpec, World } from '../../src/index.js'

export type Expected = string | RegExp
/** Input, the field that the error names, what it says was expected, and what came. */
export type Case<T> = [what: string, input: T, field: Expected, expected: Expected, received: unknown]
/** Anything but what the types allow. */
type Wrong = Record<string, unknown>

export const number = 'a finite number'
export const positive = 'a positive finite number'
const notNegative = 'a finite number that is not negative'

export const body: BodySpec = { position: [0, 0], radius: 1 }
export const plane: BoundarySpec = { shape: 'plane', point: [0, 0], normal: [0, 1] }
const ring: BoundarySpec = { shape: 'cylinder', side: 'inside', point: [0, 0], radius: 50 }

export const scenes: Case<Wrong>[] = [
  ['no dimension', { dimension: undefined }, 'dimension', 'one of 2, 3', undefined],
  ['four dimensions', { dimension: 4 }, 'dimension', 'one of 2, 3', 4],
  ['dimension as a string', { dimension: '2' }, 'dimension', 'one of 2, 3', '2'],
  ['no time step', { timeStep: undefined }, 'timeStep', positive, undefined],
  ['time step 0', { timeStep: 0 }, 'timeStep', positive, 0],
  ['time step -1', { timeStep: -1 }, 'timeStep', positive, -1],
  ['time step NaN', { timeStep: NaN }, 'timeStep', positive, NaN],
  ['time step Infinity', { timeStep: Infinity }, 'timeStep', positive, Infinity],
  ['time step as a string', { timeStep: '0.1' }, 'timeStep', positive, '0.1'],
  ['gravity null, which JSON makes of NaN', { gravity: null }, 'gravity', 'a vector [x, y]', null],
  ['gravity as a number', { gravity: -9.81 }, 'gravity', 'a vector [x, y]', -9.81],
  ['gravity of one component', { gravity: [1] }, 'gravity', 'a vector [x, y]', [1]],
  ['gravity out of the plane', { gravity: [0, 0, -9.81] }, 'gravity[2]', '0 in two dimensions', -9.81],
  ['gravity NaN', { gravity: [0, NaN] }, 'gravity[1]', number, NaN],
  ['gravity as strings', { gravity: ['0', '1'] }, 'gravity[0]', number, '0'],
  ['gravity as bigints', { gravity: new BigInt64Array(2) }, 'gravity[0]', number, 0n],
  ['a negative seed', { seed: -1 }, 'seed', /^an integer from 0 to/, -1],
  ['a broken seed', { seed: 1.5 }, 'seed', /^an integer from 0 to/, 1.5],
  ['a seed beyond integers', { seed: 2 ** 53 }, 'seed', /^an integer from 0 to 9007199254740991/, 2 ** 53],
  ['a misspelt field', { timestep: 1 }, 'scene.timestep', /^one of the fields dimension, timeStep/, 'timestep'],
  ['bodies as an object', { bodies: {} }, 'bodies', 'an array', {}],
  ['boundaries as a string', { boundaries: 'floor' }, 'boundaries', 'an array', 'floor'],
  ['a negative skin', { skin: -0.1 }, 'skin', notNegative, -0.1],
  ['an unknown gap rule', { gapRule: 'g' }, 'gapRule', 'one of "positive", "signed"', 'g'],
  ['a negative allowed overlap', { allowedOverlap: -1 }, 'allowedOverlap', notNegative, -1],
  ['too little memory', { maximumMemory: 1000 }, 'maximumMemory', 'from 131072 to 4294967296 bytes', 1000],
  // periods
  ['a period as a number', { periodic: { x: 10 } }, 'periodic.x', 'a range [from, to]', 10],
  ['a period backwards', { periodic: { y: [10, 0] } }, 'periodic.y', 'a range [from, to] with from < to', [10, 0]],
  ['a period of no length', { periodic: { y: [1, 1] } }, 'periodic.y', 'a range [from, to] with from < to', [1, 1]],
  ['a period to NaN', { periodic: { x: [0, NaN] } }, 'periodic.x[1]', number, NaN],
  ['an endless period', { periodic: { x: [-1e308, 1e308] } }, 'periodic.x[0]', 'a number from -1e+50 to 1e+50', -1e308],
  ['a period along z in the plane', { periodic: { z: [0, 10] } }, 'periodic.z', 'one of the fields x, y', 'z'],
  ['a period shorter than a grain', { periodic: { x: [0, 1.9] }, bodies: [body] }, /periodic\.x$/, 'a length of at least 2, the largest diameter', 1.9],
  ['a plane across a period', { periodic: { y: [0, 10] }, boundaries: [plane] }, 'boundaries[0].normal', 'no component along y, which is periodic', [0, 1, 0]],
  ['a ring in a period', { periodic: { x: [0, 200] }, boundaries: [ring] }, 'boundaries[0].axis', 'an axis along x, which is periodic', [0, 0]],
  // materials and friction
  ['no materials', { materials: [] }, 'materials', '1 to 16 names', []],
  ['seventeen materials', { materials: Array.from('abcdefghijklmnopq') }, 'materials', '1 to 16 names', Array.from('abcdefghijklmnopq')],
  ['a material twice', { materials: ['a', 'b', 'a'] }, 'materials[2]', 'a name not used before', 'a'],
  ['a material without a name', { materials: ['a', ''] }, 'materials[1]', 'a name', ''],
  ['a negative coefficient', { friction: -0.1 }, 'friction', notNegative, -0.1],
  ['a coefficient NaN', { friction: NaN }, 'friction', notNegative, NaN],
  ['a law without coefficients', { friction: {} }, 'friction.static', notNegative, undefined],
  ['C1 without mu', { friction: { law: 'C1' } }, 'friction.mu', notNegative, undefined],
  ['an unknown law', { friction: { law: 'C3', mu: 1 } }, 'friction.law', 'one of "C1", "C2"', 'C3'],
  ['dynamic above static', { friction: { static: 0.3, dynamic: 0.4 } }, 'friction.dynamic', 'at most the static coefficient, 0.3', 0.4],
  ['a rule that is not in a list', { friction: { mu: 0.3, between: ['grain', 'wall'] } }, /^friction/, /./, expect.anything()],
  ['C1 and C2 in one', { friction: { mu: 0.5, static: 0.3, dynamic: 0.2 } }, /^friction/, /./, expect.anything()],
  ['a misspelt coefficient', { friction: { mue: 0.3 } }, 'friction.mue', /^one of the fields law, mu/, 'mue'],
  ['friction between one', { friction: [{ mu: 1, between: ['grain'] }] }, 'friction[0].between', 'two materials', ['grain']],
  ['friction with an unknown material', { friction: [{ mu: 1 }, { mu: 1, between: ['grain', 'gold'] }] }, 'friction[1].between[1]', 'one of the materials "grain", "wall"', 'gold'],
  // solver
  ['an unknown criterion', { solver: { criterion: 'good' } }, 'solver.criterion', 'one of "fixed", "local", "global"', 'good'],
  ['a negative tolerance', { solver: { tolerance: -1e-3 } }, 'solver.tolerance', notNegative, -1e-3],
  ['no sweeps', { solver: { maxSweeps: 0 } }, 'solver.maxSweeps', 'an integer from 1 to 2147483647', 0],
  ['broken sweeps', { solver: { maxSweeps: 10.5 } }, 'solver.maxSweeps', 'an integer from 1 to 2147483647', 10.5],
  ['too many sweeps', { solver: { maxSweeps: 2 ** 31 } }, 'solver.maxSweeps', 'an integer from 1 to 2147483647', 2 ** 31],
  ['an unknown order', { solver: { order: 'zigzag' } }, 'solver.order', /^one of .*"random"/, 'zigzag'],
  ['an unknown kernel', { solver: { kernel: 'simd' } }, 'solver.kernel', 'one of "vector", "scalar"', 'simd'],
  ['an unknown update', { solver: { update: 'jacobi' } }, 'solver.update', 'one of "sequential", "parallel"', 'jacobi'],
  ['a warm start of 1', { solver: { warmStart: 1 } }, 'solver.warmStart', 'true or false', 1],
  ['a misspelt option', { solver: { sweeps: 10 } }, 'solver.sweeps', /^one of the fields criterion/, 'sweeps'],
  ['a solver as a string', { solver: 'fast' }, 'solver', 'an object', 'fast'],
  // overlaps at the start
  ['two grains in one place', { bodies: [body, body] }, /body 0$/, 'no overlap at the start', '2.000 radii of overlap with body 1'],
  ['grains that overlap', { bodies: [body, { position: [1.5, 0], radius: 1 }] }, /body 0$/, 'no overlap at the start', '0.5000 radii of overlap with body 1'],
  ['grains that overlap across a period', { periodic: { x: [0, 10] }, bodies: [{ position: [0.5, 0], radius: 1 }, { position: [9.5, 0], radius: 1 }] }, /body 0$/, 'no overlap at the start', '1.000 radii of overlap with body 1'],
  ['a grain in the floor', { bodies: [{ position: [0, 0.5], radius: 1 }], boundaries: [plane] }, /body 0$/, 'no overlap at the start', '0.5000 radii of overlap with boundary 0'],
]

export const bodies: Case<unknown>[] = [
  ['nothing', undefined, 'bodies[0]', 'an object', undefined],
  ['a text', 'grain', 'bodies[0]', 'an object', 'grain'],
  ['no position', { radius: 1 }, 'bodies[0].position', 'a vector [x, y]', undefined],
  ['a position too short', { ...body, position: [1] }, 'bodies[0].position', 'a vector [x, y]', [1]],
  ['a position too long', { ...body, position: [1, 2, 0, 0] }, 'bodies[0].position', 'a vector [x, y]', [1, 2, 0, 0]],
  ['a position out of the plane', { ...body, position: [50, 50, 1] }, 'bodies[0].position[2]', '0 in two dimensions', 1],
  ['a position NaN', { ...body, position: [NaN, 0] }, 'bodies[0].position[0]', number, NaN],
  ['a position Infinity', { ...body, position: [0, -Infinity] }, 'bodies[0].position[1]', number, -Infinity],
  ['a position with a hole', { ...body, position: [, 1] as unknown }, 'bodies[0].position[0]', number, undefined], // eslint-disable-line no-sparse-arrays
  ['no radius', { position: [50, 50] }, 'bodies[0].radius', positive, undefined],
  ['radius 0', { ...body, radius: 0 }, 'bodies[0].radius', positive, 0],
  ['radius -1', { ...body, radius: -1 }, 'bodies[0].radius', positive, -1],
  ['radius NaN', { ...body, radius: NaN }, 'bodies[0].radius', positive, NaN],
  ['radius Infinity', { ...body, radius: Infinity }, 'bodies[0].radius', positive, Infinity],
  ['radius as a string', { ...body, radius: '1' }, 'bodies[0].radius', positive, '1'],
  ['radius null', { ...body, radius: null }, 'bodies[0].radius', positive, null],
  ['mass null, which JSON makes of NaN', { ...body, mass: null }, 'bodies[0].mass', positive, null],
  ['density 0', { ...body, density: 0 }, 'bodies[0].density', positive, 0],
  ['density -2', { ...body, density: -2 }, 'bodies[0].density', positive, -2],
  ['mass 0', { ...body, mass: 0 }, 'bodies[0].mass', positive, 0],
  ['mass NaN', { ...body, mass: NaN }, 'bodies[0].mass', positive, NaN],
  ['mass Infinity', { ...body, mass: Infinity }, 'bodies[0].mass', positive, Infinity],
  ['a radius too small for physics', { ...body, radius: 1e-200 }, 'bodies[0].radius', 'a positive number from 1e-50 to 1e+50', 1e-200],
  ['a radius too large for physics', { ...body, radius: 1e200 }, 'bodies[0].radius', 'a positive number from 1e-50 to 1e+50', 1e200],
  ['a mass too small for physics', { ...body, radius: 1e-30 }, 'bodies[0].density * volume', 'a positive number from 1e-50 to 1e+50', Math.PI * 1e-30 * 1e-30],
  ['inertia 0', { ...body, inertia: 0 }, 'bodies[0].inertia', positive, 0],
  ['inertia -1', { ...body, inertia: -1 }, 'bodies[0].inertia', positive, -1],
  ['rotates as a number', { ...body, rotates: 0 }, 'bodies[0].rotates', 'true or false', 0],
  ['a velocity as a number', { ...body, velocity: 1 }, 'bodies[0].velocity', 'a vector [x, y]', 1],
  ['a velocity NaN', { ...body, velocity: [0, NaN] }, 'bodies[0].velocity[1]', number, NaN],
  ['a rotation as two numbers', { ...body, angularVelocity: [1, 2] }, 'bodies[0].angularVelocity', 'a number (about z)', [1, 2]],
  ['a rotation out of the plane', { ...body, angularVelocity: [1, 0, 0] }, 'bodies[0].angularVelocity', 'a rotation about z, [0, 0, z]', [1, 0, 0]],
  ['a rotation NaN', { ...body, angularVelocity: NaN }, 'bodies[0].angularVelocity', number, NaN],
  ['an angle as a string', { ...body, angle: '90' }, 'bodies[0].angle', number, '90'],
  ['a quaternion in the plane', { ...body, orientation: [0, 0, 0, 1] }, 'bodies[0].orientation', 'an angle in two dimensions', [0, 0, 0, 1]],
  ['a force NaN', { ...body, force: [NaN, 0] }, 'bodies[0].force[0]', number, NaN],
  ['a torque as a string', { ...body, torque: 'much' }, 'bodies[0].torque', 'a number (about z)', 'much'],
  ['an unknown material', { ...body, material: 'gold' }, 'bodies[0].material', 'one of the materials "grain", "wall"', 'gold'],
  ['a material by number', { ...body, material: 0 }, 'bodies[0].material', 'one of the materials "grain", "wall"', 0],
  ['an unknown kind', { ...body, kind: 'static' }, 'bodies[0].kind', 'one of "dynamic", "fixed", "kinematic"', 'static'],
  ['a fixed body with a velocity', { ...body, kind: 'fixed', velocity: [1, 0] }, 'bodies[0].velocity', 'none for a fixed body', [1, 0, 0, 0, 0, 0]],
  ['a fixed body that turns', { ...body, kind: 'fixed', angularVelocity: 2 }, 'bodies[0].velocity', 'none for a fixed body', [0, 0, 0, 0, 0, 2]],
  ['a misspelt field', { ...body, raduis: 1 }, 'bodies[0].raduis', /^one of the fields position, radius/, 'raduis'],
]

export const bodies3D: Case<unknown>[] = [
  ['two coordinates', { position: [0, 0], radius: 1 }, 'bodies[0].position', 'a vector [x, y, z]', [0, 0]],
  ['a rotation as a number', { position: [0, 0, 0], radius: 1, angularVelocity: 1 }, 'bodies[0].angularVelocity', 'a vector [x, y, z]', 1],
  ['an angle', { position: [0, 0, 0], radius: 1, angle: 1 }, 'bodies[0].angle', 'an orientation [x, y, z, w] in three dimensions', 1],
  ['a quaternion of three', { position: [0, 0, 0], radius: 1, orientation: [0, 0, 1] }, 'bodies[0].orientation', 'a quaternion [x, y, z, w]', [0, 0, 1]],
  ['a quaternion of zeros', { position: [0, 0, 0], radius: 1, orientation: [0, 0, 0, 0] }, 'bodies[0].orientation', 'a quaternion that is not zero', [0, 0, 0, 0]],
  ['a quaternion NaN', { position: [0, 0, 0], radius: 1, orientation: [0, 0, 0, NaN] }, 'bodies[0].orientation[3]', number, NaN],
]

export const walls: Case<unknown>[] = [
  ['nothing', null, 'boundaries[1]', 'an object', null],
  ['an unknown shape', { ...plane, shape: 'sphere' }, 'boundaries[1].shape', 'one of "plane", "cylinder"', 'sphere'],
  ['no point', { shape: 'plane', normal: [0, 1] }, 'boundaries[1].point', 'a vector [x, y]', undefined],
  ['a normal of no length', { ...plane, normal: [0, 0] }, 'boundaries[1].normal', 'a vector that is not zero', [0, 0]],
  ['a normal NaN', { ...plane, normal: [NaN, 1] }, 'boundaries[1].normal[0]', number, NaN],
  ['a plane with a radius', { ...plane, radius: 1 }, 'boundaries[1].radius', /^one of the fields shape/, 'radius'],
  ['a negative hole', { ...plane, inner: -1 }, 'boundaries[1].inner', notNegative, -1],
  ['a rim inside the hole', { ...plane, inner: 2, outer: 1 }, 'boundaries[1].outer', 'more than inner, 2', 1],
  ['a plate of no size', { ...plane, outer: 0 }, 'boundaries[1].outer', positive, 0],
  ['a cylinder without a side', { ...ring, side: undefined }, 'boundaries[1].side', 'one of "inside", "outside"', undefined],
  ['a cylinder of radius 0', { ...ring, radius: 0 }, 'boundaries[1].radius', positive, 0],
  ['a cylinder with an axis in the plane', { ...ring, axis: [0, 0, 1] }, 'boundaries[1].axis', 'no axis in two dimensions, it is a circle', [0, 0, 1]],
  ['a velocity out of the plane', { ...plane, velocity: [0, 0, 1] }, 'boundaries[1].velocity[2]', '0 in two dimensions', 1],
  ['an unknown material', { ...plane, material: 'gold' }, 'boundaries[1].material', 'one of the materials "grain", "wall"', 'gold'],
  ['enabled as a string', { ...plane, enabled: 'yes' }, 'boundaries[1].enabled', 'true or false', 'yes'],
  ['free without a direction', { ...plane, free: { mass: 1 } }, 'boundaries[1].free.direction', 'a vector [x, y]', undefined],
  ['free without mass', { ...plane, free: { direction: [0, 1] } }, 'boundaries[1].free.mass', positive, undefined],
  ['free with mass 0', { ...plane, free: { direction: [0, 1], mass: 0 } }, 'boundaries[1].free.mass', positive, 0],
  ['a force as a vector', { ...plane, free: { direction: [0, 1], mass: 1, force: [0, 1] } }, 'boundaries[1].free.force', number, [0, 1]],
  ['a misspelt field of free', { ...plane, free: { direction: [0, 1], mass: 1, weight: 1 } }, 'boundaries[1].free.weight', /^one of the fields direction/, 'weight'],
  ['a wall through grains', { ...plane, point: [0, 10] }, /body 0$/, 'no overlap at the start', '10.00 radii of overlap with boundary 1'],
]

/** What may be done to a running world, with one plane that is not free. */
export const acts: Case<(world: World) => unknown>[] = [
  ['steps are negative', (world) => world.step(-1), 'count', 'an integer from 0 to 2147483647', -1],
  ['steps are broken', (world) => world.step(0.5), 'count', 'an integer from 0 to 2147483647', 0.5],
  ['someone unknown is removed', (world) => { world.remove(0, 77) }, 'ids[1]', 'the id of a body in this world', 77],
  ['NaN is removed', (world) => { world.remove(NaN) }, 'ids[0]', 'an integer from 0 to 2147483647', NaN],
  ['the time step becomes 0', (world) => { world.configure({ timeStep: 0 }) }, 'timeStep', positive, 0],
  ['the time step becomes NaN', (world) => { world.configure({ timeStep: NaN }) }, 'timeStep', positive, NaN],
  ['gravity becomes a number', (world) => { world.configure({ timeStep: 1, gravity: 9.81 as never }) }, 'gravity', 'a vector [x, y]', 9.81],
  ['the solver gets an unknown order', (world) => { world.configure({ timeStep: 1, solver: { order: 'x' as never } }) }, 'solver.order', /^one of/, 'x'],
  ['a setting is misspelt', (world) => { world.configure({ dt: 1 } as never) }, 'settings.dt', 'one of the fields timeStep, gravity, solver', 'dt'],
  ['friction is configured', (world) => { world.configure({ friction: 1 } as never) }, 'settings.friction', /^one of the fields/, 'friction'],
  ['settings are nothing', (world) => { world.configure(null as never) }, 'settings', 'an object', null],
  ['a wall gets a bad velocity', (world) => { world.boundaries[0]!.velocity = [0, NaN] }, 'boundaries[0].velocity[1]', number, NaN],
  ['a wall turns out of the plane', (world) => { world.boundaries[0]!.angularVelocity = [1, 0, 0] }, 'boundaries[0].angularVelocity', 'a rotation about z, [0, 0, z]', [1, 0, 0]],
  ['a wall that is not free gets a force', (world) => { world.boundaries[0]!.force = 1 }, 'boundaries[0].force', 'a boundary that is free', 'one whose motion is prescribed'],
  ['a wall that is not free gets a speed', (world) => { world.boundaries[0]!.speed = 1 }, 'boundaries[0].speed', 'a boundary that is free', 'one whose motion is prescribed'],
  ['a wall is enabled by a number', (world) => { world.boundaries[0]!.enabled = 1 as never }, 'boundaries[0].enabled', 'true or false', 1],
]

// layout.ts is what bindings/ read and write by; the classes are what the engine does. They must be the same places.

import * as L from '../layout'
import { World } from '../world'
import { Boundary } from '../boundaries'
import { SolverBody, SolverSurface, Record } from '../solver/record'
import { ArmBody, ArmContact } from '../solver/arms'
import { Place } from '../neighbours/linkedCells'
import { elementBytes } from '../arena'

describe('the scalars of a world', () => {
  it('stand where layout.ts says', () => {
    expect(offsetof<World>('timeStep')).toBe(L.WORLD_TIME_STEP)
    expect(offsetof<World>('time')).toBe(L.WORLD_TIME)
    expect(offsetof<World>('gravityX')).toBe(L.WORLD_GRAVITY)
    expect(offsetof<World>('gravityZ')).toBe(L.WORLD_GRAVITY + 16)
    expect(offsetof<World>('periodLowX')).toBe(L.WORLD_PERIOD_LOW)
    expect(offsetof<World>('periodLowZ')).toBe(L.WORLD_PERIOD_LOW + 16)
    expect(offsetof<World>('periodX')).toBe(L.WORLD_PERIOD_LENGTH)
    expect(offsetof<World>('periodZ')).toBe(L.WORLD_PERIOD_LENGTH + 16)
    expect(offsetof<World>('skin')).toBe(L.WORLD_SKIN)
    expect(offsetof<World>('tolerance')).toBe(L.WORLD_TOLERANCE)
    expect(offsetof<World>('cutoff')).toBe(L.WORLD_CUTOFF)
    expect(offsetof<World>('random')).toBe(L.WORLD_RANDOM)
    expect(offsetof<World>('dimension')).toBe(L.WORLD_DIMENSION)
    expect(offsetof<World>('bodies')).toBe(L.WORLD_BODIES)
    expect(offsetof<World>('boundaries')).toBe(L.WORLD_BOUNDARIES)
    expect(offsetof<World>('contacts')).toBe(L.WORLD_CONTACTS)
    expect(offsetof<World>('steps')).toBe(L.WORLD_STEPS)
    expect(offsetof<World>('nextId')).toBe(L.WORLD_NEXT_ID)
    expect(offsetof<World>('law')).toBe(L.WORLD_LAW)
    expect(offsetof<World>('gapRule')).toBe(L.WORLD_GAP_RULE)
    expect(offsetof<World>('order')).toBe(L.WORLD_ORDER)
    expect(offsetof<World>('update')).toBe(L.WORLD_UPDATE)
    expect(offsetof<World>('criterion')).toBe(L.WORLD_CRITERION)
    expect(offsetof<World>('maxSweeps')).toBe(L.WORLD_MAX_SWEEPS)
    expect(offsetof<World>('warmStart')).toBe(L.WORLD_WARM_START)
  })

  it('report where layout.ts says', () => {
    expect(offsetof<World>('sweeps')).toBe(L.WORLD_SWEEPS)
    expect(offsetof<World>('rounds')).toBe(L.WORLD_ROUNDS)
    expect(offsetof<World>('active')).toBe(L.WORLD_ACTIVE)
    expect(offsetof<World>('criterionValue')).toBe(L.WORLD_CRITERION_VALUE)
    expect(offsetof<World>('residualMax')).toBe(L.WORLD_RESIDUAL_MAX)
    expect(offsetof<World>('residualMean')).toBe(L.WORLD_RESIDUAL_MEAN)
    expect(offsetof<World>('overlapMax')).toBe(L.WORLD_OVERLAP_MAX)
    expect(offsetof<World>('overlapMean')).toBe(L.WORLD_OVERLAP_MEAN)
    expect(offsetof<World>('kineticEnergy')).toBe(L.WORLD_KINETIC_ENERGY)
    expect(offsetof<World>('momentumX')).toBe(L.WORLD_MOMENTUM)
    expect(offsetof<World>('momentumZ')).toBe(L.WORLD_MOMENTUM + 16)
    expect(offsetof<World>('angularMomentumX')).toBe(L.WORLD_ANGULAR_MOMENTUM)
    expect(offsetof<World>('angularMomentumZ')).toBe(L.WORLD_ANGULAR_MOMENTUM + 16)
    expect(offsetof<World>('dissipated')).toBe(L.WORLD_DISSIPATED)
    expect(offsetof<World>('externalWork')).toBe(L.WORLD_EXTERNAL_WORK)
    expect(offsetof<World>('boundaryWork')).toBe(L.WORLD_BOUNDARY_WORK)
    expect(offsetof<World>('dissipatedTotal')).toBe(L.WORLD_DISSIPATED_TOTAL)
    expect(offsetof<World>('meanImpulse')).toBe(L.WORLD_MEAN_IMPULSE)
    expect(offsetof<World>('materials')).toBe(L.WORLD_MATERIALS)
    expect(offsetof<World>('listed')).toBe(L.WORLD_LISTED)
    expect(offsetof<World>('listHash')).toBe(L.WORLD_LIST_HASH)
    expect(offsetof<World>('faultIndex')).toBe(L.WORLD_FAULT_INDEX)
    expect(offsetof<World>('faultField')).toBe(L.WORLD_FAULT_FIELD)
    expect(offsetof<World>('faultValue')).toBe(L.WORLD_FAULT_VALUE)
  })

  it('keep their scratch where layout.ts says, beyond what a snapshot keeps', () => {
    expect(offsetof<World>('watchMean')).toBe(L.WORLD_WATCH_MEAN)
    expect(offsetof<World>('cellSize')).toBe(L.WORLD_CELL_SIZE)
    expect(offsetof<World>('cellsX')).toBe(L.WORLD_CELL_COUNT)
    expect(offsetof<World>('cellsZ')).toBe(L.WORLD_CELL_COUNT + 8)
    expect(offsetof<World>('candidates')).toBe(L.WORLD_CANDIDATES)
    expect(offsetof<World>('pairs')).toBe(L.WORLD_PAIRS)
    expect(offsetof<World>('loosePairs')).toBe(L.WORLD_LOOSE_PAIRS)
    expect(offsetof<World>('kernel')).toBe(L.WORLD_KERNEL)
    expect(offsetof<World>('dummy')).toBe(L.WORLD_DUMMY)
    expect(offsetof<World>('fresh')).toBe(L.WORLD_FRESH)
    expect(offsetof<World>('dealt')).toBe(L.WORLD_DEALT)
    expect(offsetof<World>('blocks')).toBe(L.WORLD_BLOCKS)
    expect(offsetof<World>('colours')).toBe(L.WORLD_COLOURS)
    expect(offsetof<World>('surfaces')).toBe(L.WORLD_SURFACES)
    expect(offsetof<World>('sweepSeed')).toBe(L.WORLD_SWEEP_SEED)
    expect(offsetof<World>('patch')).toBe(L.WORLD_PATCH)
    expect(offsetof<World>('patches')).toBe(L.WORLD_PATCHES)
    expect(offsetof<World>('faultIndex')).toBe(L.WORLD_STATE_BYTES)
  })

  it('end before the column addresses begin, and each small table before the next', () => {
    expect(<i32>offsetof<World>()).toBeLessThanOrEqual(L.WORLD_BYTES)
    expect(L.WORLD + L.WORLD_BYTES).toBeLessThanOrEqual(L.COLUMN_ADDRESSES)
    expect(L.COLUMN_ADDRESSES + 4 * (L.CURVE_KEY + 1)).toBeLessThanOrEqual(L.CAPACITIES)
    expect(L.CAPACITIES + 4 * L.CAPACITY_KINDS).toBeLessThanOrEqual(L.WAITING_LIST)
    expect(L.WAITING_LIST + 12 * 16).toBeLessThanOrEqual(L.BYTES_BEFORE)
    expect(L.BYTES_BEFORE + 4 * L.OWN_COLUMNS).toBeLessThanOrEqual(L.SCALARS_BEFORE)
    expect(L.SCALARS_BEFORE + L.WORLD_STATE_BYTES).toBeLessThanOrEqual(L.COLOUR_START)
    expect(L.COLOUR_START + 4 * 65).toBeLessThanOrEqual(L.COLOUR_ORDER)
    expect(L.COLOUR_ORDER + 4 * 63).toBeLessThanOrEqual(L.BLOCK_WORK)
    expect(L.TEAM + 192 + 16 * (L.MAX_THREADS - 1)).toBeLessThanOrEqual(L.THREAD_SCRATCH)
    expect(L.THREAD_SCRATCH + L.THREAD_BYTES * L.MAX_THREADS).toBeLessThanOrEqual(L.HITS)
    expect(L.HITS + 4 * 65).toBeLessThanOrEqual(8192)
    expect(L.THREAD_SCRATCH % 64).toBe(0)
  })
})

describe('a boundary', () => {
  it('has its fields where layout.ts says', () => {
    expect(offsetof<Boundary>('shape')).toBe(L.BOUNDARY_SHAPE)
    expect(offsetof<Boundary>('material')).toBe(L.BOUNDARY_MATERIAL)
    expect(offsetof<Boundary>('side')).toBe(L.BOUNDARY_SIDE)
    expect(offsetof<Boundary>('enabled')).toBe(L.BOUNDARY_ENABLED)
    expect(offsetof<Boundary>('pointX')).toBe(L.BOUNDARY_POINT)
    expect(offsetof<Boundary>('pointZ')).toBe(L.BOUNDARY_POINT + 16)
    expect(offsetof<Boundary>('axisX')).toBe(L.BOUNDARY_AXIS)
    expect(offsetof<Boundary>('axisZ')).toBe(L.BOUNDARY_AXIS + 16)
    expect(offsetof<Boundary>('radius')).toBe(L.BOUNDARY_RADIUS)
    expect(offsetof<Boundary>('inner')).toBe(L.BOUNDARY_INNER)
    expect(offsetof<Boundary>('outer')).toBe(L.BOUNDARY_OUTER)
    expect(offsetof<Boundary>('velocityX')).toBe(L.BOUNDARY_VELOCITY)
    expect(offsetof<Boundary>('velocityZ')).toBe(L.BOUNDARY_VELOCITY + 16)
    expect(offsetof<Boundary>('angularX')).toBe(L.BOUNDARY_ANGULAR_VELOCITY)
    expect(offsetof<Boundary>('angularZ')).toBe(L.BOUNDARY_ANGULAR_VELOCITY + 16)
    expect(offsetof<Boundary>('directionX')).toBe(L.BOUNDARY_DIRECTION)
    expect(offsetof<Boundary>('directionZ')).toBe(L.BOUNDARY_DIRECTION + 16)
    expect(offsetof<Boundary>('mass')).toBe(L.BOUNDARY_MASS)
    expect(offsetof<Boundary>('force')).toBe(L.BOUNDARY_FORCE)
    expect(offsetof<Boundary>('speed')).toBe(L.BOUNDARY_SPEED)
    expect(offsetof<Boundary>('reactionX')).toBe(L.BOUNDARY_REACTION)
    expect(offsetof<Boundary>('reactionZ')).toBe(L.BOUNDARY_REACTION + 16)
    expect(offsetof<Boundary>('reactionTorqueX')).toBe(L.BOUNDARY_REACTION_TORQUE)
    expect(offsetof<Boundary>('reactionTorqueZ')).toBe(L.BOUNDARY_REACTION_TORQUE + 16)
    expect(offsetof<Boundary>('nextSpeed')).toBe(L.BOUNDARY_NEXT_SPEED)
    expect(offsetof<Boundary>('reach')).toBe(L.BOUNDARY_REACH)
    expect(offsetof<Boundary>('alongX')).toBe(L.BOUNDARY_ALONG)
    expect(offsetof<Boundary>('alongZ')).toBe(L.BOUNDARY_ALONG + 16)
  })

  it('fits its stride, which keeps doubles aligned', () => {
    expect(<i32>offsetof<Boundary>()).toBeLessThanOrEqual(L.BOUNDARY_BYTES)
    expect(L.BOUNDARY_BYTES % 8).toBe(0)
    expect(elementBytes(L.BOUNDARY)).toBe(L.BOUNDARY_BYTES)
  })
})

describe('what the sweep works on', () => {
  it('fills a cache line each, a body and a surface in its place, and two a pair of contacts', () => {
    expect(offsetof<SolverBody>()).toBe(64)
    expect(offsetof<SolverSurface>()).toBe(64)
    expect(elementBytes(L.SOLVER_BODY)).toBe(64)
    expect(elementBytes(L.PAIR)).toBe(128)
    // the second contact of a pair begins eight bytes behind the first, and ends with the pair
    expect(offsetof<Record>() + 8).toBe(128)
  })

  it('has the numbers of a contact where the vector kernel loads two of them', () => {
    expect(offsetof<Record>('ax')).toBe(0)
    expect(offsetof<Record>('ay')).toBe(16)
    expect(offsetof<Record>('az')).toBe(32)
    expect(offsetof<Record>('gapRate')).toBe(48)
    expect(offsetof<Record>('px')).toBe(64)
    expect(offsetof<Record>('py')).toBe(80)
    expect(offsetof<Record>('pz')).toBe(96)
    expect(offsetof<Record>('first')).toBe(112)
    expect(offsetof<Record>('second')).toBe(116)
  })

  it('has velocity and inverse mass of a surface where those of a body are', () => {
    expect(offsetof<SolverSurface>('vx')).toBe(offsetof<SolverBody>('vx'))
    expect(offsetof<SolverSurface>('vy')).toBe(offsetof<SolverBody>('vy'))
    expect(offsetof<SolverSurface>('vz')).toBe(offsetof<SolverBody>('vz'))
    expect(offsetof<SolverSurface>('inverseMass')).toBe(offsetof<SolverBody>('inverseMass'))
  })

  it('reads a fixed surface as a body that cannot turn: its last word is the inverse inertia, zero', () => {
    // speed and reserved together are the eight bytes of inverseInertia; prepareSurface sets both to zero if not free
    expect(offsetof<SolverSurface>('speed')).toBe(offsetof<SolverBody>('inverseInertia'))
    expect(offsetof<SolverSurface>('reserved')).toBe(offsetof<SolverBody>('inverseInertia') + 4)
  })

  it('sorts bodies into places of half a cache line', () => {
    expect(offsetof<Place>()).toBe(32)
    expect(elementBytes(L.SEARCH_PLACE)).toBe(32)
    // places, boxes, bodies and keys of a search lie in the solver's bodies
    expect(32 + 12 + 4 + 4).toBeLessThanOrEqual(elementBytes(L.SOLVER_BODY))
  })
})

describe('what is derived between steps', () => {
  it('fits into the scratch that it lies in: forces into pairs, tangential impulses into order, pairs and images', () => {
    const vector = 24, scalar = 8
    expect(2 * (vector + scalar + vector + scalar)).toBeLessThanOrEqual(elementBytes(L.PAIR))
    expect(vector).toBeLessThanOrEqual(elementBytes(L.ORDER) + elementBytes(L.NEXT_PAIR) + elementBytes(L.NEXT_IMAGE))
    // these three are neighbours in memory, in this order
    expect(L.NEXT_PAIR).toBe(L.ORDER + 1)
    expect(L.NEXT_IMAGE).toBe(L.NEXT_PAIR + 1)
  })
})

describe('the bare solver', () => {
  it('has the fields of a body where layout.ts says', () => {
    expect(offsetof<ArmBody>('vx')).toBe(L.ARM_BODY_VELOCITY)
    expect(offsetof<ArmBody>('vz')).toBe(L.ARM_BODY_VELOCITY + 16)
    expect(offsetof<ArmBody>('wx')).toBe(L.ARM_BODY_ANGULAR_VELOCITY)
    expect(offsetof<ArmBody>('wz')).toBe(L.ARM_BODY_ANGULAR_VELOCITY + 16)
    expect(offsetof<ArmBody>('inverseMass')).toBe(L.ARM_BODY_INVERSE_MASS)
    expect(offsetof<ArmBody>('xx')).toBe(L.ARM_BODY_INVERSE_INERTIA)
    expect(offsetof<ArmBody>('yy')).toBe(L.ARM_BODY_INVERSE_INERTIA + 8)
    expect(offsetof<ArmBody>('zz')).toBe(L.ARM_BODY_INVERSE_INERTIA + 16)
    expect(offsetof<ArmBody>('xy')).toBe(L.ARM_BODY_INVERSE_INERTIA + 24)
    expect(offsetof<ArmBody>('xz')).toBe(L.ARM_BODY_INVERSE_INERTIA + 32)
    expect(offsetof<ArmBody>('yz')).toBe(L.ARM_BODY_INVERSE_INERTIA + 40)
    expect(<i32>offsetof<ArmBody>()).toBeLessThanOrEqual(L.ARM_BODY_BYTES)
    expect(elementBytes(L.ARM_BODY)).toBe(L.ARM_BODY_BYTES)
  })

  it('has the fields of a contact where layout.ts says', () => {
    expect(offsetof<ArmContact>('nx')).toBe(L.ARM_CONTACT_NORMAL)
    expect(offsetof<ArmContact>('nz')).toBe(L.ARM_CONTACT_NORMAL + 16)
    expect(offsetof<ArmContact>('l0x')).toBe(L.ARM_CONTACT_ARM0)
    expect(offsetof<ArmContact>('l0z')).toBe(L.ARM_CONTACT_ARM0 + 16)
    expect(offsetof<ArmContact>('l1x')).toBe(L.ARM_CONTACT_ARM1)
    expect(offsetof<ArmContact>('l1z')).toBe(L.ARM_CONTACT_ARM1 + 16)
    expect(offsetof<ArmContact>('px')).toBe(L.ARM_CONTACT_IMPULSE)
    expect(offsetof<ArmContact>('pz')).toBe(L.ARM_CONTACT_IMPULSE + 16)
    expect(offsetof<ArmContact>('gapRate')).toBe(L.ARM_CONTACT_GAP_RATE)
    expect(offsetof<ArmContact>('friction')).toBe(L.ARM_CONTACT_FRICTION)
    expect(offsetof<ArmContact>('frictionDynamic')).toBe(L.ARM_CONTACT_FRICTION + 8)
    expect(offsetof<ArmContact>('normalMass')).toBe(L.ARM_CONTACT_NORMAL_MASS)
    expect(offsetof<ArmContact>('tangentialMass')).toBe(L.ARM_CONTACT_TANGENTIAL_MASS)
    expect(offsetof<ArmContact>('body0')).toBe(L.ARM_CONTACT_BODY0)
    expect(offsetof<ArmContact>('body1')).toBe(L.ARM_CONTACT_BODY1)
    expect(offsetof<ArmContact>('cx')).toBe(L.ARM_CONTACT_CHANGE)
    expect(offsetof<ArmContact>('cz')).toBe(L.ARM_CONTACT_CHANGE + 16)
    expect(offsetof<ArmContact>('state')).toBe(L.ARM_CONTACT_STATE)
    expect(<i32>offsetof<ArmContact>()).toBeLessThanOrEqual(L.ARM_CONTACT_BYTES)
    expect(elementBytes(L.ARM_CONTACT)).toBe(L.ARM_CONTACT_BYTES)
  })
})

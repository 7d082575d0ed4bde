// One step of contact dynamics (000 sections 1.2 to 1.5; 003, "The CD method"). A line a stage.

import { CONTACT_STATE, FINE, FAULT_OUTRAN, WORLD, WORLD_BYTES, WORLD_STATE_BYTES } from './layout'
import { world, fault } from './world'
import { column } from './arena'
import { checkBodies } from './bodies'
import { clearScratch } from './boundaries'
import { freeVelocities, chooseReach, outruns, checkVelocities, advance } from './motion'
import { findCandidates, prepareContacts, keepContacts, measureGaps } from './contacts'
import { followCurve } from './neighbours/curve'
import { dealPairs } from './solver/batches'
import { solve } from './solver/sweep'
import { measureResidual } from './solver/residual'
import { closeAccounts, measureMotion } from './ledger'

/** The scalars as they were when the step began. */
const before = memory.data(WORLD_STATE_BYTES, 8)

/** A body may be caught running ahead of the search this often before the step is given up. */
const MAX_ROUNDS = 16

/** Advances the world by one time step, or returns a fault and leaves it as it was. */
export function step(): i32 {
  memory.copy(before, WORLD, WORLD_STATE_BYTES)
  let code = checkBodies(0)
  if (code == FINE) code = findForces()
  if (code != FINE) {
    memory.copy(WORLD, before, WORLD_STATE_BYTES)
    clearScratch()
    return code
  }
  keepContacts()
  measureResidual(world.contacts, column(CONTACT_STATE), WORLD + WORLD_BYTES)
  closeAccounts()
  advance()
  measureGaps()
  measureMotion()
  clearScratch()
  return FINE
}

/** The contact forces of the step, and with them its end velocities: in the solver's records, not yet in the world. */
function findForces(): i32 {
  let code = followCurve()
  if (code == FINE) code = freeVelocities()
  if (code != FINE) return code
  chooseReach()
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    code = findCandidates()
    if (code == FINE) code = dealPairs()
    if (code != FINE) return code
    prepareContacts()
    solve(world.candidates)
    code = checkVelocities()
    if (code != FINE) return code
    world.rounds = round
    if (!outruns()) return FINE
    code = freeVelocities()
    if (code != FINE) return code
  }
  return fault(FAULT_OUTRAN, world.faultIndex, 0, MAX_ROUNDS)
}

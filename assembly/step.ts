// One step of contact dynamics (000 sections 1.2 to 1.5; 003, "The CD method"). A line a stage.

import * as L from './layout'
import { FINE, FAULT_OUTRAN, WORLD, WORLD_STATE_BYTES, SCALARS_BEFORE, SEARCH_PLACE } from './layout'
import { world, fault } from './world'
import { checkBodies } from './bodies'
import { clearScratch } from './boundaries'
import { freeVelocities, checkVelocities, endVelocities, advance } from './motion'
import { matchContacts, prepareContacts, keepContacts, measureGaps } from './contacts'
import { chooseReach, holds, outruns, widen, rememberSearch } from './neighbours/reach'
import { findCandidates } from './neighbours/candidates'
import { followCurve } from './neighbours/curve'
import { dealPairs } from './solver/batches'
import { colourPatches } from './solver/colours'
import { solve } from './solver/sweep'
import { measureResidual } from './solver/residual'
import { closeAccounts, measureMotion } from './ledger'
import { dismiss } from './team'
import { mark } from './profile'

/** A body may be caught running ahead of the search this often before the step is given up. */
const MAX_SEARCHES = 16

/** Advances the world by one time step, or returns a fault and leaves it as it was. */
export function step(): i32 {
  memory.copy(SCALARS_BEFORE, WORLD, WORLD_STATE_BYTES)
  let code = checkBodies(0)
  mark(L.STAGE_CHECK)
  if (code == FINE) code = findForces()
  if (code == FINE) goOn()
  else {
    memory.copy(WORLD, SCALARS_BEFORE, WORLD_STATE_BYTES)
    world.dealt = 0
  }
  clearScratch()
  dismiss()
  return code
}

/** The contact forces of the step, and with them its end velocities: in the solver's records, not yet in the world. */
function findForces(): i32 {
  world.fresh = 0
  world.rounds = 0
  const listHolds = world.listed && holds()
  mark(L.STAGE_LIST)
  let code = listHolds ? goOnWithList() : search()
  while (code == FINE) {
    freeVelocities()
    mark(L.STAGE_FREE)
    prepareContacts()
    mark(L.STAGE_PREPARE)
    solve(world.candidates)
    mark(L.STAGE_SWEEPS)
    code = checkVelocities()
    const tooFast = code == FINE && outruns()
    mark(L.STAGE_VELOCITIES)
    if (!tooFast) return code
    widen()
    code = world.rounds < MAX_SEARCHES ? searchAgain() : fault(FAULT_OUTRAN, world.faultIndex, 0, MAX_SEARCHES)
  }
  return code
}

/** Finds who may touch whom, and deals the contacts out. */
function search(): i32 {
  chooseReach()
  return searchAgain()
}

function searchAgain(): i32 {
  let code = findCandidates()
  if (code != FINE) return code
  matchContacts()
  mark(L.STAGE_MATCH)
  return deal()
}

/** The contacts of the step before; a restored world has to deal them again, as they were dealt where the search was made. */
function goOnWithList(): i32 {
  world.candidates = world.contacts
  if (world.dealt) return FINE
  const code = followCurve(SEARCH_PLACE, 32)
  return code == FINE ? deal() : code
}

function deal(): i32 {
  world.dealt = 0
  let code = dealPairs()
  mark(L.STAGE_DEAL)
  if (code == FINE) code = colourPatches()
  mark(L.STAGE_COLOUR)
  if (code == FINE) world.dealt = 1
  return code
}

/** With the forces found, everything moves on. */
function goOn(): void {
  keepContacts()
  if (world.fresh) rememberSearch()
  mark(L.STAGE_KEEP)
  measureResidual()
  mark(L.STAGE_RESIDUAL)
  endVelocities()
  mark(L.STAGE_ADVANCE)
  closeAccounts()
  mark(L.STAGE_LEDGER)
  advance()
  mark(L.STAGE_ADVANCE)
  measureGaps()
  mark(L.STAGE_GAPS)
  measureMotion()
  mark(L.STAGE_MOTION)
}

// Many contacts: sweep over all of them until a criterion is met (000 section 1.5; 003, "Many contacts").
// Velocities always contain the impulses of all contacts, so "the forces of the neighbours" (003) are in them.

import {
  ORDER, CONTACT_POINT, LAW_STATIC_DYNAMIC, CRITERION_LOCAL, CRITERION_GLOBAL, UPDATE_PARALLEL,
} from '../layout'
import { world } from '../world'
import { column } from '../arena'
import { Coulomb } from '../laws/coulomb'
import { StaticDynamic } from '../laws/staticDynamic'
import { FixedSweeps, LocalCriterion, GlobalCriterion } from './criteria'
import { identity, arrange } from './order'
import { recordAt, records, solverBodies, applyImpulse } from './record'
import { update, IN_PLACE, PROPOSE } from './update'

/** Chooses law and criterion once; the loops inside know neither by a branch. */
export function solve(count: i32): void {
  if (world.law == LAW_STATIC_DYNAMIC) solveWith<StaticDynamic>(count)
  else solveWith<Coulomb>(count)
}

function solveWith<L>(count: i32): void {
  if (world.criterion == CRITERION_LOCAL) iterate<L, LocalCriterion>(count)
  else if (world.criterion == CRITERION_GLOBAL) iterate<L, GlobalCriterion>(count)
  else iterate<L, FixedSweeps>(count)
}

function iterate<L, W>(count: i32): void {
  const order = column(ORDER)
  const watch = changetype<W>(0)
  identity(order, count)
  world.watchMean = meanImpulse(count)
  world.sweeps = 0
  world.criterionValue = 0
  if (count == 0) return
  while (world.sweeps < world.maxSweeps) {
    watch.begin()
    if (world.update == UPDATE_PARALLEL) parallelSweep<L, W>(count)
    else {
      world.random = arrange(world.order, order, count, world.sweeps, world.random)
      sweep<L, W>(order, count)
    }
    world.sweeps++
    world.criterionValue = watch.value(count)
    if (watch.decides() && world.criterionValue <= world.tolerance) break
  }
}

/** Every contact once, each seeing what those before it did. */
function sweep<L, W>(order: usize, count: i32): void {
  const bodies = solverBodies()
  const all = records()
  const end = order + (<usize>count << 2)
  for (let at = order; at < end; at += 4) update<L, W>(bodies, recordAt(all, load<u32>(at)), IN_PLACE, 0)
}

/** Every contact once, each seeing only the velocities of the sweep before (Jacobi). For the studies: it may diverge. */
function parallelSweep<L, W>(count: i32): void {
  const bodies = solverBodies()
  const all = records()
  const changes = column(CONTACT_POINT) // room for a vector a contact that no one needs during a step
  for (let c = 0; c < count; c++) update<L, W>(bodies, recordAt(all, c), PROPOSE, changes + <usize>c * 24)
  for (let c = 0; c < count; c++) {
    const r = recordAt(all, c)
    const change = changes + <usize>c * 24
    const x = load<f64>(change, 0), y = load<f64>(change, 8), z = load<f64>(change, 16)
    r.px += x
    r.py += y
    r.pz += z
    applyImpulse(bodies, r, x, y, z)
  }
}

/** <|P|> over all candidates. */
export function meanImpulse(count: i32): f64 {
  let total: f64 = 0
  for (let c = 0; c < count; c++) {
    const r = recordAt(records(), c)
    total += sqrt(r.px * r.px + r.py * r.py + r.pz * r.pz)
  }
  return total / <f64>max(count, 1)
}

// Many contacts: sweep over all of them until a criterion is met (000 section 1.5; 003, "Many contacts").
// Velocities always contain the impulses of all contacts, so "the forces of the neighbours" (003) are in them.

import {
  ORDER, CONTACT_POINT, ORDER_BLOCKS, KERNEL_SCALAR, SLIDING, LAW_STATIC_DYNAMIC, CRITERION_LOCAL, CRITERION_GLOBAL, UPDATE_PARALLEL,
} from '../layout'
import { world } from '../world'
import { column } from '../arena'
import { Coulomb } from '../laws/coulomb'
import { StaticDynamic } from '../laws/staticDynamic'
import { FixedSweeps, LocalCriterion, GlobalCriterion } from './criteria'
import { identity, arrange, shuffle, shuffleBlocks, sizeOfBlock } from './order'
import { touchBodies, touchPairs, BEYOND_CACHE } from './touch'
import { recordAt, slotOf, pairs, solverBodies, applyImpulse, WAS_SLIDING } from './record'
import { updatePair } from './pair'
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
    else if (world.order == ORDER_BLOCKS) blockSweep<L, W>(order)
    else {
      world.random = arrange(world.order, order, count, world.sweeps, world.random)
      sweep<L, W>(order, count)
    }
    world.sweeps++
    world.criterionValue = watch.value(count)
    if (watch.decides() && world.criterionValue <= world.tolerance) break
    if (changetype<L>(0).remembers() && world.sweeps >= LATCH_FROM && world.sweeps % LATCH == 0) latchSliding<L>(count)
  }
}

/** From when on, and how often, a law that remembers decides who slides: not before forces have found their place. */
const LATCH_FROM = 50
const LATCH = 10

/** A contact at rest that slides at present counts as sliding from now on. This can only go one way, so it comes to an end. */
function latchSliding<L>(count: i32): void {
  const bodies = solverBodies()
  const all = pairs()
  const change = column(CONTACT_POINT) // free during a step
  for (let c = 0; c < count; c++) {
    const r = recordAt(all, slotOf(c))
    if (r.second & WAS_SLIDING) continue
    if (update<L, FixedSweeps>(bodies, r, PROPOSE, change) == SLIDING) r.second |= WAS_SLIDING
  }
}

/** Every contact once, each seeing what those before it did. */
function sweep<L, W>(order: usize, count: i32): void {
  const bodies = solverBodies()
  const all = pairs()
  const end = order + (<usize>count << 2)
  for (let at = order; at < end; at += 4) update<L, W>(bodies, recordAt(all, slotOf(load<u32>(at))), IN_PLACE, 0)
}

/** Every contact once, two at a time, in random blocks; then those on free boundaries. */
function blockSweep<L, W>(order: usize): void {
  const bodies = solverBodies()
  const all = pairs()
  const whole = world.pairs - world.loosePairs
  const blocks = column(CONTACT_POINT) // free during a step
  world.random = shuffleBlocks(order, blocks, whole, world.random)
  const end = order + (<usize>whole << 2)
  if (world.kernel == KERNEL_SCALAR)
    for (let at = order; at < end; at += 4) {
      const slot = load<u32>(at) << 1
      update<L, W>(bodies, recordAt(all, slot), IN_PLACE, 0)
      update<L, W>(bodies, recordAt(all, slot | 1), IN_PLACE, 0)
    }
  else if (whole < BEYOND_CACHE)
    for (let at = order; at < end; at += 4) updatePair<L, W>(bodies, all + (<usize>load<u32>(at) << 7))
  else {
    let block = 0
    for (let at = order; at < end; block++) {
      touchBodies(bodies, all, blocks, block + 1, whole)
      touchPairs(all, blocks, block + 2, whole)
      const stop = at + (<usize>sizeOfBlock(load<i32>(blocks + (<usize>block << 2)), whole) << 2)
      for (; at < stop; at += 4) updatePair<L, W>(bodies, all + (<usize>load<u32>(at) << 7))
    }
  }
  if (world.loosePairs == 0) return
  identity(order, world.loosePairs)
  world.random = shuffle(order, world.loosePairs, world.random)
  for (let k = 0; k < world.loosePairs; k++)
    update<L, W>(bodies, recordAt(all, (whole + load<u32>(order + (<usize>k << 2))) << 1), IN_PLACE, 0)
}

/** Every contact once, each seeing only the velocities of the sweep before (Jacobi). For the studies: it may diverge. */
function parallelSweep<L, W>(count: i32): void {
  const bodies = solverBodies()
  const all = pairs()
  const changes = column(CONTACT_POINT) // room for a vector a contact that no one needs during a step
  for (let c = 0; c < count; c++) update<L, W>(bodies, recordAt(all, slotOf(c)), PROPOSE, changes + <usize>c * 24)
  for (let c = 0; c < count; c++) {
    const r = recordAt(all, slotOf(c))
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
    const r = recordAt(pairs(), slotOf(c))
    total += sqrt(r.px * r.px + r.py * r.py + r.pz * r.pz)
  }
  return total / <f64>max(count, 1)
}

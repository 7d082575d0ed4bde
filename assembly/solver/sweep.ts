// Many contacts: sweep over all of them until a criterion is met (000 section 1.5; 003, "Many contacts").
// Velocities always contain the impulses of all contacts, so "the forces of the neighbours" (003) are in them.

import {
  ORDER, CONTACT_POINT, ORDER_BLOCKS, KERNEL_SCALAR, SLIDING, LAW_STATIC_DYNAMIC, CRITERION_LOCAL, CRITERION_GLOBAL, UPDATE_PARALLEL,
} from '../layout'
import { world } from '../world'
import { column } from '../arena'
import { own } from '../team'
import { Coulomb } from '../laws/coulomb'
import { StaticDynamic } from '../laws/staticDynamic'
import { FixedSweeps, LocalCriterion, GlobalCriterion, clearWatch, keepWatch, gatherWatch } from './criteria'
import { identity, arrange, shuffle, shuffleFew } from './order'
import { firstSlot, endSlot } from './blocks'
import { drawColours, inColours, seedOf, ORDER_INSIDE } from './colours'
import { touchBodies, touchPair, paysToTouch } from './touch'
import { recordAt, contactIn, pairs, solverBodies, applyImpulse, WAS_SLIDING } from './record'
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
  const criterion = changetype<W>(0)
  const inBlocks = world.order == ORDER_BLOCKS && world.update != UPDATE_PARALLEL
  if (!inBlocks) slotsInOrder(order)
  world.watchMean = criterion.decides() ? meanImpulse(count) : 0
  world.sweeps = 0
  world.criterionValue = 0
  if (count == 0) return
  while (world.sweeps < world.maxSweeps) {
    if (inBlocks) blockSweep<L, W>()
    else {
      clearWatch()
      if (world.update == UPDATE_PARALLEL) parallelSweep<L, W>(order, count)
      else {
        world.random = arrange(world.order, order, count, world.sweeps, world.random)
        sweep<L, W>(order, count)
      }
    }
    world.sweeps++
    world.criterionValue = criterion.value(count)
    if (criterion.decides() && world.criterionValue <= world.tolerance) break
    if (changetype<L>(0).remembers() && world.sweeps >= LATCH_FROM && world.sweeps % LATCH == 0) latchSliding<L>()
  }
}

/** From when on, and how often, a law that remembers decides who slides: not before forces have found their place. */
const LATCH_FROM = 50
const LATCH = 10

/** A contact at rest that slides at present counts as sliding from now on. This can only go one way, so it comes to an end. */
function latchSliding<L>(): void {
  const bodies = solverBodies()
  const end = <u32>world.pairs << 1
  for (let slot: u32 = 0; slot < end; slot++) {
    const r = recordAt(pairs(), slot)
    if (contactIn(slot) < 0 || r.second & WAS_SLIDING) continue
    if (update<L, FixedSweeps>(bodies, r, PROPOSE, own + CHANGE) == SLIDING) r.second |= WAS_SLIDING
  }
}

/** Where in a thread's own memory a change stands that is only proposed. */
export const CHANGE: usize = 160

/** The slots of the contacts, in the order of the contacts. */
function slotsInOrder(order: usize): void {
  const end = <u32>world.pairs << 1
  for (let slot: u32 = 0; slot < end; slot++) {
    const c = contactIn(slot)
    if (c >= 0) store<u32>(order + (<usize>c << 2), slot)
  }
}

/** Every contact once, each seeing what those before it did. */
function sweep<L, W>(order: usize, count: i32): void {
  const bodies = solverBodies()
  const all = pairs()
  const end = order + (<usize>count << 2)
  for (let at = order; at < end; at += 4) update<L, W>(bodies, recordAt(all, load<u32>(at)), IN_PLACE, 0)
}

/** Every contact once, two at a time, in random blocks; then those on free boundaries. */
function blockSweep<L, W>(): void {
  drawColours()
  inColours((block: i32, next: i32): void => sweepBlock<L, W>(block, next))
  clearWatch()
  if (world.loosePairs > 0) looseSweep<L, W>()
  if (!changetype<W>(0).decides()) return
  keepWatch(world.blocks)
  gatherWatch(world.blocks + 1)
}

function sweepBlock<L, W>(block: i32, next: i32): void {
  const bodies = solverBodies()
  const all = pairs()
  const order = own + ORDER_INSIDE
  const first = firstSlot(block)
  const size = <i32>(endSlot(block) - first) >> 1
  shuffleFew(order, size, seedOf(block))
  if (changetype<W>(0).decides()) clearWatch()
  if (world.kernel == KERNEL_SCALAR)
    for (let e = 0; e < size; e++) {
      const slot = first + (<u32>load<u8>(order + <usize>e) << 1)
      update<L, W>(bodies, recordAt(all, slot), IN_PLACE, 0)
      update<L, W>(bodies, recordAt(all, slot | 1), IN_PLACE, 0)
    }
  else {
    const base = all + (<usize>first << 6)
    if (!paysToTouch())
      for (let e = 0; e < size; e++) updatePair<L, W>(bodies, base + (<usize>load<u8>(order + <usize>e) << 7), IN_PLACE)
    else {
      if (next >= 0) touchBodies(bodies, next)
      let ahead = next >= 0 ? all + (<usize>firstSlot(next) << 6) : base // behind a block that is shorter, it reads on in vain
      for (let e = 0; e < size; e++) {
        touchPair(ahead)
        ahead += 128
        updatePair<L, W>(bodies, base + (<usize>load<u8>(order + <usize>e) << 7), IN_PLACE)
      }
    }
  }
  if (changetype<W>(0).decides()) keepWatch(block)
}

/** Contacts on free boundaries, which share the boundary: one at a time. */
function looseSweep<L, W>(): void {
  const bodies = solverBodies()
  const all = pairs()
  const order = column(ORDER)
  const first = firstSlot(world.blocks)
  identity(order, world.loosePairs)
  world.random = shuffle(order, world.loosePairs, world.random)
  for (let k = 0; k < world.loosePairs; k++)
    update<L, W>(bodies, recordAt(all, first + (load<u32>(order + (<usize>k << 2)) << 1)), IN_PLACE, 0)
}

/** Every contact once, each seeing only the velocities of the sweep before (Jacobi). For the studies: it may diverge. */
function parallelSweep<L, W>(order: usize, count: i32): void {
  const bodies = solverBodies()
  const all = pairs()
  const changes = column(CONTACT_POINT) // room for a vector a contact that no one needs during a step
  for (let c = 0; c < count; c++)
    update<L, W>(bodies, recordAt(all, load<u32>(order + (<usize>c << 2))), PROPOSE, changes + <usize>c * 24)
  for (let c = 0; c < count; c++) {
    const r = recordAt(all, load<u32>(order + (<usize>c << 2)))
    const change = changes + <usize>c * 24
    const x = load<f64>(change, 0), y = load<f64>(change, 8), z = load<f64>(change, 16)
    r.px += x
    r.py += y
    r.pz += z
    applyImpulse(bodies, r, x, y, z)
  }
}

/** <|P|> over all candidates. */
function meanImpulse(count: i32): f64 {
  const end = <u32>world.pairs << 1
  let total: f64 = 0
  for (let slot: u32 = 0; slot < end; slot++) { // lanes without a contact have none
    const r = recordAt(pairs(), slot)
    total += sqrt(r.px * r.px + r.py * r.py + r.pz * r.pz)
  }
  return total / <f64>max(count, 1)
}

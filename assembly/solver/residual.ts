// How far the end velocities are from the contact law, whatever criterion stopped the sweeps: the change that one more
// update of each contact alone would make,
//
//   r = |P - law(P, u)|,    largest and mean over the candidates, in units of the mean impulse of the active ones.
//
// It vanishes exactly where Signorini and Coulomb hold (the natural map with the contact's own masses as its scale).

import { CONTACT_STATE, LAW_STATIC_DYNAMIC, OPEN, STICKING, SLIDING } from '../layout'
import { world } from '../world'
import { column } from '../arena'
import { own, partial, together } from '../team'
import { Coulomb } from '../laws/coulomb'
import { StaticDynamic } from '../laws/staticDynamic'
import { watch, clearWatch, keepWatch } from './criteria'
import { firstSlot, endSlot, allBlocks } from './blocks'
import { recordAt, contactIn, pairs, solverBodies } from './record'
import { CHANGE } from './sweep'
import { update, PROPOSE } from './update'
import { updatePair } from './pair'
import { touchNext } from './touch'

@unmanaged
class Violation {
  @inline see(change2: f64, impulse2: f64, lane: usize = 0): void {
    const size = sqrt(change2)
    watch().worst = max(watch().worst, size)
    watch().total += size
  }
  @inline seePair(change2: v128, impulse2: v128): void {
    const size = f64x2.sqrt(change2)
    v128.store(own, f64x2.pmax(v128.load(own), size))
    v128.store(own, f64x2.add(v128.load(own, 16), size), 16)
  }
}

/** What is known of a block, of lanes A and B. */
@unmanaged
class Sums {
  worst: f64
  worstB: f64
  violation: f64
  violationB: f64
  impulse: f64
  impulseB: f64
  active: f64
  activeB: f64
}

/** Measures the residual and writes the state of each contact. */
export function measureResidual(): void {
  if (world.law == LAW_STATIC_DYNAMIC) together((from: i32, to: i32): void => measure<StaticDynamic>(from, to), 0, allBlocks())
  else together((from: i32, to: i32): void => measure<Coulomb>(from, to), 0, allBlocks())
  let worst: f64 = 0, violation: f64 = 0, impulse: f64 = 0, active: f64 = 0
  for (let block = 0; block < allBlocks(); block++) {
    const sums = changetype<Sums>(partial(block))
    worst = max(worst, max(sums.worst, sums.worstB))
    violation += sums.violation + sums.violationB
    impulse += sums.impulse + sums.impulseB
    active += sums.active + sums.activeB
  }
  world.active = <i32>active
  world.meanImpulse = active > 0 ? impulse / active : 0
  const scale = active > 0 ? world.meanImpulse : worst
  world.residualMax = worst > 0 ? worst / scale : 0
  world.residualMean = violation > 0 ? violation / <f64>world.contacts / scale : 0
}

function measure<L>(from: i32, to: i32): void {
  for (let block = from; block < to; block++) {
    clearWatch()
    touchNext(solverBodies(), block, to)
    if (block < world.blocks) measurePairs<L>(block)
    else measureLoose<L>(block)
    keepWatch(block)
  }
}

/** Lanes without a contact carry nothing and want nothing, so that they need not be told from others. */
function measurePairs<L>(block: i32): void {
  const bodies = solverBodies()
  const all = pairs()
  const states = column(CONTACT_STATE)
  const end = endSlot(block)
  let impulse = f64x2.splat(0), active = f64x2.splat(0)
  for (let slot = firstSlot(block); slot < end; slot += 2) {
    const pair = all + (<usize>slot << 6)
    const slides = updatePair<L, Violation>(bodies, pair, PROPOSE)
    const x = v128.load(pair, 64), y = v128.load(pair, 80), z = v128.load(pair, 96)
    const size = f64x2.sqrt(f64x2.add(f64x2.add(f64x2.mul(x, x), f64x2.mul(y, y)), f64x2.mul(z, z)))
    const isActive = f64x2.gt(size, f64x2.splat(0))
    impulse = f64x2.add(impulse, size)
    active = f64x2.add(active, v128.and(isActive, f64x2.splat(1)))
    // a mask is minus one: 2 where it slides
    const state = v128.and(isActive, i64x2.sub(i64x2.splat(STICKING), slides))
    const a = contactIn(slot), b = contactIn(slot | 1)
    if (a >= 0) store<u8>(states + <usize>a, <u8>i64x2.extract_lane(state, 0))
    if (b >= 0) store<u8>(states + <usize>b, <u8>i64x2.extract_lane(state, 1))
  }
  v128.store(partial(block), impulse, 32)
  v128.store(partial(block), active, 48)
}

/** One at a time, as they are swept. */
function measureLoose<L>(block: i32): void {
  const bodies = solverBodies()
  const end = endSlot(block)
  const sums = changetype<Sums>(partial(block))
  sums.impulse = sums.impulseB = sums.active = sums.activeB = 0
  for (let slot = firstSlot(block); slot < end; slot++) {
    const c = contactIn(slot)
    if (c < 0) continue
    const r = recordAt(pairs(), slot)
    const slides = update<L, Violation>(bodies, r, PROPOSE, own + CHANGE) == SLIDING
    const size = sqrt(r.px * r.px + r.py * r.py + r.pz * r.pz)
    sums.impulse += size
    sums.active += size > 0 ? 1 : 0
    store<u8>(column(CONTACT_STATE) + <usize>c, size > 0 ? (slides ? SLIDING : STICKING) : OPEN)
  }
}

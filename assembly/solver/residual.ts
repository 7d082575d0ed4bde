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
import { watch, clearWatch } from './criteria'
import { firstSlot, endSlot, allBlocks } from './blocks'
import { recordAt, contactIn, pairs, solverBodies } from './record'
import { CHANGE } from './sweep'
import { update, PROPOSE } from './update'

@unmanaged
class Violation {
  @inline see(change2: f64, impulse2: f64, lane: usize = 0): void {
    const size = sqrt(change2)
    watch().worst = max(watch().worst, size)
    watch().total += size
  }
}

/** Measures the residual and writes the state of each contact. */
export function measureResidual(): void {
  if (world.law == LAW_STATIC_DYNAMIC) together((from: i32, to: i32): void => measure<StaticDynamic>(from, to), 0, allBlocks())
  else together((from: i32, to: i32): void => measure<Coulomb>(from, to), 0, allBlocks())
  let worst: f64 = 0, violation: f64 = 0, impulse: f64 = 0, active: f64 = 0
  for (let block = 0; block < allBlocks(); block++) {
    const sums = partial(block)
    worst = max(worst, load<f64>(sums))
    violation += load<f64>(sums, 8)
    impulse += load<f64>(sums, 16)
    active += load<f64>(sums, 24)
  }
  world.active = <i32>active
  world.meanImpulse = active > 0 ? impulse / active : 0
  const scale = active > 0 ? world.meanImpulse : worst
  world.residualMax = worst > 0 ? worst / scale : 0
  world.residualMean = violation > 0 ? violation / <f64>world.contacts / scale : 0
}

function measure<L>(from: i32, to: i32): void {
  const bodies = solverBodies()
  const all = pairs()
  for (let block = from; block < to; block++) {
    clearWatch()
    let active: f64 = 0, impulse: f64 = 0
    const end = endSlot(block)
    for (let slot = firstSlot(block); slot < end; slot++) {
      const c = contactIn(slot)
      if (c < 0) continue
      const r = recordAt(all, slot)
      const slides = update<L, Violation>(bodies, r, PROPOSE, own + CHANGE) == SLIDING
      const size = sqrt(r.px * r.px + r.py * r.py + r.pz * r.pz)
      let state = OPEN
      if (size > 0) {
        active++
        impulse += size
        state = slides ? SLIDING : STICKING
      }
      store<u8>(column(CONTACT_STATE) + <usize>c, state)
    }
    const sums = partial(block)
    store<f64>(sums, watch().worst)
    store<f64>(sums, watch().total, 8)
    store<f64>(sums, impulse, 16)
    store<f64>(sums, active, 24)
  }
}

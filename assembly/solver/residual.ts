// How far the end velocities are from the contact law, whatever criterion stopped the sweeps: the change that one more
// update of each contact alone would make,
//
//   r = |P - law(P, u)|,    largest and mean over the candidates, in units of the mean impulse of the active ones.
//
// It vanishes exactly where Signorini and Coulomb hold (the natural map with the contact's own masses as its scale).

import { LAW_STATIC_DYNAMIC, OPEN, STICKING, SLIDING } from '../layout'
import { world } from '../world'
import { Coulomb } from '../laws/coulomb'
import { StaticDynamic } from '../laws/staticDynamic'
import { recordAt, slotOf, pairs, solverBodies } from './record'
import { update, PROPOSE } from './update'

@unmanaged
class Violation {
  @inline see(change2: f64, impulse2: f64, lane: usize = 0): void {
    const size = sqrt(change2)
    world.watchWorst = max(world.watchWorst, size)
    world.watchTotal += size
  }
}

/** Measures the residual and writes the state of each contact to `states`. */
export function measureResidual(count: i32, states: usize, scratch: usize): void {
  if (world.law == LAW_STATIC_DYNAMIC) measure<StaticDynamic>(count, states, scratch)
  else measure<Coulomb>(count, states, scratch)
}

function measure<L>(count: i32, states: usize, scratch: usize): void {
  const bodies = solverBodies()
  const all = pairs()
  world.watchWorst = 0
  world.watchTotal = 0
  let active = 0
  let total: f64 = 0
  for (let c = 0; c < count; c++) {
    const r = recordAt(all, slotOf(c))
    const slides = update<L, Violation>(bodies, r, PROPOSE, scratch) == SLIDING
    const size = sqrt(r.px * r.px + r.py * r.py + r.pz * r.pz)
    let state = OPEN
    if (size > 0) {
      active++
      total += size
      state = slides ? SLIDING : STICKING
    }
    store<u8>(states + <usize>c, state)
  }
  world.active = active
  world.meanImpulse = active > 0 ? total / <f64>active : 0
  const scale = active > 0 ? world.meanImpulse : world.watchWorst
  world.residualMax = world.watchWorst > 0 ? world.watchWorst / scale : 0
  world.residualMean = world.watchTotal > 0 ? world.watchTotal / <f64>count / scale : 0
}

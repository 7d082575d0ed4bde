import * as L from '../assembly/layout.js'
import type { SolverOptions } from './scene.js'
import * as check from './check.js'
import type { Instance } from './instance.js'

const criteria = { fixed: L.CRITERION_FIXED, local: L.CRITERION_LOCAL, global: L.CRITERION_GLOBAL }
const orders = {
  blocks: L.ORDER_BLOCKS, random: L.ORDER_RANDOM, sequential: L.ORDER_SEQUENTIAL, reverse: L.ORDER_REVERSE, symmetric: L.ORDER_SYMMETRIC,
}
const kernels = { vector: L.KERNEL_VECTOR, scalar: L.KERNEL_SCALAR }
const updates = { sequential: L.UPDATE_SEQUENTIAL, parallel: L.UPDATE_PARALLEL }

function keysOf<T extends object>(choices: T): (keyof T & string)[] {
  return Object.keys(choices) as (keyof T & string)[]
}

/** Options with every default filled in. */
export function readSolver(value: SolverOptions | undefined, field = 'solver'): Required<SolverOptions> {
  const given = check.object(check.given(value, {}), field) as SolverOptions
  check.noOthers(given, field, ['criterion', 'tolerance', 'cutoff', 'maxSweeps', 'order', 'kernel', 'update', 'warmStart'])
  const criterion = check.oneOf(check.given(given.criterion, 'local'), `${field}.criterion`, keysOf(criteria))
  return {
    criterion,
    tolerance: check.notNegative(check.given(given.tolerance, 1e-4), `${field}.tolerance`),
    cutoff: check.notNegative(check.given(given.cutoff, 1), `${field}.cutoff`),
    maxSweeps: check.integer(check.given(given.maxSweeps, criterion === 'fixed' ? 50 : 1000), `${field}.maxSweeps`, 1),
    order: check.oneOf(check.given(given.order, 'blocks'), `${field}.order`, keysOf(orders)),
    kernel: check.oneOf(check.given(given.kernel, 'vector'), `${field}.kernel`, keysOf(kernels)),
    update: check.oneOf(check.given(given.update, 'sequential'), `${field}.update`, keysOf(updates)),
    warmStart: check.boolean(check.given(given.warmStart, true), `${field}.warmStart`),
  }
}

export function writeSolver(instance: Instance, options: Required<SolverOptions>): void {
  instance.setI32(L.WORLD_CRITERION, criteria[options.criterion])
  instance.setF64(L.WORLD_TOLERANCE, options.tolerance)
  instance.setF64(L.WORLD_CUTOFF, options.cutoff)
  instance.setI32(L.WORLD_MAX_SWEEPS, options.maxSweeps)
  instance.setI32(L.WORLD_ORDER, orders[options.order])
  instance.setI32(L.WORLD_KERNEL, kernels[options.kernel])
  instance.setI32(L.WORLD_UPDATE, updates[options.update])
  instance.setI32(L.WORLD_WARM_START, options.warmStart ? 1 : 0)
}

/** What stands in a world's memory, as options. */
export function solverOf(instance: Instance): Required<SolverOptions> {
  const name = <T extends object>(choices: T, offset: number): keyof T & string =>
    keysOf(choices).find((key) => (choices[key] as number) === instance.getI32(offset))!
  return {
    criterion: name(criteria, L.WORLD_CRITERION),
    tolerance: instance.getF64(L.WORLD_TOLERANCE),
    cutoff: instance.getF64(L.WORLD_CUTOFF),
    maxSweeps: instance.getI32(L.WORLD_MAX_SWEEPS),
    order: name(orders, L.WORLD_ORDER),
    kernel: name(kernels, L.WORLD_KERNEL),
    update: name(updates, L.WORLD_UPDATE),
    warmStart: instance.getI32(L.WORLD_WARM_START) !== 0,
  }
}

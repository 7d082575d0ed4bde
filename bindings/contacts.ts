import * as L from '../assembly/layout.js'
import type { Instance } from './instance.js'

/** Values of `Contacts.states`. */
export const ContactState = { open: L.OPEN, sticking: L.STICKING, sliding: L.SLIDING } as const

/**
 * Views on the contacts of the last step: all candidates, also those that stayed open (their impulse is zero).
 * Impulses are in newton seconds, forces in newtons: force = impulse / time step. Both act on the second body of the
 * pair; the first feels the opposite. Normals point from the first to the second. Reading never moves memory, but a
 * step may: ask for the views again after it. Forces and points are computed when first asked for after a step.
 */
export class Contacts {
  readonly #instance: Instance
  #derivedAt = new Map<number, number>()
  /** @internal */
  constructor(instance: Instance) { this.#instance = instance }

  get count(): number { return this.#instance.getI32(L.WORLD_CONTACTS) }
  /** 2 a contact: rows of the bodies; a negative second is boundary number -1 - second. */
  get pairs(): Int32Array { return this.#instance.view(L.CONTACT_PAIR, 'i32', 2 * this.count) }
  /** 3 a contact: how many periods away the second body is seen. Against a wall the first number tells several contacts apart. */
  get images(): Int32Array { return this.#instance.view(L.CONTACT_IMAGE, 'i32', 3 * this.count) }
  /** 3 a contact: unit normals that the step was solved with. */
  get normals(): Float64Array { return this.#instance.view(L.CONTACT_NORMAL, 'f64', 3 * this.count) }
  /** Distance of the surfaces where the bodies are now; negative is overlap. */
  get gaps(): Float64Array { return this.#instance.view(L.CONTACT_GAP, 'f64', this.count) }
  /** 0 open, 1 sticking, 2 sliding. */
  get states(): Uint8Array { return this.#instance.view(L.CONTACT_STATE, 'u8', this.count) }
  /** 3 a contact, in newton seconds. */
  get impulses(): Float64Array { return this.#instance.view(L.CONTACT_IMPULSE, 'f64', 3 * this.count) }
  get normalImpulses(): Float64Array { return this.#derived(L.CONTACT_NORMAL_IMPULSE, 1) }
  get tangentialImpulses(): Float64Array { return this.#derived(L.CONTACT_TANGENTIAL_IMPULSE, 3) }
  /** 3 a contact, in newtons. */
  get forces(): Float64Array { return this.#derived(L.CONTACT_FORCE, 3) }
  /** One a contact, in newtons, never negative. */
  get normalForces(): Float64Array { return this.#derived(L.CONTACT_NORMAL_FORCE, 1) }
  /** 3 a contact, in newtons. */
  get tangentialForces(): Float64Array { return this.#derived(L.CONTACT_TANGENTIAL_FORCE, 3) }
  /** 3 a contact: where the surfaces meet. */
  get points(): Float64Array { return this.#derived(L.CONTACT_POINT, 3) }

  /** A column that the engine computes when asked for; it lies where the next step works. */
  #derived(id: number, width: number): Float64Array {
    const instance = this.#instance
    if (this.#derivedAt.get(id) !== instance.version) {
      instance.read('reading contacts', () => instance.exports.derive(id))
      this.#derivedAt.set(id, instance.version)
    }
    return instance.view(id, 'f64', width * this.count)
  }
}

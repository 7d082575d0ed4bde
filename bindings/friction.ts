// Materials and their table of friction coefficients, a law a pair.

import * as L from '../assembly/layout.js'
import type { FrictionLaw, FrictionRule, Scene } from './scene.js'
import { InputError } from './errors.js'
import * as check from './check.js'
import type { Instance } from './instance.js'

export interface Friction {
  materials: readonly string[]
  /** (static, dynamic) for each ordered pair. */
  coefficients: Float64Array
  law: number
}

export function readMaterials(value: unknown): readonly string[] {
  if (value === undefined) return ['grain', 'wall']
  const names = check.array(value, 'materials')
  if (names.length < 1 || names.length > L.MAX_MATERIALS)
    throw new InputError('materials', `1 to ${L.MAX_MATERIALS} names`, value)
  names.forEach((name, k) => {
    if (typeof name !== 'string' || name === '') throw new InputError(`materials[${k}]`, 'a name', name)
    if (names.indexOf(name) !== k) throw new InputError(`materials[${k}]`, 'a name not used before', name)
  })
  return names as readonly string[]
}

export function materialNumber(materials: readonly string[], value: unknown, field: string, otherwise: number): number {
  if (value === undefined) return otherwise
  const k = materials.indexOf(value as string)
  if (k < 0) throw new InputError(field, `one of the materials ${materials.map((m) => `"${m}"`).join(', ')}`, value)
  return k
}

/** [static, dynamic, law]. */
function readLaw(value: unknown, field: string): [number, number, number] {
  if (typeof value === 'number') {
    const mu = check.notNegative(value, field)
    return [mu, mu, L.LAW_COULOMB]
  }
  if (typeof value === 'string') throw new InputError(field, 'a number or an object', value)
  const law = check.object(value, field) as Partial<{ law: string; mu: number; static: number; dynamic: number }>
  const isRule = field !== 'friction'
  check.noOthers(law, field, ['law', 'mu', 'static', 'dynamic', ...(isRule ? ['between'] : [])])
  const name = check.oneOf(check.given(law.law, 'mu' in law ? 'C1' : 'C2'), `${field}.law`, ['C1', 'C2'])
  for (const other of name === 'C1' ? (['static', 'dynamic'] as const) : (['mu'] as const))
    if (law[other] !== undefined) throw new InputError(`${field}.${other}`, `no such coefficient in ${name}`, law[other])
  if (name === 'C1') {
    const mu = check.notNegative(law.mu, `${field}.mu`)
    return [mu, mu, L.LAW_COULOMB]
  }
  const held = check.notNegative(law.static, `${field}.static`)
  const slid = check.notNegative(law.dynamic, `${field}.dynamic`)
  if (slid > held) throw new InputError(`${field}.dynamic`, `at most the static coefficient, ${held}`, slid)
  return [held, slid, L.LAW_STATIC_DYNAMIC]
}

export function readFriction(materials: readonly string[], value: Scene['friction']): Friction {
  const coefficients = new Float64Array(2 * L.MAX_MATERIALS * L.MAX_MATERIALS)
  const laws = new Map<number, number>()
  const set = (a: number, b: number, [held, slid, law]: [number, number, number]): void => {
    for (const k of [a * L.MAX_MATERIALS + b, b * L.MAX_MATERIALS + a]) {
      coefficients[2 * k] = held
      coefficients[2 * k + 1] = slid
      laws.set(k, law)
    }
  }
  const setAll = (law: [number, number, number]): void =>
    materials.forEach((_, a) => materials.forEach((_, b) => set(a, b, law)))
  if (Array.isArray(value)) {
    value.forEach((rule: FrictionRule, k) => {
      const field = `friction[${k}]`
      const law = readLaw(check.object(rule, field), field)
      if (rule.between === undefined) return setAll(law)
      if (!Array.isArray(rule.between) || rule.between.length !== 2)
        throw new InputError(`${field}.between`, 'two materials', rule.between)
      const [a, b] = rule.between.map((m, e) => materialNumber(materials, m ?? null, `${field}.between[${e}]`, -1))
      set(a as number, b as number, law)
    })
  } else if (value !== undefined) setAll(readLaw(value as FrictionLaw, 'friction'))
  const law = [...laws.values()].includes(L.LAW_STATIC_DYNAMIC) ? L.LAW_STATIC_DYNAMIC : L.LAW_COULOMB
  return { materials, coefficients, law }
}

export function writeFriction(instance: Instance, friction: Friction): void {
  instance.view(L.FRICTION, 'f64', friction.coefficients.length).set(friction.coefficients)
  instance.setI32(L.WORLD_LAW, friction.law)
  instance.setI32(L.WORLD_MATERIALS, friction.materials.length)
}

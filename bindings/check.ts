// The door: every input is looked at here before anything is written.

import { LARGEST, SMALLEST } from '../assembly/layout.js'
import { InputError } from './errors.js'

export type Numbers = ArrayLike<number>

/** What was left out gets its default; null, which JSON makes of NaN, was not left out. */
export function given<T, D>(value: T | undefined, otherwise: D): T | D {
  return value === undefined ? otherwise : value
}

export function number(value: unknown, field: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new InputError(field, 'a finite number', value)
  if (Math.abs(value) > LARGEST) throw new InputError(field, `a number from -${LARGEST} to ${LARGEST}`, value)
  return value
}

export function positive(value: unknown, field: string): number {
  if (typeof value !== 'number' || !(value > 0) || value === Infinity)
    throw new InputError(field, 'a positive finite number', value)
  if (value < SMALLEST || value > LARGEST)
    throw new InputError(field, `a positive number from ${SMALLEST} to ${LARGEST}`, value)
  return value
}

export function notNegative(value: unknown, field: string): number {
  if (typeof value !== 'number' || !(value >= 0) || value === Infinity)
    throw new InputError(field, 'a finite number that is not negative', value)
  if (value > LARGEST) throw new InputError(field, `a number from 0 to ${LARGEST}`, value)
  return value
}

/** Length of a vector. By hand, because Math.hypot may differ in the last bit from one browser to the next. */
export function length(x: number, y: number, z: number, w = 0): number {
  return Math.sqrt(x * x + y * y + z * z + w * w)
}

export function integer(value: unknown, field: string, least: number, most = 2 ** 31 - 1): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
    throw new InputError(field, `an integer from ${least} to ${most}`, value)
  return value
}

export function boolean(value: unknown, field: string): boolean {
  if (typeof value !== 'boolean') throw new InputError(field, 'true or false', value)
  return value
}

export function oneOf<T extends string | number>(value: unknown, field: string, choices: readonly T[]): T {
  if (!choices.includes(value as T))
    throw new InputError(field, `one of ${choices.map((c) => JSON.stringify(c)).join(', ')}`, value)
  return value as T
}

export function object(value: unknown, field: string): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InputError(field, 'an object', value)
  return value
}

export function array(value: unknown, field: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new InputError(field, 'an array', value)
  return value
}

/** Complains of fields that nothing reads: a misspelt option must not be silently ignored. */
export function noOthers(value: object, field: string, known: readonly string[]): void {
  for (const key of Object.keys(value))
    if (!known.includes(key)) throw new InputError(`${field}.${key}`, `one of the fields ${known.join(', ')}`, key)
}

export function isNumbers(value: unknown): value is Numbers {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value)
}

/** A vector as three numbers: two or three in two dimensions (the third zero), three in three. */
export function vector(value: unknown, field: string, dimension: 2 | 3): [number, number, number] {
  const expected = dimension === 2 ? 'a vector [x, y]' : 'a vector [x, y, z]'
  if (!isNumbers(value) || (value.length !== dimension && !(dimension === 2 && value.length === 3)))
    throw new InputError(field, expected, value)
  const out: [number, number, number] = [0, 0, 0]
  for (let k = 0; k < value.length; k++) out[k] = number(value[k], `${field}[${k}]`)
  if (dimension === 2 && out[2] !== 0) throw new InputError(`${field}[2]`, '0 in two dimensions', out[2])
  return out
}

/** A rotation vector: in two dimensions a number about z (or [0, 0, z]). */
export function spin(value: unknown, field: string, dimension: 2 | 3): [number, number, number] {
  if (dimension === 3) return vector(value, field, 3)
  if (typeof value === 'number') return [0, 0, number(value, field)]
  if (!isNumbers(value) || value.length !== 3) throw new InputError(field, 'a number (about z)', value)
  const out = vector(value, field, 3)
  if (out[0] !== 0 || out[1] !== 0) throw new InputError(field, 'a rotation about z, [0, 0, z]', value)
  return out
}

/** A vector of any length but zero, as a unit vector. */
export function direction(value: unknown, field: string, dimension: 2 | 3): [number, number, number] {
  const [x, y, z] = vector(value, field, dimension)
  const norm = length(x, y, z)
  if (!(norm > 0) || norm === Infinity) throw new InputError(field, 'a vector that is not zero', value)
  return [x / norm, y / norm, z / norm]
}

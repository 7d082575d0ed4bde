/** What was given is not what is needed. Nothing has changed. */
export class InputError extends Error {
  override readonly name = 'InputError'
  constructor(
    /** Which input, as a path: `bodies[3].radius`. */
    readonly field: string,
    /** What would have been right. */
    readonly expected: string,
    /** What came. */
    readonly received: unknown,
    hint = '',
  ) {
    super(`${field}: expected ${expected}, got ${show(received)}${hint && `. ${hint}`}`)
  }
}

/** The engine could not do what it was asked: no memory, a diverging solve. The world is as it was before the call. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
}

export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value)
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'function') return `function ${value.name}`.trim()
  if (value === null || typeof value !== 'object') return String(value)
  if (ArrayBuffer.isView(value)) return `${value.constructor.name} of ${value.byteLength} bytes`
  if (Array.isArray(value)) return value.length > 6 ? `an array of ${value.length}` : `[${value.map(show).join(', ')}]`
  if (value.constructor !== Object && value.constructor) return `an object of ${value.constructor.name}`
  const keys = Object.keys(value)
  return `an object with ${keys.slice(0, 8).join(', ') || 'no fields'}${keys.length > 8 ? ` and ${keys.length - 8} more` : ''}`
}

/** What an attempt throws; an error of its own if it does not. */
export function failure(attempt: () => unknown): Error {
  try {
    attempt()
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing was thrown')
}

// CPU time, not time on the wall: others may use the machine. Rounds of all that is compared go in turn, and medians are
// taken over rounds, so that a slow minute of the machine meets all of them.

/** CPU seconds that some work takes, all threads together. */
export function cpuSeconds(work) {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** To three significant digits, more than a timing has. */
export function rounded(value) {
  return value === null ? null : Number(value.toPrecision(3))
}

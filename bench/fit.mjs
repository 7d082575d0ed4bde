// The exponent of a power law y = factor x^exponent: least squares through the logarithms.

/** Of points {x, y}. The error is the standard error of the slope, from the scatter of the points about the line. */
export function fitPower(points) {
  const logs = points.map(({ x, y }) => [Math.log(x), Math.log(y)])
  const n = logs.length
  const meanX = logs.reduce((sum, [x]) => sum + x, 0) / n
  const meanY = logs.reduce((sum, [, y]) => sum + y, 0) / n
  const spread = logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  const exponent = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread
  const misfit = logs.reduce((sum, [x, y]) => sum + (y - meanY - exponent * (x - meanX)) ** 2, 0)
  return {
    exponent,
    error: n > 2 ? Math.sqrt(misfit / (n - 2) / spread) : null,
    factor: Math.exp(meanY - exponent * meanX),
  }
}

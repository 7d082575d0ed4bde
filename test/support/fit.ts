/** A damped oscillation x0 + A exp(-t/tau) sin(omega t + phi), fitted to values at t = 0, 1, 2 ... by least squares. */
export interface DampedSine { omega: number; tau: number; rms: number }

/** Sum of squared residuals for given omega and rate 1/tau: x0 and the two amplitudes enter linearly and are solved for. */
function misfit(values: readonly number[], omega: number, rate: number): number {
  const matrix = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]
  const right = [0, 0, 0]
  let squares = 0
  values.forEach((value, t) => {
    const size = Math.exp(-rate * t)
    const basis = [1, size * Math.cos(omega * t), size * Math.sin(omega * t)]
    basis.forEach((b, i) => {
      basis.forEach((c, j) => { matrix[i]![j]! += b * c })
      right[i]! += b * value
    })
    squares += value * value
  })
  // Cholesky: matrix = L L^T, y = L^-1 right, and the residual is |values|^2 - |y|^2
  for (let i = 0; i < 3; i++)
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i]![j]!
      for (let k = 0; k < j; k++) sum -= matrix[i]![k]! * matrix[j]![k]!
      matrix[i]![j] = i === j ? Math.sqrt(sum) : sum / matrix[j]![j]!
    }
  for (let i = 0; i < 3; i++) {
    let sum = right[i]!
    for (let k = 0; k < i; k++) sum -= matrix[i]![k]! * right[k]!
    right[i] = sum / matrix[i]![i]!
    squares -= right[i]! ** 2
  }
  return squares
}

/** Descends from a guess by trying the neighbours of (omega, 1/tau) at ever smaller distances. */
export function fitDampedSine(series: readonly number[], guess: { omega: number; tau: number }): DampedSine {
  const offset = series.reduce((sum, v) => sum + v, 0) / series.length
  const values = series.map((v) => v - offset)
  let omega = guess.omega
  let rate = 1 / guess.tau
  let best = misfit(values, omega, rate)
  for (let size = 0.1; size > 1e-7;) {
    let better = false
    for (const [a, b] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as const) {
      const trial = [omega * (1 + 0.1 * a * size), rate * (1 + b * size)] as const
      const value = misfit(values, ...trial)
      if (!(value < best)) continue
      best = value
      ;[omega, rate] = trial
      better = true
    }
    if (!better) size /= 2
  }
  return { omega, tau: 1 / rate, rms: Math.sqrt(Math.max(0, best) / values.length) }
}

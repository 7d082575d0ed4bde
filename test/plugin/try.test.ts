import { test } from 'vitest'
import { GSSolver } from 'cannon-es'
import { engineOf } from '/work/main/test/support/engine.js'
import { stack, measure } from '/work/main/examples/cannon-es/scene.js'
import { SignoriniSolver } from '/work/main/examples/cannon-es/signoriniSolver.js'
test('x', async () => {
  const engine = await engineOf('release')
  const gs = (n: number) => { const s = new GSSolver(); s.iterations = n; return s }
  for (const rate of [240, 60]) {
    for (const [name, s] of [['gs10', undefined], ['gs100', gs(100)], ['gs1000', gs(1000)], ['sig', new SignoriniSolver(engine)],
     ['sig 1e-6', new SignoriniSolver(engine, {solver: {tolerance: 1e-6, maxSweeps: 10000}})],['sig 1e-2', new SignoriniSolver(engine, {solver: {tolerance: 1e-2, maxSweeps: 10000}})]] as const) {
      const world = stack(s)
      console.log(rate, name, JSON.stringify(measure(world, { rate })), (s as any)?.solution?.sweeps, (s as any)?.solution?.residual)
    }
  }
})

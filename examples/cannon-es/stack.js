// Ten spheres of 1 kg, and one of 100 kg on top of them: who holds it? And ten boxes?
//
//   npm run build && node examples/cannon-es/stack.js

import { GSSolver } from 'cannon-es'
import { load } from 'signorini'
import { measure, stack } from './scene.js'
import { SignoriniSolver } from './signoriniSolver.js'

const engine = await load()
const gs = (iterations) => Object.assign(new GSSolver(), { iterations })
const solvers = {
  'cannon-es GSSolver, 10 iterations (default)': () => new GSSolver(),
  'cannon-es GSSolver, 100 iterations': () => gs(100),
  'cannon-es GSSolver, 1000 iterations': () => gs(1000),
  'SignoriniSolver, default': () => new SignoriniSolver(engine),
  'SignoriniSolver, tolerance 1e-8': () => new SignoriniSolver(engine, { solver: { tolerance: 1e-8, maxSweeps: 10000 } }),
}

const columns = [
  ['lost height', 'diameters', (m) => m.lostHeight.toExponential(1)],
  ['max overlap', 'radii', (m) => m.overlap.toExponential(1)],
  ['creep', 'm/s', (m) => m.creep.toExponential(1)],
  ['floor force', 'weights', (m) => m.floorForce.toFixed(6)],
  ['its worst', 'off by', (m) => m.deviation.toExponential(1)],
  ['sideways', 'm', (m) => m.sideways.toExponential(1)],
  ['time', 'ms/step', (m) => m.millisecondsPerStep.toFixed(3)],
]

for (const [shape, rate] of [['sphere', 240], ['sphere', 60], ['box', 240], ['box', 60]]) {
  console.log(`\n10 bodies (${shape}) of 1 kg under one of 100 kg, ${rate} steps a second, 4 s`)
  row('', columns.map(([title]) => title))
  row('', columns.map(([, unit]) => unit))
  for (const [name, make] of Object.entries(solvers)) {
    measure(stack(make(), { shape }), { rate, seconds: 1 }) // let the JavaScript of either get warm
    const result = measure(stack(make(), { shape }), { rate })
    row(name, columns.map(([, , show]) => show(result)))
  }
}

function row(name, cells) {
  console.log(name.padEnd(44) + cells.map((cell) => cell.padStart(12)).join(''))
}

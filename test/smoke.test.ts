import { test } from 'vitest'
import { readFileSync } from 'node:fs'
import { load } from '../bindings/index.js'
for (const build of ['release', 'debug'])
test('smoke ' + build, async () => {
  const e = await load({ bytes: readFileSync(`build/${build}.wasm`) })
  const w = e.createWorld({ dimension: 3, timeStep: 0.01, friction: 0.5, bodies: [
    { position: [0, 0, 0], radius: 0.5, velocity: [1, 0, 0] }, { position: [1.013, 0.1, 0], radius: 0.5, velocity: [-1, 0, 0] } ] })
  for (let k = 0; k < 4; k++) { const r = w.step(); console.log(r.kineticEnergy, r.angularMomentum, r.momentum, r.contacts, r.active, r.residual, r.overlap, r.dissipated) }
  console.log(w.contacts.forces, w.hash())
  const bodies = []
  for (let y = 0; y < 40; y++) for (let x = 0; x < 40; x++) bodies.push({ position: [x * 1.05 + 0.55 + 0.2 * (y % 2), y * 1.02 + 0.51], radius: 0.35 + 0.15 * ((x * 7 + y * 13) % 10) / 10 })
  const b = e.createWorld({ dimension: 2, timeStep: 0.01, gravity: [0, -1], friction: 0.3, bodies, boundaries: [
    { shape: 'plane', point: [0, 0], normal: [0, 1] }, { shape: 'plane', point: [0, 0], normal: [1, 0] }, { shape: 'plane', point: [43, 0], normal: [-1, 0] } ],
    solver: { criterion: 'fixed', maxSweeps: 100 } })
  for (let k = 0; k < 10; k++) { const t = performance.now(); let u = 0; for (let j = 0; j < 100; j++) { const r = b.step(); u += r.sweeps * r.contacts } const r = b.report
    console.log(k, r.contacts, r.active, r.sweeps, r.residual.max.toExponential(2), r.overlap, r.kineticEnergy, b.boundaries[0]!.reaction[1], (performance.now() - t) / u * 1e6, 'ns/update') }
  console.log(b.hash(), bodies.reduce((s, x) => s + Math.PI * x.radius ** 2, 0))
})

import { it } from 'vitest'
import { engineOf } from '../support/engine.js'
import { candidates, contactRows, lookBefore, missedOverlaps, nameOf } from '../support/bruteForce.js'
import { randomScene, SKIN } from '../support/randomScene.js'
it('x', async () => {
  const engine = await engineOf('release')
  for (const cells of [0.2, 0.3, 0.5, 0.7, 0.9]) for (const speed of [0.3, 1, 3, 10]) {
    let diff = 0, missed = 0, n = 0, err: Record<string, number> = {}
    for (let seed = 0; seed < 400; seed++) {
      try {
        const w = engine.createWorld(randomScene({ dimension: 2, periodic: 3, grains: 6, ratio: 1, cells, speed, outliers: 0, seed }))
        const b = lookBefore(w, SKIN)
        const s = w.step().searches
        n++
        const rows = contactRows(w)
        if (s === 1 && candidates(b).some((p) => !rows.has(nameOf(p)))) diff++
        if (missedOverlaps(w, b, 1e-9).length) missed++
      } catch (e) { err[(e as Error).message.slice(0, 50)] = (err[(e as Error).message.slice(0, 50)] ?? 0) + 1 }
    }
    console.log(cells, speed, { n, diff, missed }, err)
  }
})

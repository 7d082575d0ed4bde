// Two contacts at once: update.ts in f64x2 lanes, the same operations in the same order, so that the two agree to the last
// bit (test/solver/kernel.test.ts). No branch: an open contact, a sticking and a sliding one cost the same.

import { world } from '../world'
import { BODY_MASK, WAS_SLIDING, coefficientsOf } from './record'
import { PROPOSE } from './update'

@inline function low(a: v128, b: v128): v128 { return i64x2.shuffle(a, b, 0, 2) }
@inline function high(a: v128, b: v128): v128 { return i64x2.shuffle(a, b, 1, 3) }
@inline function add(a: v128, b: v128): v128 { return f64x2.add(a, b) }
@inline function sub(a: v128, b: v128): v128 { return f64x2.sub(a, b) }
@inline function mul(a: v128, b: v128): v128 { return f64x2.mul(a, b) }
@inline function div(a: v128, b: v128): v128 { return f64x2.div(a, b) }

/** One number of body A and of body B. */
@inline
function gather(a: usize, b: usize, offset: usize): v128 {
  return v128.load64_lane(b + offset, v128.load64_zero(a + offset), 1)
}

@inline
function address(bodies: usize, word: u32): usize {
  return bodies + (<usize>(word & BODY_MASK) << 6)
}

/**
 * Updates the two contacts of a pair, or only shows W what would change. L is the friction law, W watches the change. Tells in which
 * lanes the contact slides.
 */
@inline
export function updatePair<L, W>(bodies: usize, pair: usize, mode: i32): v128 {
  const firstA = load<u32>(pair, 112), secondA = load<u32>(pair, 116)
  const firstB = load<u32>(pair, 120), secondB = load<u32>(pair, 124)
  const a0 = address(bodies, firstA), a1 = address(bodies, secondA)
  const b0 = address(bodies, firstB), b1 = address(bodies, secondB)

  // body 0 of contact A and of contact B, lane by lane
  let p = v128.load(a0, 0), q = v128.load(b0, 0)
  const v0x = low(p, q), v0y = high(p, q)
  const v0z = gather(a0, b0, 16), w0 = gather(a0, b0, 24)
  p = v128.load(a0, 32)
  q = v128.load(b0, 32)
  const s0x = low(p, q), s0y = high(p, q)
  const s0z = gather(a0, b0, 48), i0 = gather(a0, b0, 56)
  p = v128.load(a1, 0)
  q = v128.load(b1, 0)
  const v1x = low(p, q), v1y = high(p, q)
  const v1z = gather(a1, b1, 16), w1 = gather(a1, b1, 24)
  p = v128.load(a1, 32)
  q = v128.load(b1, 32)
  const s1x = low(p, q), s1y = high(p, q)
  const s1z = gather(a1, b1, 48), i1 = gather(a1, b1, 56)

  const ax = v128.load(pair, 0), ay = v128.load(pair, 16), az = v128.load(pair, 32)
  const gapRate = v128.load(pair, 48)
  const px = v128.load(pair, 64), py = v128.load(pair, 80), pz = v128.load(pair, 96)

  // relative velocity: u = v1 - v0 - (s0 + s1) x a
  const sx = add(s0x, s1x), sy = add(s0y, s1y), sz = add(s0z, s1z)
  const ux = sub(sub(v1x, v0x), sub(mul(sy, az), mul(sz, ay)))
  const uy = sub(sub(v1y, v0y), sub(mul(sz, ax), mul(sx, az)))
  const uz = sub(sub(v1z, v0z), sub(mul(sx, ay), mul(sy, ax)))

  const one = f64x2.splat(1)
  const k2 = add(add(mul(ax, ax), mul(ay, ay)), mul(az, az))
  const perK2 = div(one, k2)
  const w = add(w0, w1)
  const tangentialMass = div(one, add(w, mul(k2, add(i0, i1))))
  const u = add(add(mul(ux, ax), mul(uy, ay)), mul(uz, az))
  const n = add(add(mul(px, ax), mul(py, ay)), mul(pz, az))

  const normal = f64x2.pmax(f64x2.splat(0), sub(n, div(add(u, gapRate), w)))
  const along = mul(sub(n, mul(tangentialMass, u)), perK2)
  const tx = sub(sub(px, mul(tangentialMass, ux)), mul(ax, along))
  const ty = sub(sub(py, mul(tangentialMass, uy)), mul(ay, along))
  const tz = sub(sub(pz, mul(tangentialMass, uz)), mul(az, along))
  const trial2 = mul(k2, add(add(mul(tx, tx), mul(ty, ty)), mul(tz, tz)))
  const factor = changetype<L>(0).factors(
    normal, trial2, coefficientsOf(firstA), coefficientsOf(firstB), (secondA & WAS_SLIDING) != 0, (secondB & WAS_SLIDING) != 0)

  const back = mul(normal, perK2)
  const nx = add(mul(factor, tx), mul(back, ax))
  const ny = add(mul(factor, ty), mul(back, ay))
  const nz = add(mul(factor, tz), mul(back, az))
  const dx = sub(nx, px), dy = sub(ny, py), dz = sub(nz, pz)
  const change2 = add(add(mul(dx, dx), mul(dy, dy)), mul(dz, dz))
  const isChange = f64x2.gt(mul(mul(change2, w), w), f64x2.splat(world.watchNoise))
  changetype<W>(0).seePair(v128.and(change2, isChange), add(add(mul(nx, nx), mul(ny, ny)), mul(nz, nz)))
  const slides = v128.and(f64x2.gt(normal, f64x2.splat(0)), f64x2.lt(factor, one))
  if (mode == PROPOSE) return slides
  v128.store(pair, nx, 64)
  v128.store(pair, ny, 80)
  v128.store(pair, nz, 96)

  // s changes by -(r^2/I) a x P on either side
  const cx = sub(mul(ay, dz), mul(az, dy))
  const cy = sub(mul(az, dx), mul(ax, dz))
  const cz = sub(mul(ax, dy), mul(ay, dx))
  put(a0, b0, 0, sub(v0x, mul(w0, dx)), sub(v0y, mul(w0, dy)))
  scatter(a0, b0, 16, sub(v0z, mul(w0, dz)))
  put(a0, b0, 32, sub(s0x, mul(i0, cx)), sub(s0y, mul(i0, cy)))
  scatter(a0, b0, 48, sub(s0z, mul(i0, cz)))
  put(a1, b1, 0, add(v1x, mul(w1, dx)), add(v1y, mul(w1, dy)))
  scatter(a1, b1, 16, add(v1z, mul(w1, dz)))
  put(a1, b1, 32, sub(s1x, mul(i1, cx)), sub(s1y, mul(i1, cy)))
  scatter(a1, b1, 48, sub(s1z, mul(i1, cz)))
  return slides
}

/** Two neighbouring numbers of body A and of body B, from lanes. */
@inline
function put(a: usize, b: usize, offset: usize, x: v128, y: v128): void {
  v128.store(a + offset, low(x, y))
  v128.store(b + offset, high(x, y))
}

/** One number of each. What is written alone has to be read alone: a wider read would have to wait for the write to reach the cache. */
@inline
function scatter(a: usize, b: usize, offset: usize, x: v128): void {
  v128.store64_lane(a + offset, x, 0)
  v128.store64_lane(b + offset, x, 1)
}

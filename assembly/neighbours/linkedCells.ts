// Linked cells (002; 003 keeps "a list of existing and incipient contacts"): bodies are sorted into cells by counting, and
// only the 3^d cells around a body are searched. Two bodies are candidates when their swept spheres, of radius
// R = r + reach, meet; the cell edge is at least twice the largest R, so that no candidate can be missed.
//
// Along a direction that is not periodic the grid of at least three cells repeats, like a hash that keeps neighbours
// together: a grain that flew away costs nothing, and no pair is met twice. Along a periodic one it closes exactly, and
// the number of periods between two bodies is part of the candidate (positions are not wrapped).

import {
  POSITION, RADIUS, REACH, CELL, BOX, SORTED_BODY, SORTED_PLACE, CELL_START, PER_CELL, PER_SOLVER_BODY, HITS, FINE, FAULT_PERIOD, FAULT_TOO_FAR,
} from '../layout'
import { world, fault, Vec3 } from '../world'
import { column, reserve } from '../arena'
import { vectorOf, scalarOf } from '../bodies'
import { count, addUp, takePlace } from './counting'
import { measureExtent, lowX, lowY, lowZ, highX, highY, highZ } from './extent'

/** A body that crosses more periods than this in a step is refused. */
const MOST_PERIODS = 32

/** A body in cell order: centre (within the period) and swept radius. */
@unmanaged
export class Place {
  x: f64
  y: f64
  z: f64
  swept: f64
}

@inline
function cellAlong(x: f64, low: f64, period: f64, size: f64, cells: i32): i32 {
  if (period > 0) {
    const turns = (x - low) / period
    return clamp(<i32>((turns - Math.floor(turns)) * <f64>cells), cells)
  }
  const index = Math.floor(x / size)
  return clamp(<i32>(index - <f64>cells * Math.floor(index / <f64>cells)), cells)
}

/** The same along x and y, or z, neither of which is periodic: two side by side. */
@inline
function cellsInOpen(x: v128, sizes: v128, counts: v128): v128 {
  const index = f64x2.floor(f64x2.div(x, sizes))
  const cell = i32x4.trunc_sat_f64x2_s_zero(f64x2.sub(index, f64x2.mul(counts, f64x2.floor(f64x2.div(index, counts)))))
  const last = i32x4.trunc_sat_f64x2_s_zero(f64x2.sub(counts, f64x2.splat(1)))
  return i32x4.max_s(i32x4.min_s(cell, last), i32x4.splat(0))
}

/** Far out, where numbers are coarser than cells, the remainder may leave its range. */
@inline
function clamp(cell: i32, cells: i32): i32 {
  return max(0, min(cell, cells - 1))
}

@inline
function boxAlong(x: f64, low: f64, period: f64): i32 {
  return period > 0 ? <i32>Math.floor((x - low) / period) : 0
}

/** How many cells of at least `edge` fit, before the total is bounded. */
@inline
function cellsAlong(extent: f64, period: f64, edge: f64): i32 {
  if (period > 0) return <i32>max(1, min(1e6, Math.floor(period / edge)))
  return <i32>max(3, min(1e6, Math.floor(extent / edge) + 1))
}

/** How many cells away a candidate may be: one, or several periods where a body's reach is longer than the period. */
@inline
function cellsWithin(edge: f64, period: f64, cells: i32): i32 {
  return <i32>min(Math.ceil(edge * <f64>cells / period), 1e6)
}

/** Chooses the grid: as many cells as are needed, but not many more than bodies. */
function chooseGrid(): i32 {
  measureExtent(column(POSITION), 24)
  // in lanes: the swept radius, and the radius
  let largest = f64x2.splat(0)
  const radii = column(RADIUS), reaches = column(REACH)
  const end = <usize>world.bodies << 3
  for (let at: usize = 0; at < end; at += 8)
    largest = f64x2.pmax(largest, f64x2.add(v128.load64_splat(radii + at), v128.load64_zero(reaches + at)))
  const swept = f64x2.extract_lane(largest, 0), radius = f64x2.extract_lane(largest, 1)
  for (let axis = 0; axis < 3; axis++) {
    const period = axis == 0 ? world.periodX : axis == 1 ? world.periodY : world.periodZ
    if (period > 0 && period < 2 * radius) return fault(FAULT_PERIOD, 0, axis, 2 * radius)
  }
  // a hair more than twice the largest, so that rounding cannot put two touching bodies two cells apart
  const edge = 2 * swept * (1 + 1e-9)
  let nx = cellsAlong(highX - lowX, world.periodX, edge)
  let ny = cellsAlong(highY - lowY, world.periodY, edge)
  let nz = world.dimension == 2 ? 1 : cellsAlong(highZ - lowZ, world.periodZ, edge)
  const most = 2 * <i64>world.bodies + 64
  while (<i64>nx * <i64>ny * <i64>nz > most) {
    if (nx >= ny && nx >= nz) nx = max(world.periodX > 0 ? 1 : 3, nx >> 1)
    else if (ny >= nz) ny = max(world.periodY > 0 ? 1 : 3, ny >> 1)
    else nz = max(world.periodZ > 0 ? 1 : 3, nz >> 1)
  }
  world.cellsX = nx
  world.cellsY = ny
  world.cellsZ = nz
  world.cellSize = edge
  world.stencilX = world.periodX > 0 ? cellsWithin(edge, world.periodX, nx) : 1
  world.stencilY = world.periodY > 0 ? cellsWithin(edge, world.periodY, ny) : 1
  world.stencilZ = world.dimension == 2 ? 0 : world.periodZ > 0 ? cellsWithin(edge, world.periodZ, nz) : 1
  for (let axis = 0; axis < 3; axis++) {
    const stencil = axis == 0 ? world.stencilX : axis == 1 ? world.stencilY : world.stencilZ
    if (stencil > MOST_PERIODS) return fault(FAULT_TOO_FAR, 0, axis, MOST_PERIODS)
  }
  return reserve(PER_CELL, nx * ny * nz + 1)
}

/** Sorts the bodies into cells by counting. */
export function buildCells(): i32 {
  if (world.bodies == 0) return FINE
  let code = reserve(PER_SOLVER_BODY, world.bodies) // the search's scratch lies in there
  if (code == FINE) code = chooseGrid()
  if (code != FINE) return code
  const nx = world.cellsX, ny = world.cellsY, nz = world.cellsZ
  const starts = column(CELL_START)
  const cells = column(CELL)
  const bodies = world.bodies, size = world.cellSize
  const positions = column(POSITION), boxes = column(BOX)
  const x0 = world.periodLowX, y0 = world.periodLowY, z0 = world.periodLowZ
  const lx = world.periodX, ly = world.periodY, lz = world.periodZ
  const open = lx == 0 && ly == 0 && lz == 0
  const sizes = f64x2.splat(size), countsXY = f64x2.replace_lane(f64x2.splat(<f64>nx), 1, <f64>ny), countsZ = f64x2.splat(<f64>nz)
  memory.fill(starts, 0, <usize>(nx * ny * nz + 1) << 2)
  for (let i = 0; i < bodies; i++) {
    const p = changetype<Vec3>(positions + <usize>i * 24)
    const box = boxes + <usize>i * 12
    let cx: i32, cy: i32, cz: i32
    if (open) {
      store<u64>(box, 0)
      store<i32>(box, 0, 8)
      const xy = cellsInOpen(v128.load(changetype<usize>(p)), sizes, countsXY)
      cx = i32x4.extract_lane(xy, 0)
      cy = i32x4.extract_lane(xy, 1)
      cz = nz == 1 ? 0 : i32x4.extract_lane(cellsInOpen(v128.load64_splat(changetype<usize>(p), 16), sizes, countsZ), 0)
    } else {
      store<i32>(box, boxAlong(p.x, x0, lx))
      store<i32>(box, boxAlong(p.y, y0, ly), 4)
      store<i32>(box, boxAlong(p.z, z0, lz), 8)
      cx = cellAlong(p.x, x0, lx, size, nx)
      cy = cellAlong(p.y, y0, ly, size, ny)
      cz = nz == 1 ? 0 : cellAlong(p.z, z0, lz, size, nz)
    }
    const cell = (cz * ny + cy) * nx + cx
    assert(<u32>cell < <u32>(nx * ny * nz), 'a cell of the grid')
    store<i32>(cells + (<usize>i << 2), cell)
    count(starts, cell)
  }
  addUp(starts, nx * ny * nz)
  const sorted = column(SORTED_BODY), places = column(SORTED_PLACE)
  const radii = column(RADIUS), reaches = column(REACH)
  for (let i = bodies - 1; i >= 0; i--) {
    const at = takePlace(starts, load<i32>(cells + (<usize>i << 2)))
    store<i32>(sorted + (<usize>at << 2), i)
    const p = changetype<Vec3>(positions + <usize>i * 24)
    const box = boxes + <usize>i * 12
    const place = changetype<Place>(places + (<usize>at << 5))
    place.x = p.x - <f64>load<i32>(box) * lx
    place.y = p.y - <f64>load<i32>(box, 4) * ly
    place.z = p.z - <f64>load<i32>(box, 8) * lz
    place.swept = load<f64>(radii + (<usize>i << 3)) + load<f64>(reaches + (<usize>i << 3))
  }
  return FINE
}

/** How many times the grid has to be repeated to reach a cell outside it. */
@inline
function turns(cell: i32, cells: i32): i32 {
  if (<u32>cell < <u32>cells) return 0 // nearly always, and a division takes long
  return cell < 0 ? (cell + 1) / cells - 1 : cell / cells
}

/** Calls found(i, j, ix, iy, iz) for every candidate (i, j) with j > i; `F` is a class with that inlined method. */
@inline
export function searchAround<F>(i: i32): void {
  const nx = world.cellsX, ny = world.cellsY, nz = world.cellsZ
  const stencilX = world.stencilX, stencilY = world.stencilY, stencilZ = world.stencilZ
  const cell = load<i32>(column(CELL) + (<usize>i << 2))
  const row = cell / nx
  const cx = cell - row * nx
  const cz = row / ny
  const cy = row - cz * ny
  const whole = cx >= stencilX && cx + stencilX < nx
  const box = column(BOX) + <usize>i * 12
  const bx = load<i32>(box), by = load<i32>(box, 4), bz = load<i32>(box, 8)
  for (let dz = -stencilZ; dz <= stencilZ; dz++) {
    const tz = turns(cz + dz, nz)
    const layer = (cz + dz - tz * nz) * ny
    const kz = world.periodZ > 0 ? bz + tz : bz
    for (let dy = -stencilY; dy <= stencilY; dy++) {
      const ty = turns(cy + dy, ny)
      const line = (layer + cy + dy - ty * ny) * nx
      const ky = world.periodY > 0 ? by + ty : by
      // cells along x lie side by side, and so do the bodies in them
      if (whole) searchCells<F>(i, line + cx - stencilX, line + cx + stencilX, bx, ky, kz)
      else
        for (let dx = -stencilX; dx <= stencilX; dx++) {
          const tx = turns(cx + dx, nx)
          const there = line + cx + dx - tx * nx
          searchCells<F>(i, there, there, world.periodX > 0 ? bx + tx : bx, ky, kz)
        }
    }
  }
}

/** Hits that are collected before they are told. */
const FEW = 64

/** The bodies in a row of cells, seen from so many periods away. Hits are collected without a branch: a test is cheap, a wrong guess is not. */
@inline
function searchCells<F>(i: i32, from: i32, to: i32, kx: i32, ky: i32, kz: i32): void {
  const starts = column(CELL_START)
  const places = column(SORTED_PLACE)
  const sorted = column(SORTED_BODY)
  const p = vectorOf(POSITION, i)
  // (x, y) of the body as seen from there, and (z, -R): with it (z' - z, R' + R) is one subtraction
  let xy = v128.load(changetype<usize>(p))
  let zr = f64x2(p.z, -(scalarOf(RADIUS, i) + scalarOf(REACH, i)))
  if (kx | ky | kz) {
    xy = f64x2(p.x - <f64>kx * world.periodX, p.y - <f64>ky * world.periodY)
    zr = f64x2.replace_lane(zr, 0, p.z - <f64>kz * world.periodZ)
  }
  let at = load<i32>(starts + (<usize>from << 2))
  const end = load<i32>(starts + (<usize>to << 2), 4)
  while (at < end) {
    const stop = min(end, at + FEW)
    let hits: usize = HITS
    for (; at < stop; at += 2) {
      // two at once; the last may be alone
      const place = places + (<usize>at << 5)
      let e0 = f64x2.sub(v128.load(place), xy), e1 = f64x2.sub(v128.load(place, 32), xy)
      let f0 = f64x2.sub(v128.load(place, 16), zr), f1 = f64x2.sub(v128.load(place, 48), zr)
      e0 = f64x2.mul(e0, e0)
      e1 = f64x2.mul(e1, e1)
      f0 = f64x2.mul(f0, f0)
      f1 = f64x2.mul(f1, f1)
      const distance2 = f64x2.add(f64x2.add(v128.shuffle<i64>(e0, e1, 0, 2), v128.shuffle<i64>(e0, e1, 1, 3)), v128.shuffle<i64>(f0, f1, 0, 2))
      const near = i64x2.bitmask(f64x2.le(distance2, v128.shuffle<i64>(f0, f1, 1, 3)))
      const j = load<i32>(sorted + (<usize>at << 2)), k = load<i32>(sorted + (<usize>at << 2), 4)
      store<i32>(hits, j)
      hits += <usize>(near & <i32>(j > i)) << 2
      store<i32>(hits, k)
      hits += <usize>((near >> 1) & <i32>(k > i) & <i32>(at + 1 < stop)) << 2
    }
    at = stop
    for (let hit: usize = HITS; hit < hits; hit += 4) {
      const j = load<i32>(hit)
      const other = column(BOX) + <usize>j * 12
      changetype<F>(0).found(i, j, kx - load<i32>(other), ky - load<i32>(other, 4), kz - load<i32>(other, 8))
    }
  }
}

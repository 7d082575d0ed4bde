// Gap and normal of one grain and one boundary, by hand. Grains have radius 1 unless said otherwise; the normal points
// from the grain (body 0) into the boundary (body 1).

import { INSIDE, OUTSIDE, POSITION, RADIUS, PLANE, PLATE, CYLINDER, COLUMN_ADDRESSES } from '../layout'
import { world } from '../world'
import { Boundary } from '../boundaries'
import { placeOnPlane, placeOnPlate } from '../geometry/plane'
import { placeOnCylinder } from '../geometry/cylinder'
import { placeSpheres } from '../geometry/sphere'
import { placeOnBoundary, relativeX, relativeY, relativeZ } from '../geometry/boundary'
import { gap, normalX, normalY, normalZ, nearest } from '../geometry/place'

// a few roundings of numbers of order 1 to 10
const ROUNDING: f64 = 1e-14

function near(value: f64, expected: f64): void {
  // written so that NaN fails
  const close = abs(value - expected) <= ROUNDING
  if (!close) expect(value).toBe(expected)
  expect(close).toBe(true)
}

function expectPlace(g: f64, x: f64, y: f64, z: f64): void {
  near(gap, g)
  near(normalX, x)
  near(normalY, y)
  near(normalZ, z)
}

const bytes: usize = 288

/** A boundary whose axis (or normal) is that direction. */
function boundary(x: f64, y: f64, z: f64): Boundary {
  const at = heap.alloc(bytes)
  memory.fill(at, 0, bytes)
  const b = changetype<Boundary>(at)
  const norm = sqrt(x * x + y * y + z * z)
  b.axisX = x / norm
  b.axisY = y / norm
  b.axisZ = z / norm
  return b
}

function plate(x: f64, y: f64, z: f64, inner: f64, outer: f64): Boundary {
  const b = boundary(x, y, z)
  b.shape = PLATE
  b.inner = inner
  b.outer = outer
  return b
}

function cylinder(x: f64, y: f64, z: f64, radius: f64, side: i32): Boundary {
  const b = boundary(x, y, z)
  b.shape = CYLINDER
  b.radius = radius
  b.side = side
  return b
}

function release(b: Boundary): void {
  heap.free(changetype<usize>(b))
}

/** Two bodies in columns of their own, for what reads them from there. */
function bodies(x0: f64, y0: f64, z0: f64, r0: f64, x1: f64, y1: f64, z1: f64, r1: f64): void {
  world.bodies = 2
  const positions = heap.alloc(48)
  const radii = heap.alloc(16)
  store<u32>(COLUMN_ADDRESSES + (POSITION << 2), <u32>positions)
  store<u32>(COLUMN_ADDRESSES + (RADIUS << 2), <u32>radii)
  store<f64>(positions, x0)
  store<f64>(positions, y0, 8)
  store<f64>(positions, z0, 16)
  store<f64>(positions, x1, 24)
  store<f64>(positions, y1, 32)
  store<f64>(positions, z1, 40)
  store<f64>(radii, r0)
  store<f64>(radii, r1, 8)
}

describe('a plane', () => {
  it('is as far as the height above it less the radius, and its normal is what is solid', () => {
    const floor = boundary(0, 1, 0)
    placeOnPlane(floor, 17, 3, -5, 1)
    expectPlace(2, 0, -1, 0)
    placeOnPlane(floor, 0, 0.5, 0, 1)
    expectPlace(-0.5, 0, -1, 0)
    release(floor)
  })

  it('is one-sided: a grain behind it overlaps by its depth', () => {
    const floor = boundary(0, 1, 0)
    placeOnPlane(floor, 0, -4, 0, 1)
    expectPlace(-5, 0, -1, 0)
    release(floor)
  })

  it('may be oblique', () => {
    const slope = boundary(3, 4, 0)
    placeOnPlane(slope, 5, 0, 0, 1)
    expectPlace(2, -0.6, -0.8, 0)
    placeOnPlane(slope, -4, 3, 7, 1)
    expectPlace(-1, -0.6, -0.8, 0)
    release(slope)
  })
})

describe('a plate', () => {
  it('is solid from both sides', () => {
    const disk = plate(0, 1, 0, 0, 10)
    placeOnPlate(disk, 3, 2, 4, 1, 0)
    expectPlace(1, 0, -1, 0)
    placeOnPlate(disk, 3, -2, 4, 1, 0)
    expectPlace(1, 0, 1, 0)
    release(disk)
  })

  it('has round contact at its outer rim', () => {
    const disk = plate(0, 0, 1, 0, 10)
    // 3 beyond the rim and 4 above: distance 5
    placeOnPlate(disk, 13, 0, 4, 1, 0)
    expectPlace(4, -0.6, 0, -0.8)
    // level with it, outside
    placeOnPlate(disk, 0, 12, 0, 1, 0)
    expectPlace(1, 0, -1, 0)
    // right above the rim it is a plane, still
    placeOnPlate(disk, 0, 10, 3, 1, 0)
    expectPlace(2, 0, 0, -1)
    release(disk)
  })

  it('has round contact at the rim of its hole', () => {
    const floor = plate(0, 0, 1, 5, Infinity)
    // 3 inside the rim and 4 above: distance 5
    placeOnPlate(floor, 2, 0, 4, 1, 0)
    expectPlace(4, 0.6, 0, -0.8)
    placeOnPlate(floor, 0, -2, -4, 1, 0)
    expectPlace(4, 0, -0.6, 0.8)
    // outside the hole, as far out as you like
    placeOnPlate(floor, 1000, 0, 4, 1, 0)
    expectPlace(3, 0, 0, -1)
    release(floor)
  })

  it('is a ring when it has both rims', () => {
    const ring = plate(0, 0, 1, 5, 10)
    placeOnPlate(ring, 7, 0, 2, 1, 0)
    expectPlace(1, 0, 0, -1)
    placeOnPlate(ring, 1, 0, 3, 1, 0)
    expectPlace(4, 0.8, 0, -0.6)
    placeOnPlate(ring, 14, 0, -3, 1, 0)
    expectPlace(4, -0.8, 0, 0.6)
    release(ring)
  })

  it('on the axis of its hole is as far as the rim, with a normal that is a unit vector', () => {
    const floor = plate(0, 0, 1, 4, Infinity)
    placeOnPlate(floor, 0, 0, 3, 1, 0)
    near(gap, 4)
    near(normalX * normalX + normalY * normalY + normalZ * normalZ, 1)
    placeOnPlate(floor, 0, 0, 0, 1, 0)
    near(gap, 3)
    near(normalX * normalX + normalY * normalY + normalZ * normalZ, 1)
    release(floor)
  })

  it('that the centre lies in, has the whole radius as overlap and its own normal', () => {
    const disk = plate(0, 1, 0, 0, 10)
    placeOnPlate(disk, 3, 0, 4, 1, 0)
    expectPlace(-1, 0, -1, 0)
    placeOnPlate(disk, 0, 0, 0, 1, 0)
    expectPlace(-1, 0, -1, 0)
    release(disk)
  })
})

describe('a cylinder from the inside', () => {
  it('is as far as what is left of its radius', () => {
    const drum = cylinder(0, 0, 1, 10, INSIDE)
    placeOnCylinder(drum, 3, 4, 99, 1)
    expectPlace(4, 0.6, 0.8, 0)
    placeOnCylinder(drum, 0, -9.5, 0, 1)
    expectPlace(-0.5, 0, -1, 0)
    release(drum)
  })

  it('does not care how far along its axis, also an oblique one', () => {
    const drum = cylinder(0, 3, 4, 10, INSIDE)
    // (0, 4, -3) / 5 is across the axis; go 2 across and 7 along
    placeOnCylinder(drum, 0, 2 * 0.8 + 7 * 0.6, -2 * 0.6 + 7 * 0.8, 1)
    expectPlace(7, 0, 0.8, -0.6)
    release(drum)
  })

  it('on its axis has some normal across it', () => {
    for (let axis = 0; axis < 3; axis++) {
      const drum = cylinder(axis == 0 ? 1 : 0, axis == 1 ? 1 : 0, axis == 2 ? 1 : 0, 10, INSIDE)
      placeOnCylinder(drum, axis == 0 ? 5 : 0, axis == 1 ? 5 : 0, axis == 2 ? 5 : 0, 1)
      near(gap, 9)
      near(normalX * normalX + normalY * normalY + normalZ * normalZ, 1)
      near(normalX * drum.axisX + normalY * drum.axisY + normalZ * drum.axisZ, 0)
      release(drum)
    }
    const oblique = cylinder(1, 1, 1, 10, INSIDE)
    placeOnCylinder(oblique, 0, 0, 0, 1)
    near(gap, 9)
    near(normalX * normalX + normalY * normalY + normalZ * normalZ, 1)
    near(normalX + normalY + normalZ, 0)
    release(oblique)
  })
})

describe('a cylinder from the outside', () => {
  it('is as far as the distance from the axis less both radii, and its normal points to the axis', () => {
    const post = cylinder(0, 1, 0, 2, OUTSIDE)
    placeOnCylinder(post, 3, -8, 4, 1)
    expectPlace(2, -0.6, 0, -0.8)
    placeOnCylinder(post, 2.5, 0, 0, 1)
    expectPlace(-0.5, -1, 0, 0)
    release(post)
  })

  it('with the grain on its axis overlaps by both radii, with some normal across it', () => {
    const post = cylinder(0, 1, 0, 2, OUTSIDE)
    placeOnCylinder(post, 0, 3, 0, 1)
    near(gap, -3)
    near(normalX * normalX + normalZ * normalZ, 1)
    near(normalY, 0)
    release(post)
  })
})

describe('two spheres', () => {
  it('are apart by the distance of their centres less both radii; the normal goes from the first to the second', () => {
    bodies(1, 1, 1, 1, 4, 5, 1, 2)
    near(placeSpheres(0, 1, 0, 0, 0), 5)
    expectPlace(2, 0.6, 0.8, 0)
    near(placeSpheres(1, 0, 0, 0, 0), 5)
    expectPlace(2, -0.6, -0.8, 0)
  })

  it('see each other across a period', () => {
    world.periodX = 10
    world.periodZ = 20
    bodies(1, 0, 0, 1, 8, 0, 16, 1)
    near(placeSpheres(0, 1, -1, 0, -1), 5)
    expectPlace(3, -0.6, 0, -0.8)
    near(placeSpheres(1, 0, 1, 0, 1), 5)
    expectPlace(3, 0.6, 0, 0.8)
    world.periodX = 0
    world.periodZ = 0
  })

  it('in one place overlap by both radii and have some normal', () => {
    bodies(3, 3, 3, 1, 3, 3, 3, 2)
    expect(placeSpheres(0, 1, 0, 0, 0)).toBe(0)
    near(gap, -3)
    near(normalX * normalX + normalY * normalY + normalZ * normalZ, 1)
  })
})

describe('a boundary of any shape', () => {
  it('is placed by its shape, relative to its point', () => {
    bodies(5, 7, 0, 1, 0, 0, 0, 1)
    const b = boundary(0, 1, 0)
    b.pointX = 2
    b.pointY = 3
    b.shape = PLANE
    placeOnBoundary(0, b, 0)
    expectPlace(3, 0, -1, 0)
    near(relativeX, 3)
    near(relativeY, 4)
    near(relativeZ, 0)
    b.shape = PLATE
    b.outer = 1
    placeOnBoundary(0, b, 0) // 2 beyond the rim, 4 above
    near(gap, sqrt(20.0) - 1)
    b.shape = CYLINDER
    b.side = OUTSIDE
    b.radius = 0.5
    placeOnBoundary(0, b, 0)
    expectPlace(1.5, -1, 0, 0)
    release(b)
  })

  it('is seen in the nearest of its periodic images', () => {
    world.periodX = 10
    bodies(9.5, 2, 0, 1, 0, 0, 0, 1)
    const post = cylinder(0, 0, 1, 0.5, OUTSIDE)
    placeOnBoundary(0, post, 0)
    near(relativeX, -0.5)
    near(gap, sqrt(4.25) - 1.5)
    expect(normalX).toBeGreaterThan(0)
    release(post)
    world.periodX = 0
  })
})

describe('the nearest image', () => {
  it('of a difference is within half a period, however many periods away', () => {
    expect(nearest(1, 10)).toBe(1)
    expect(nearest(6, 10)).toBe(-4)
    expect(nearest(-6, 10)).toBe(4)
    expect(nearest(1003, 10)).toBe(3)
    expect(nearest(-1003, 10)).toBe(-3)
    expect(nearest(1003, 0)).toBe(1003)
  })
})

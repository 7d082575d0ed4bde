// A grain and a boundary of any shape.

import { POSITION, RADIUS, PLANE, PLATE, CYLINDER, HALF_PLANE } from '../layout'
import { world } from '../world'
import { vectorOf, scalarOf } from '../bodies'
import { Boundary } from '../boundaries'
import { nearest } from './place'
import { placeOnPlane, placeOnHalfPlane, placeOnPlate, partsOfPlate } from './plane'
import { placeOnCylinder } from './cylinder'

/** Where the grain's centre is, relative to the boundary's point (the nearest of its periodic images). */
export let relativeX: f64 = 0
export let relativeY: f64 = 0
export let relativeZ: f64 = 0

/** Puts the grain in its place relative to the boundary; returns how many contacts with it are possible, or become so within a margin. */
export function approach(i: i32, b: Boundary, margin: f64 = 0): i32 {
  const centre = vectorOf(POSITION, i)
  const x = nearest(centre.x - b.pointX, world.periodX)
  const y = nearest(centre.y - b.pointY, world.periodY)
  const z = nearest(centre.z - b.pointZ, world.periodZ)
  relativeX = x
  relativeY = y
  relativeZ = z
  return b.shape == PLATE ? partsOfPlate(b, x, y, z, margin) : 1
}

/** Approaches, and places one of these contacts. */
@inline
export function placeOnBoundary(i: i32, b: Boundary, part: i32): void {
  approach(i, b)
  placePart(i, b, part)
}

/** Gap and normal of one of the contacts of a grain that has just approached. */
export function placePart(i: i32, b: Boundary, part: i32): void {
  const x = relativeX, y = relativeY, z = relativeZ
  const radius = scalarOf(RADIUS, i)
  if (b.shape == PLANE) placeOnPlane(b, x, y, z, radius)
  else if (b.shape == CYLINDER) placeOnCylinder(b, x, y, z, radius)
  else if (b.shape == HALF_PLANE) placeOnHalfPlane(b, x, y, z, radius)
  else placeOnPlate(b, x, y, z, radius, part)
}

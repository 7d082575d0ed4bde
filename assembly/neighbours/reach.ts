// When to search. A search looks farther than the step needs: each body's reach is half as much again as it is about to
// move, and the skin. As long as no body has used up its reach since then, every pair that can touch is on the list,
//
//   |x - x_then| + |v| dt  <=  R_then - r,      R_then = r_then + reach_then
//
// and the list stays. Where it was made (SEARCH_PLACE ...) is part of the state, so that a restored world searches when
// the other would have.

import {
  POSITION, VELOCITY, FORCE, RADIUS, MASS, KIND, CONTACT_PAIR, CONTACT_IMAGE, REACH, SEARCH_PLACE, SEARCH_KIND, SEARCH_BOUNDARY, BOUNDARY, BOUNDARY_BYTES, DYNAMIC, FIXED,
} from '../layout'
import { world } from '../world'
import { column } from '../arena'
import { vectorOf, scalarOf, kindOf } from '../bodies'
import { Boundary, boundaryAt, isFree, loadOn } from '../boundaries'
import { absorb } from '../hash'
import { solverBodies, solverBodyOf } from '../solver/record'
import { touchRows } from '../solver/touch'
import { Place } from './linkedCells'

@inline
function placeThen(i: i32): Place {
  return changetype<Place>(column(SEARCH_PLACE) + (<usize>i << 5))
}

@inline
function boundaryThen(k: i32): Boundary {
  return changetype<Boundary>(column(SEARCH_BOUNDARY) + <usize>k * BOUNDARY_BYTES)
}

@inline
function setReach(i: i32, reach: f64): void {
  store<f64>(column(REACH) + (<usize>i << 3), reach)
}

/** How far a body would move in this step without contacts. */
@inline
function freePath(i: i32): f64 {
  const kind = kindOf(i)
  if (kind == FIXED) return 0
  const dt = world.timeStep
  const v = vectorOf(VELOCITY, i)
  const falls: f64 = kind == DYNAMIC ? 1 : 0
  const force = vectorOf(FORCE, i)
  const perMass = kind == DYNAMIC ? 1 / scalarOf(MASS, i) : 0
  const x = v.x + dt * (falls * world.gravityX + perMass * force.x)
  const y = v.y + dt * (falls * world.gravityY + perMass * force.y)
  const z = v.z + dt * (falls * world.gravityZ + perMass * force.z)
  return dt * sqrt(x * x + y * y + z * z)
}

@inline
function freeSpeed(b: Boundary): f64 {
  return b.speed + world.timeStep * loadOn(b) / b.mass
}

/** How far a search has to look. Contacts may make a body faster than that; then `outruns` finds out. */
export function chooseReach(): void {
  let largest = f64x2.splat(0)
  const bodies = world.bodies, skin = world.skin
  for (let i = 0; i < bodies; i++) {
    const radius = scalarOf(RADIUS, i)
    setReach(i, 1.5 * freePath(i) + skin * radius)
    largest = f64x2.pmax(largest, f64x2.splat(radius)) // one operation, unlike max
  }
  const radius = f64x2.extract_lane(largest, 0)
  for (let k = 0; k < world.boundaries; k++) {
    const b = boundaryAt(k)
    const speed = isFree(b) ? abs(freeSpeed(b)) : 0
    b.reach = 1.5 * world.timeStep * (speed + prescribedSpeed(b)) + world.skin * radius
  }
}

@inline
function prescribedSpeed(b: Boundary): f64 {
  return sqrt(b.velocityX * b.velocityX + b.velocityY * b.velocityY + b.velocityZ * b.velocityZ)
}

/** Whether the list still has every pair that can touch. Leaves in REACH how far each body may go on it. */
export function holds(): bool {
  if (world.listHash != hashOfList()) return false // someone wrote on it
  for (let i = 0; i < world.bodies; i++) {
    const p = vectorOf(POSITION, i)
    const then = placeThen(i)
    const x = p.x - then.x, y = p.y - then.y, z = p.z - then.z
    const left = then.swept - scalarOf(RADIUS, i) - sqrt(x * x + y * y + z * z)
    if (!(freePath(i) <= left) || load<u8>(column(SEARCH_KIND) + <usize>i) != kindOf(i)) return false
    setReach(i, left)
  }
  for (let k = 0; k < world.boundaries; k++) {
    const b = boundaryAt(k), then = boundaryThen(k)
    if (!sameShape(b, then)) return false
    const x = b.pointX - then.pointX, y = b.pointY - then.pointY, z = b.pointZ - then.pointZ
    b.reach = then.reach - sqrt(x * x + y * y + z * z)
    const speed = isFree(b) ? abs(freeSpeed(b)) : 0
    if (!(world.timeStep * (speed + prescribedSpeed(b)) <= b.reach)) return false
  }
  return true
}

/** A boundary that did not turn, open, close or change; where it is does not matter. */
function sameShape(b: Boundary, then: Boundary): bool {
  return b.shape == then.shape && b.side == then.side && b.enabled == then.enabled && (b.mass > 0) == (then.mass > 0) &&
    b.axisX == then.axisX && b.axisY == then.axisY && b.axisZ == then.axisZ &&
    b.alongX == then.alongX && b.alongY == then.alongY && b.alongZ == then.alongZ &&
    b.radius == then.radius && b.inner == then.inner && b.outer == then.outer
}

/** The search of this step is the one that the contacts come from. Called before anything moves. */
export function rememberSearch(): void {
  for (let i = 0; i < world.bodies; i++) {
    const p = vectorOf(POSITION, i)
    const then = placeThen(i)
    then.x = p.x
    then.y = p.y
    then.z = p.z
    then.swept = scalarOf(RADIUS, i) + scalarOf(REACH, i)
  }
  memory.copy(column(SEARCH_KIND), column(KIND), <usize>world.bodies)
  memory.copy(column(SEARCH_BOUNDARY), column(BOUNDARY), <usize>(world.boundaries * BOUNDARY_BYTES))
  world.listHash = hashOfList()
  world.listed = 1
}

function hashOfList(): u64 {
  return absorb(absorb(0, column(CONTACT_PAIR), world.contacts << 3), column(CONTACT_IMAGE), world.contacts * 12)
}

/** How far a body is about to move, now that the solver has its velocity. */
@inline
function path(i: i32): f64 {
  const b = solverBodyOf(i)
  return world.timeStep * sqrt(b.vx * b.vx + b.vy * b.vy + b.vz * b.vz)
}

@inline
function pathOfBoundary(b: Boundary): f64 {
  return world.timeStep * (prescribedSpeed(b) + (isFree(b) ? abs(b.nextSpeed) : 0))
}

/** Whether something is about to move farther than was searched, so that it might miss a contact that closes within the step. */
export function outruns(): bool {
  for (let i = 0; i < world.bodies; i++) {
    touchRows(solverBodies(), i, world.bodies)
    if (path(i) > scalarOf(REACH, i)) return true
  }
  for (let k = 0; k < world.boundaries; k++) if (pathOfBoundary(boundaryAt(k)) > boundaryAt(k).reach) return true
  return false
}

/** Reaches for those who outran theirs to be searched again. */
export function widen(): void {
  if (!world.fresh) chooseReach()
  for (let i = 0; i < world.bodies; i++) {
    const moved = path(i)
    if (moved <= scalarOf(REACH, i)) continue
    setReach(i, 2 * moved)
    world.faultIndex = i
  }
  for (let k = 0; k < world.boundaries; k++) {
    const b = boundaryAt(k)
    const moved = pathOfBoundary(b)
    if (moved <= b.reach) continue
    b.reach = 2 * moved
    world.faultIndex = -1 - k
  }
}

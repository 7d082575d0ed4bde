// The force chains of a world as SVG: a bar along each branch, as wide as its normal force is strong.

import { World } from '../../bindings/world.js'
import { InputError } from '../../bindings/errors.js'
import * as check from '../../bindings/check.js'

export interface ForceNetworkOptions {
  /** Width of the picture in pixels. Default 1000. */
  width?: number
  /** The two coordinates that are drawn. Default x and y in two dimensions, x and z in three. */
  axes?: readonly [number, number]
  /** Written above the picture. */
  title?: string
  /** Written below it. */
  caption?: string
}

const LEVELS = 24 // of bar width: bars of one level are one path, which keeps the file small
const STRONGEST = 4 // in mean forces, the widest bar
const weak: Colour = [158, 188, 218]
const strong: Colour = [129, 15, 60]
type Colour = [number, number, number]

/** What is seen: two coordinates of space, and how they become pixels. */
interface View {
  axes: readonly [number, number]
  low: [number, number]
  high: [number, number]
  scale: number
  x(value: number): string
  y(value: number): string
  /** Where a body is drawn: within the period. */
  place(row: number, axis: number): number
}

/** Walls rounder than this many times the grains' extent are not drawn. */
const TOO_ROUND = 5

/** Draws grains, walls and the normal forces between them. Contacts above the mean force are dark, those below pale. */
export function forceNetwork(world: World, options: ForceNetworkOptions = {}): string {
  if (!(world instanceof World)) throw new InputError('world', 'a world', world)
  check.noOthers(check.object(options, 'options'), 'options', ['width', 'axes', 'title', 'caption'])
  const width = check.positive(check.given(options.width, 1000), 'options.width')
  const axes = check.given(options.axes, world.dimension === 2 ? [0, 1] as const : [0, 2] as const)
  if (!Array.isArray(axes) || axes.length !== 2 || axes.some((k) => ![0, 1, 2].includes(k)) || axes[0] === axes[1])
    throw new InputError('options.axes', 'two different numbers from 0 to 2', axes)
  const { title = '', caption = '' } = options
  const top = title ? 44 : 8
  const view = lookAt(world, axes as [number, number], width, top)
  const height = (view.high[1] - view.low[1]) * view.scale
  const text = (at: number, size: number, words: string): string => words &&
    `<text x="${width / 2}" y="${at}" font-size="${size}" text-anchor="middle" fill="#333" font-family="DejaVu Sans, Arial, sans-serif">${escape(words)}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${(height + top + (caption ? 36 : 8)).toFixed(0)}" width="${width}">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    text(28, 18, title),
    ...grains(world, view),
    ...bars(world, view),
    ...walls(world, view),
    text(top + height + 24, 14, caption),
    '</svg>',
  ].filter((line) => line !== '').join('\n')
}

function lookAt(world: World, axes: readonly [number, number], width: number, top: number): View {
  const { positions, radii, count } = world.bodies
  const place = (row: number, axis: number): number => {
    const at = positions[3 * row + axis]!
    const range = world.periodic?.[(['x', 'y', 'z'] as const)[axis]!]
    return range ? at - (range[1] - range[0]) * Math.floor((at - range[0]) / (range[1] - range[0])) : at
  }
  const low: [number, number] = count > 0 ? [Infinity, Infinity] : [0, 0]
  const high: [number, number] = count > 0 ? [-Infinity, -Infinity] : [1, 1]
  const include = (e: 0 | 1, at: number, radius: number): void => {
    low[e] = Math.min(low[e], at - radius)
    high[e] = Math.max(high[e], at + radius)
  }
  for (let i = 0; i < count; i++) for (const e of [0, 1] as const) include(e, place(i, axes[e]), radii[i]!)
  const extent = Math.max(high[0] - low[0], high[1] - low[1])
  for (const wall of world.boundaries)
    if (wall.enabled && isCircle(wall, axes) && wall.radius < TOO_ROUND * extent)
      for (const e of [0, 1] as const) include(e, wall.point[axes[e]]!, wall.radius)
  const margin = 0.015 * Math.max(high[0] - low[0], high[1] - low[1])
  for (const e of [0, 1] as const) include(e, (low[e] + high[e]) / 2, (high[e] - low[e]) / 2 + margin)
  const scale = width / (high[0] - low[0])
  return {
    axes, low, high, scale, place,
    x: (value) => ((value - low[0]) * scale).toFixed(2),
    y: (value) => (top + (high[1] - value) * scale).toFixed(2),
  }
}

function grains(world: World, { axes, place, x, y, scale }: View): string[] {
  const { radii, kinds, count } = world.bodies
  const lines = ['<g fill="#f4f2ec" stroke="#b9b3a5" stroke-width="0.8">']
  for (let i = 0; i < count; i++)
    lines.push(`<circle cx="${x(place(i, axes[0]))}" cy="${y(place(i, axes[1]))}" r="${
      (radii[i]! * scale).toFixed(2)}"${kinds[i] === 0 ? '' : ' fill="#8d8778"'}/>`)
  return [...lines, '</g>']
}

/** From centre to centre, or from the centre to the wall. */
function bars(world: World, { axes, place, x, y, scale }: View): string[] {
  const { positions, radii } = world.bodies
  const { pairs, images, normalForces, points, count } = world.contacts
  const periods = (['x', 'y', 'z'] as const).map((k) => (world.periodic?.[k] ? world.periodic[k][1] - world.periodic[k][0] : 0))
  const active = normalForces.reduce((sum, f) => sum + (f > 0 ? 1 : 0), 0)
  if (active === 0) return []
  const mean = normalForces.reduce((sum, f) => sum + f, 0) / active
  const meanRadius = radii.reduce((sum, r) => sum + r, 0) / radii.length
  const thickness = (world.dimension === 2 ? 0.42 : 0.15) * meanRadius * scale // bars behind each other must not hide all
  const paths: string[][] = Array.from({ length: LEVELS }, () => [])
  for (let c = 0; c < count; c++) {
    const force = normalForces[c]! / mean
    if (!(force > 0)) continue
    const level = Math.min(LEVELS - 1, Math.floor((force / STRONGEST) * LEVELS))
    const i = pairs[2 * c]!
    const j = pairs[2 * c + 1]!
    const end = (k: number): number => place(i, k) - positions[3 * i + k]! +
      (j >= 0 ? positions[3 * j + k]! + images[3 * c + k]! * periods[k]! : points[3 * c + k]!)
    paths[level]!.push(`M${x(place(i, axes[0]))} ${y(place(i, axes[1]))}L${x(end(axes[0]))} ${y(end(axes[1]))}`)
  }
  return paths.flatMap((path, level) => {
    if (path.length === 0) return []
    const force = ((level + 0.5) / LEVELS) * STRONGEST
    const mix = Math.min(1, force / 2)
    const colour = weak.map((from, k) => Math.round(from + (strong[k]! - from) * mix)).join(',')
    const width = Math.max(0.4, thickness * force)
    return `<path d="${path.join('')}" stroke="rgb(${colour})" stroke-width="${width.toFixed(2)}" stroke-linecap="round" fill="none"/>`
  })
}

type Wall = World['boundaries'][number]

function isCircle(wall: Wall, axes: readonly [number, number]): boolean {
  return wall.shape === 'cylinder' && Math.abs(wall.axis[3 - axes[0] - axes[1]]!) > 0.999
}

function walls(world: World, view: View): string[] {
  const { axes, x, y, low, high, scale } = view
  const lines: string[] = []
  const centre = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2] as const
  const reach = high[0] - low[0] + high[1] - low[1]
  /** The part from `from` to `to` of the line through (px, py) along (tx, ty) that is seen. */
  const line = (px: number, py: number, tx: number, ty: number, from: number, to: number): void => {
    const middle = (centre[0] - px) * tx + (centre[1] - py) * ty
    let start = Math.max(from, middle - reach)
    let end = Math.min(to, middle + reach)
    for (const [p, t, e] of [[px, tx, 0], [py, ty, 1]] as const) {
      const [a, b] = [(low[e] - p) / t, (high[e] - p) / t]
      if (t === 0) { if (p < low[e] || p > high[e]) return } else {
        start = Math.max(start, Math.min(a, b))
        end = Math.min(end, Math.max(a, b))
      }
    }
    if (start < end) lines.push(`<path d="M${x(px + start * tx)} ${y(py + start * ty)}L${x(px + end * tx)} ${y(py + end * ty)}"/>`)
  }
  for (const wall of world.boundaries) {
    if (!wall.enabled) continue
    const [px, py] = [wall.point[axes[0]]!, wall.point[axes[1]]!]
    const [ax, ay] = [wall.axis[axes[0]]!, wall.axis[axes[1]]!]
    const inView = Math.sqrt(ax * ax + ay * ay)
    if (isCircle(wall, axes)) {
      if (wall.radius < TOO_ROUND * reach) lines.push(`<circle cx="${x(px)}" cy="${y(py)}" r="${(wall.radius * scale).toFixed(2)}"/>`)
    } else if (inView < 0.999) continue // seen from above, or at a slant
    else if (wall.shape === 'cylinder')
      for (const side of [-1, 1]) line(px - side * wall.radius * ay, py + side * wall.radius * ax, ax, ay, -Infinity, Infinity)
    else if (wall.along) line(px, py, wall.along[axes[0]]!, wall.along[axes[1]]!, 0, Infinity)
    else if (wall.inner === 0) line(px, py, -ay, ax, -wall.outer, wall.outer)
    else for (const side of [-1, 1]) line(px, py, -ay * side, ax * side, wall.inner, wall.outer)
  }
  return lines.length > 0 ? ['<g stroke="#444" stroke-width="2.5" fill="none">', ...lines, '</g>'] : []
}

function escape(words: string): string {
  return words.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}

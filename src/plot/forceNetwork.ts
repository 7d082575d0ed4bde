// The force chains of a world as SVG: a bar along each branch, as wide as its normal force is strong.

import type { World } from '../../bindings/world.js'

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

interface View {
  low: [number, number]
  high: [number, number]
  axes: readonly [number, number]
}

/** Draws grains, walls and the normal forces between them. Contacts above the mean force are dark, those below pale. */
export function forceNetwork(world: World, options: ForceNetworkOptions = {}): string {
  const axes = options.axes ?? (world.dimension === 2 ? [0, 1] : [0, 2])
  const view = frame(world, axes)
  const [spanX, spanY] = [view.high[0] - view.low[0], view.high[1] - view.low[1]]
  const width = options.width ?? 1000
  const scale = width / spanX
  const head = options.title ? 44 : 8
  const foot = options.caption ? 36 : 8
  const height = spanY * scale
  const x = (value: number): string => ((value - view.low[0]) * scale).toFixed(2)
  const y = (value: number): string => (head + (view.high[1] - value) * scale).toFixed(2)
  const text = (at: number, size: number, words: string): string =>
    `<text x="${width / 2}" y="${at}" font-size="${size}" text-anchor="middle" fill="#333" font-family="DejaVu Sans, Arial, sans-serif">${escape(words)}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${(height + head + foot).toFixed(0)}" width="${width}">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    options.title ? text(28, 18, options.title) : '',
    ...grains(world, axes, x, y, scale),
    ...bars(world, axes, x, y, scale),
    ...walls(world, view, x, y, scale),
    options.caption ? text(head + height + 24, 14, options.caption) : '',
    '</svg>',
  ].filter((line) => line !== '').join('\n')
}

function frame(world: World, axes: readonly [number, number]): View {
  const { positions, radii, count } = world.bodies
  const low: [number, number] = [Infinity, Infinity]
  const high: [number, number] = [-Infinity, -Infinity]
  for (let i = 0; i < count; i++)
    for (const e of [0, 1] as const) {
      low[e] = Math.min(low[e], positions[3 * i + axes[e]]! - radii[i]!)
      high[e] = Math.max(high[e], positions[3 * i + axes[e]]! + radii[i]!)
    }
  if (count === 0) return { low: [0, 0], high: [1, 1], axes }
  const margin = 0.015 * Math.max(high[0] - low[0], high[1] - low[1])
  return { low: [low[0] - margin, low[1] - margin], high: [high[0] + margin, high[1] + margin], axes }
}

type Place = (value: number) => string

function grains(world: World, axes: readonly [number, number], x: Place, y: Place, scale: number): string[] {
  const { positions, radii, kinds, count } = world.bodies
  const lines = ['<g fill="#f4f2ec" stroke="#b9b3a5" stroke-width="0.8">']
  for (let i = 0; i < count; i++)
    lines.push(`<circle cx="${x(positions[3 * i + axes[0]]!)}" cy="${y(positions[3 * i + axes[1]]!)}" r="${
      (radii[i]! * scale).toFixed(2)}"${kinds[i] === 0 ? '' : ' fill="#8d8778"'}/>`)
  return [...lines, '</g>']
}

/** From centre to centre, or from the centre to the wall. */
function bars(world: World, axes: readonly [number, number], x: Place, y: Place, scale: number): string[] {
  const { positions, radii } = world.bodies
  const { pairs, images, normalForces, points, count } = world.contacts
  const periods = (['x', 'y', 'z'] as const).map((k) => (world.periodic?.[k] ? world.periodic[k][1] - world.periodic[k][0] : 0))
  const active = normalForces.reduce((sum, f) => sum + (f > 0 ? 1 : 0), 0)
  if (active === 0) return []
  const mean = normalForces.reduce((sum, f) => sum + f, 0) / active
  const meanRadius = radii.reduce((sum, r) => sum + r, 0) / radii.length
  const paths: string[][] = Array.from({ length: LEVELS }, () => [])
  for (let c = 0; c < count; c++) {
    const force = normalForces[c]! / mean
    if (!(force > 0)) continue
    const level = Math.min(LEVELS - 1, Math.floor((force / STRONGEST) * LEVELS))
    const i = pairs[2 * c]!
    const j = pairs[2 * c + 1]!
    const end = (k: number): number =>
      j >= 0 ? positions[3 * j + k]! + images[3 * c + k]! * periods[k]! : points[3 * c + k]!
    paths[level]!.push(
      `M${x(positions[3 * i + axes[0]]!)} ${y(positions[3 * i + axes[1]]!)}L${x(end(axes[0]))} ${y(end(axes[1]))}`)
  }
  return paths.flatMap((path, level) => {
    if (path.length === 0) return []
    const force = ((level + 0.5) / LEVELS) * STRONGEST
    const mix = Math.min(1, force / 2)
    const colour = weak.map((from, k) => Math.round(from + (strong[k]! - from) * mix)).join(',')
    const width = Math.max(0.4, 0.42 * meanRadius * scale * force)
    return `<path d="${path.join('')}" stroke="rgb(${colour})" stroke-width="${width.toFixed(2)}" stroke-linecap="round" fill="none"/>`
  })
}

function walls(world: World, view: View, x: Place, y: Place, scale: number): string[] {
  const lines: string[] = []
  const reach = view.high[0] - view.low[0] + view.high[1] - view.low[1]
  const [a, b] = view.axes
  for (const wall of world.boundaries) {
    if (!wall.enabled) continue
    const [px, py] = [wall.point[a]!, wall.point[b]!]
    if (wall.shape === 'cylinder') {
      const across = 3 - a - b
      if (Math.abs(wall.axis[across]!) > 0.999)
        lines.push(`<circle cx="${x(px)}" cy="${y(py)}" r="${(wall.radius * scale).toFixed(2)}"/>`)
      continue
    }
    const [nx, ny] = [wall.axis[a]!, wall.axis[b]!]
    const norm = Math.hypot(nx, ny)
    if (norm < 0.999) continue // seen from above
    const [tx, ty] = [-ny / norm, nx / norm]
    for (const side of [-1, 1]) {
      const [from, to] = [wall.inner, Math.min(wall.outer, reach + wall.inner)].map((s) => side * s) as [number, number]
      lines.push(`<path d="M${x(px + from * tx)} ${y(py + from * ty)}L${x(px + to * tx)} ${y(py + to * ty)}"/>`)
    }
  }
  if (lines.length === 0) return []
  const frame = `x="${x(view.low[0])}" y="${y(view.high[1])}" width="${((view.high[0] - view.low[0]) * scale).toFixed(2)}" height="${
    ((view.high[1] - view.low[1]) * scale).toFixed(2)}"`
  return [
    `<clipPath id="frame"><rect ${frame}/></clipPath>`,
    '<g stroke="#444" stroke-width="2.5" fill="none" clip-path="url(#frame)">', ...lines, '</g>',
  ]
}

function escape(words: string): string {
  return words.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}

// Bars that are cut into parts, as SVG text: what share of a whole each part has.

import { COLOURS } from './plot.mjs'

const WIDTH = 860
const LEFT = 150
const RIGHT = 215
const TOP = 44
const BAR = 22
const GAP = 10
const FONT = 'font-family="DejaVu Sans, Arial, sans-serif"'

/**
 * Shares of the names, in their order, from left to right; what they lack to one stays empty.
 * @param {{ title: string, names: string[], bars: { label: string, shares: Record<string, number> }[] }} chart
 */
export function shareBars({ title, names, bars }) {
  const height = TOP + Math.max(bars.length * (BAR + GAP) + 34, names.length * 19 + 10)
  const span = WIDTH - LEFT - RIGHT
  const bottom = TOP + bars.length * (BAR + GAP)
  const colour = (k) => COLOURS[k % COLOURS.length]
  const fade = (k) => (k < COLOURS.length ? 1 : 0.45) // the colours come round again, paler
  const text = (x, y, words, anchor = 'start', size = 12) =>
    `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${size}" text-anchor="${anchor}" fill="#333" ${FONT}>${words}</text>`
  const part = (k, x, y, width) => `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${BAR}" fill="${colour(k)}" fill-opacity="${fade(k)}"/>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    text(LEFT + span / 2, 24, title, 'middle', 16),
    ...[0, 0.2, 0.4, 0.6, 0.8, 1].flatMap((share) => [
      `<path d="M${(LEFT + share * span).toFixed(1)} ${TOP - 6}V${bottom}" stroke="#ccc"/>`,
      text(LEFT + share * span, bottom + 16, `${100 * share} %`, 'middle'),
    ]),
    ...bars.flatMap(({ label, shares }, row) => {
      const y = TOP + row * (BAR + GAP)
      let x = LEFT
      return [text(LEFT - 8, y + 15, label, 'end'), ...names.map((name, k) => {
        const width = (shares[name] ?? 0) * span
        x += width
        return part(k, x - width, y, width)
      })]
    }),
    ...names.flatMap((name, k) => {
      const y = TOP + 19 * k
      const x = WIDTH - RIGHT + 36
      return [`<rect x="${x}" y="${y}" width="14" height="12" fill="${colour(k)}" fill-opacity="${fade(k)}"/>`, text(x + 20, y + 10, name)]
    }),
    '</svg>',
  ].join('\n') + '\n'
}

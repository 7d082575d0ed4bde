// Plots with logarithmic axes, as SVG text. No library: two axes, marks and lines.

const WIDTH = 860
const HEIGHT = 480
const MARGIN = { left: 78, right: 250, top: 48, bottom: 58 }
/** Told apart also by those who see few colours (Okabe and Ito), dark enough on white. */
export const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#8c6d00', '#56b4e9', '#444444']
const FONT = 'font-family="DejaVu Sans, Arial, sans-serif"'

/**
 * @typedef {{ x: number, y: number, label?: string, hollow?: boolean }} Point a label stands beside its mark
 * @typedef {{ name?: string, points: Point[], colour?: string, dash?: string, marks?: boolean, line?: boolean }} Series
 *
 * Series are marks joined by a line, unless told to leave out one or the other; lines have no marks and are dashed.
 * @param {{ title?: string, xLabel?: string, yLabel?: string, series?: Series[], lines?: Series[] }} plot
 */
export function logLogPlot({ title = '', xLabel = '', yLabel = '', series = [], lines = [] }) {
  const points = [...series, ...lines].flatMap((one) => one.points)
  const x = logAxis(points.map((p) => p.x), MARGIN.left, WIDTH - MARGIN.right)
  const y = logAxis(points.map((p) => p.y), HEIGHT - MARGIN.bottom, MARGIN.top)
  const drawn = [
    ...series.map((one, k) => ({ colour: COLOURS[k % COLOURS.length], dash: '', marks: true, line: true, ...one })),
    ...lines.map((one) => ({ colour: '#777777', dash: '5 4', marks: false, line: true, ...one })),
  ]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    text((MARGIN.left + WIDTH - MARGIN.right) / 2, 26, title, { size: 16, anchor: 'middle' }),
    ...grid(x, y),
    text((MARGIN.left + WIDTH - MARGIN.right) / 2, HEIGHT - 14, xLabel, { anchor: 'middle' }),
    `<g transform="translate(20 ${(MARGIN.top + HEIGHT - MARGIN.bottom) / 2}) rotate(-90)">${text(0, 0, yLabel, { anchor: 'middle' })}</g>`,
    ...drawn.map((one) => curve(one, x, y)),
    ...drawn.filter(({ name }) => name).map(legend),
    '</svg>',
  ].filter((line) => line !== '').join('\n') + '\n'
}

/** Where values go between two pixels, with a little room at the ends, and where the ticks are. */
function logAxis(values, from, to) {
  const logs = values.filter((v) => v > 0).map(Math.log10)
  let low = Math.min(...logs), high = Math.max(...logs)
  if (logs.length === 0) [low, high] = [0, 1]
  const room = Math.max(0.06 * (high - low), 0.05)
  low -= room
  high += room
  const ticks = []
  for (let decade = Math.floor(low); decade <= high; decade++)
    for (let digit = 1; digit < 10; digit++) {
      const at = decade + Math.log10(digit)
      // with few decades 2 and 5 get numbers as well
      if (at >= low && at <= high) ticks.push({ value: digit * 10 ** decade, whole: digit === 1, named: digit === 1 || (high - low < 2.2 && [2, 5].includes(digit)) })
    }
  return { place: (v) => from + (to - from) * (Math.log10(v) - low) / (high - low), ticks }
}

function grid(x, y) {
  const [left, right, top, bottom] = [MARGIN.left, WIDTH - MARGIN.right, MARGIN.top, HEIGHT - MARGIN.bottom]
  const shade = ({ whole, named }) => whole ? '#c4c4c4' : named ? '#e2e2e2' : '#f2f2f2'
  return [
    ...x.ticks.flatMap((t) => [
      `<path d="M${px(x.place(t.value))} ${top}V${bottom}" stroke="${shade(t)}"/>`,
      t.named ? text(x.place(t.value), bottom + 18, shortNumber(t.value), { size: 12, anchor: 'middle' }) : '',
    ]),
    ...y.ticks.flatMap((t) => [
      `<path d="M${left} ${px(y.place(t.value))}H${right}" stroke="${shade(t)}"/>`,
      t.named ? text(left - 7, y.place(t.value) + 4, shortNumber(t.value), { size: 12, anchor: 'end' }) : '',
    ]),
    `<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" fill="none" stroke="#555"/>`,
  ]
}

function curve({ points, colour, dash, marks, line }, x, y) {
  const places = points.filter((p) => p.x > 0 && p.y > 0).map((p) => ({ ...p, at: [px(x.place(p.x)), px(y.place(p.y))] }))
  return [
    line && places.length > 1 ? `<path d="M${places.map(({ at }) => at.join(' ')).join('L')}" fill="none" stroke="${colour}" stroke-width="1.8"${dashed(dash)}/>` : '',
    ...places.flatMap(({ at, label, hollow }) => [
      marks ? `<circle cx="${at[0]}" cy="${at[1]}" r="4" fill="${hollow ? '#fff' : colour}" stroke="${colour}" stroke-width="${hollow ? 1.6 : 0}"/>` : '',
      label ? text(Number(at[0]) + 7, Number(at[1]) - 6, label, { size: 11, colour }) : '',
    ]),
  ].filter((part) => part !== '').join('\n')
}

function legend({ name, colour, dash, marks, line }, k) {
  const left = WIDTH - MARGIN.right + 14
  const at = MARGIN.top + 12 + 21 * k
  return [
    line ? `<path d="M${left} ${at}h26" stroke="${colour}" stroke-width="1.8"${dashed(dash)}/>` : '',
    marks ? `<circle cx="${left + 13}" cy="${at}" r="4" fill="${colour}"/>` : '',
    text(left + 34, at + 4, name, { size: 12 }),
  ].join('')
}

function dashed(dash) {
  return dash ? ` stroke-dasharray="${dash}"` : ''
}

function text(x, y, words, { size = 13, anchor = 'start', colour = '#333' } = {}) {
  return words && `<text x="${px(x)}" y="${px(y)}" font-size="${size}" text-anchor="${anchor}" fill="${colour}" ${FONT}>${escape(words)}</text>`
}

function px(value) {
  return value.toFixed(1)
}

/** 0.01, 20, 3k, 1M. */
export function shortNumber(value) {
  for (const [unit, letter] of [[1e9, 'G'], [1e6, 'M'], [1e3, 'k']])
    if (value >= 0.9999 * unit) return `${Number((value / unit).toPrecision(3))}${letter}`
  return String(Number(value.toPrecision(3)))
}

function escape(words) {
  return String(words).replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c])
}

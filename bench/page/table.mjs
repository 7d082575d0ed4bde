// A table in Markdown.

/** Columns: a heading, and a key of the rows or a function of a row. */
export function table(rows, columns) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  const cell = (row, of) => {
    const value = typeof of === 'function' ? of(row) : row[of]
    return value === null || value === undefined ? '' : typeof value === 'number' ? number(value) : String(value)
  }
  return [
    line(columns.map(([heading]) => heading)),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map(([, of]) => cell(row, of)))),
  ].join('\n')
}

/** Whole numbers in groups of three, others to three digits. */
export function number(value) {
  if (Number.isInteger(value)) return value.toLocaleString('en').replaceAll(',', ' ')
  return Math.abs(value) < 1e-3 ? value.toExponential(1) : String(Number(value.toPrecision(3)))
}

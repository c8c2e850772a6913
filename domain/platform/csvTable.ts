/** Separators of CSV cells: Spanish Excel writes semicolons, its "Unicode text" tabs, other programs commas, some banks vertical bars. */
export const separators = [';', '\t', '|', ','] as const
export type Separator = (typeof separators)[number]

/** `line`: the line of the file on which it begins, from 1. */
export type CsvRow = { line: number; cells: string[] }

/** Rows inspected to detect the separator: enough to get past the lines that banks write above a table. */
const looked = 50

/** An opened CSV: its separator, and its rows in order. */
type OpenedCsv = { separator: Separator; rows: Generator<CsvRow> }

/** Opens a text as a CSV; a byte order mark and Excel's `sep=` line are skipped. */
export function openCsv(content: string): OpenedCsv {
  const { separator, text, line } = findSeparator(content.replace(/^\ufeff/, ''))
  return { separator, rows: csvRows(text, separator, line) }
}

/** The rows of a CSV (RFC 4180) without empty lines; an unclosed quote is an ordinary character. */
export function* csvRows(text: string, separator: Separator, firstLine = 1): Generator<CsvRow> {
  let [at, line] = [0, firstLine]
  while (at < text.length) {
    const row: CsvRow = { line, cells: [] }
    let ended = false
    while (!ended) {
      const cell = text[at] === '"' ? quotedCell(text, at, separator) : plainCell(text, at, separator)
      row.cells.push(cell.value)
      line += cell.lines
      at = cell.end
      ended = text[at] !== separator
      if (!ended) at += 1
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1
    at += 1
    line += 1
    if (row.cells.some((cell) => cell !== '')) yield row
  }
}

type Cell = { value: string; end: number; /** Line ends inside it. */ lines: number }

/** Parses an unquoted cell, from `at` to the next separator or line end. */
function plainCell(text: string, at: number, separator: Separator): Cell {
  let end = at
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { value: text.slice(at, end), end, lines: 0 }
}

/** Parses a quoted cell from the quote at `at`; text after the closing quote belongs to the cell. */
function quotedCell(text: string, at: number, separator: Separator): Cell {
  let close = text.indexOf('"', at + 1)
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  if (close === -1) return plainCell(text, at, separator)
  const inner = text.slice(at + 1, close)
  const rest = plainCell(text, close + 1, separator)
  return { value: inner.replaceAll('""', '"') + rest.value, end: rest.end, lines: inner.split(/\r\n|\r|\n/).length - 1 }
}

/** The separator of a file's first rows, the text after Excel's `sep=` line, and the number of its first line. */
function findSeparator(text: string): { separator: Separator; text: string; line: number } {
  const [directive, named] = /^sep=([;,\t|])(?:\r\n|\r|\n)/i.exec(text) ?? []
  const separator = separators.find((one) => one === named)
  if (directive !== undefined && separator !== undefined) return { separator, text: text.slice(directive.length), line: 2 }
  const scores = separators.map((one) => ({ one, score: agreement(text, one) }))
  const best = scores.reduce((found, trial) => (trial.score > found.score ? trial : found))
  return { separator: best.one, text, line: 1 }
}

/** How many of the first rows have the same number of cells, if more than one. */
function agreement(text: string, separator: Separator): number {
  const widths = new Map<number, number>()
  let read = 0
  for (const { cells } of csvRows(text, separator)) {
    if (cells.length > 1) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1)
    read += 1
    if (read === looked) break
  }
  return Math.max(0, ...widths.values())
}

import { csvText } from '#domain/platform/csvText'
import { maxKeptBytes } from '../database/copyOut.ts'
import type { CellKind, TableColumn } from './csvLine.ts'
import { isEmpty, withoutBackslashes, type CopiedRows } from './copiedRows.ts'

const [comma, dot, minus, zero, semicolon, returned, lineEnd] = [0x2c, 0x2e, 0x2d, 0x30, 0x3b, 0x0d, 0x0a]

const bytesWhere = (holds: (byte: number) => boolean): Uint8Array => Uint8Array.from({ length: 256 }, (_, byte) => (holds(byte) ? 1 : 0))
/** First bytes of most texts: digits and European characters, mostly of two bytes. */
const isPlainStart = bytesWhere((byte) => /[0-9A-Za-z]/.test(String.fromCharCode(byte)) || (byte >= 0xc3 && byte <= 0xc8))
/** Bytes without a meaning in CSV or COPY that are not controls or the first byte of non-ASCII controls and direction characters. */
const isPlain = bytesWhere(
  (byte) => byte >= 0x20 && byte !== 0x7f && ![0xc2, 0xd8, 0xe2].includes(byte) && !'";\\'.includes(String.fromCharCode(byte)),
)

/** Writes one cell of a batch to the output at an offset; returns the new offset. */
type Cell = (out: Buffer, at: number, bytes: Buffer, begin: number, end: number) => number

const asItIs: Cell = (out, at, bytes, begin, end) => {
  let next = at
  for (let from = begin; from < end; from += 1) out[next++] = bytes[from] ?? 0
  return next
}

/** As `csvText`, which is called for text that is not plain. */
const text: Cell = (out, at, bytes, begin, end) => {
  if (isPlainStart[bytes[begin] ?? 0] === 1) {
    let [from, next] = [begin, at]
    for (; from < end && isPlain[bytes[from] ?? 0] === 1; from += 1) out[next++] = bytes[from] ?? 0
    if (from === end) return next
  }
  return at + out.write(csvText(withoutBackslashes(bytes.toString('utf8', begin, end))), at)
}

/** As `csvAmount`: two digits after the comma, at least one before it. */
const amount: Cell = (out, at, bytes, begin, end) => {
  let [from, next] = [begin, at]
  if (bytes[from] === minus) out[next++] = bytes[from++] ?? 0
  if (end - from < 3) out[next++] = zero
  while (from < end - 2) out[next++] = bytes[from++] ?? 0
  out[next++] = comma
  if (end - from === 1) out[next++] = zero
  while (from < end) out[next++] = bytes[from++] ?? 0
  return next
}

/** From YYYY-MM-DD. */
const day: Cell = (out, at, bytes, begin, end) => {
  const [month, dayOfMonth] = [end - 5, end - 2]
  let next = asItIs(out, at, bytes, dayOfMonth, end)
  out[next++] = dot
  next = asItIs(out, next, bytes, month, month + 2)
  out[next++] = dot
  return asItIs(out, next, bytes, begin, month - 1)
}

/** The translation of a code; a code without one is written as it is. */
function word(words: Readonly<Record<string, string>>): Cell {
  const known = Object.entries(words).map(([code, meant]) => ({ code: Buffer.from(code), meant: Buffer.from(meant) }))
  return (out, at, bytes, begin, end) => {
    for (const { code, meant } of known) if (isSame(code, bytes, begin, end)) return asItIs(out, at, meant, 0, meant.length)
    return asItIs(out, at, bytes, begin, end)
  }
}

function isSame(code: Uint8Array, bytes: Uint8Array, begin: number, end: number): boolean {
  if (code.length !== end - begin) return false
  // Codes usually differ at their ends.
  for (let at = code.length - 1; at >= 0; at -= 1) if (code[at] !== bytes[begin + at]) return false
  return true
}

const cells: Readonly<Record<CellKind, Cell>> = { text, amount, day, count: asItIs, word: asItIs }

/**
 * Writes copied rows as lines of CSV for Spanish spreadsheets, with the same bytes as `csvLines`, but without creating strings, which would take longer
 * than PostgreSQL needs for a row.
 */
export function csvOfCopied(columns: readonly TableColumn[]): (rows: CopiedRows) => Buffer {
  const writers = columns.map(({ kind, words }) => (words ? word(words) : cells[kind]))
  // Quotes at most double a text; any other cell grows by three characters, or to the longest translation.
  const growth = columns.reduce(
    (all, { words = {} }) => all + 4 + Math.max(0, ...Object.values(words).map((meant) => Buffer.byteLength(meant))),
    2,
  )
  let out = Buffer.alloc(0)
  return (rows) => {
    const { bytes, count } = rows
    const maxBytes = 2 * bytes.length + count * growth
    if (out.length < maxBytes) out = Buffer.allocUnsafeSlow(maxBytes)
    let at = 0
    for (let row = 0; row < count; row += 1) {
      let column = 0
      for (const write of writers) {
        const begin = rows.begin(row, column)
        const end = rows.end(row, column)
        if (!isEmpty(bytes, begin, end)) at = write(out, at, bytes, begin, end)
        out[at++] = semicolon
        column += 1
      }
      out[at - 1] = returned
      out[at++] = lineEnd
    }
    // Copied, because a reader may hold several chunks.
    const lines = Buffer.from(out.subarray(0, at))
    if (out.length > maxKeptBytes) out = Buffer.alloc(0)
    return lines
  }
}

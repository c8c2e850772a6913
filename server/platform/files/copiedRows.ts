import { ReusableBuffer } from '../database/copyOut.ts'

const [tab, lineEnd, backslash, missing, no] = [9, 10, 0x5c, 0x4e, 0x66]

/** The columns of a line before its cells: its key and, if a key may have no row, whether this is one. */
type LineHead = { keys: number; isMarked: boolean }

/**
 * Lines in COPY's text format, parsed in place: only the offsets of the cells are stored, and strings are created on demand. Reused for
 * every batch.
 */
export class CopiedRows {
  readonly buffer = new ReusableBuffer()
  /** The number of rows of the table, and of lines. */
  count = 0
  lines = 0
  bytes: Buffer = this.buffer.bytes
  readonly #head: LineHead
  readonly #width: number
  /** For each row the end offset of what precedes it, then of each of its cells. */
  #ends = new Int32Array(1 << 12)
  #lastKey: string[] = []

  /** `width`: the number of cells in a row. */
  constructor(head: LineHead, width: number) {
    this.#head = head
    this.#width = width
  }

  begin(row: number, cell: number): number {
    return (this.#ends[row * (this.#width + 1) + cell] ?? 0) + 1
  }

  end(row: number, cell: number): number {
    return this.#ends[row * (this.#width + 1) + cell + 1] ?? 0
  }

  /** The key of the last line, each part as text; empty without lines. */
  get lastKey(): readonly string[] {
    return this.#lastKey
  }

  /** Parses the buffer. Throws for a line with a wrong number of cells. */
  read(): this {
    const { keys, isMarked } = this.#head
    const before = keys + (isMarked ? 1 : 0)
    const all = before + this.#width
    const bytes = (this.bytes = this.buffer.bytes)
    this.count = this.lines = 0
    let ends = this.#ends
    let [cell, filled, line] = [0, 0, 0]
    for (let at = 0; at < bytes.length; at += 1) {
      const sign = bytes[at] ?? 0
      if (sign > lineEnd || (sign !== tab && sign !== lineEnd)) continue
      cell += 1
      if (cell >= before) ends[filled++] = at
      if (sign === tab) continue
      if (cell !== all) throw new Error('a copied line has a wrong number of cells')
      cell = 0
      this.lines += 1
      // A key without a row.
      if (isMarked && bytes[(ends[filled - this.#width - 1] ?? 0) - 1] === no) filled -= this.#width + 1
      else this.count += 1
      if (at + 1 < bytes.length) line = at + 1
      if (filled + all > ends.length) ends = this.#grow()
    }
    this.#lastKey = this.lines === 0 ? [] : bytes.toString('utf8', line).split('\t', keys).map(withoutBackslashes)
    return this
  }

  #grow(): Int32Array<ArrayBuffer> {
    const larger = new Int32Array(2 * this.#ends.length)
    larger.set(this.#ends)
    return (this.#ends = larger)
  }
}

/** Whether a cell is null or an empty text. */
export const isEmpty = (bytes: Uint8Array, begin: number, end: number): boolean =>
  begin === end || (end - begin === 2 && bytes[begin] === backslash && bytes[begin + 1] === missing)

const signs: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** A cell's text without COPY's backslashes. */
export const withoutBackslashes = (text: string): string =>
  text.includes('\\') ? text.replace(/\\(.)/g, (_, sign: string) => signs[sign] ?? sign) : text

/** The exact sum of a column's amounts, in cents. */
export function sumOf(rows: CopiedRows, column: number): bigint {
  const { bytes, count } = rows
  let [large, small] = [0n, 0]
  for (let row = 0; row < count; row += 1) {
    const [begin, end] = [rows.begin(row, column), rows.end(row, column)]
    if (isEmpty(bytes, begin, end)) continue
    // The sum of numbers with up to ten digits is still a safe integer.
    if (end - begin > 10) large += BigInt(bytes.toString('latin1', begin, end))
    else small += smallNumber(bytes, begin, end)
  }
  return large + BigInt(small)
}

function smallNumber(bytes: Uint8Array, begin: number, end: number): number {
  const isNegative = bytes[begin] === 0x2d
  let number = 0
  for (let at = isNegative ? begin + 1 : begin; at < end; at += 1) number = 10 * number + (bytes[at] ?? 0) - 0x30
  return isNegative ? -number : number
}

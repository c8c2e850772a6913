import { ReusableBuffer } from '../database/copyOut.ts'

const [tab, lineEnd, backslash, missing, no] = [9, 10, 0x5c, 0x4e, 0x66]

/** What stands in a line before the cells of its table: its key, and, where a key may stand for no row at all, whether this is one. */
type LineHead = { keys: number; isMarked: boolean }

/**
 * Lines as PostgreSQL copies them, taken apart where they lie: of each cell is known where it begins and ends, nothing is made of it before somebody
 * asks. Filled again and again.
 */
export class CopiedRows {
  readonly room = new ReusableBuffer()
  /** Of all lines, those that are rows of the table, and how many lines there are. */
  count = 0
  lines = 0
  bytes: Buffer = this.room.bytes
  readonly #head: LineHead
  readonly #width: number
  /** For each row where what is before it ends, then where each of its cells does. */
  #ends = new Int32Array(1 << 12)
  #lastKey: string[] = []

  /** `width`: how many cells a row of the table has. */
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

  /** The key of the last line, each part as a text; nothing where there is no line. */
  get lastKey(): readonly string[] {
    return this.#lastKey
  }

  /** Takes apart what the room was filled with. Throws on a line that has not the cells that it should have. */
  read(): this {
    const { keys, isMarked } = this.#head
    const before = keys + (isMarked ? 1 : 0)
    const all = before + this.#width
    const bytes = (this.bytes = this.room.bytes)
    this.count = this.lines = 0
    let ends = this.#ends
    let [cell, filled, line] = [0, 0, 0]
    for (let at = 0; at < bytes.length; at += 1) {
      const sign = bytes[at] ?? 0
      if (sign > lineEnd || (sign !== tab && sign !== lineEnd)) continue
      cell += 1
      if (cell >= before) ends[filled++] = at
      if (sign === tab) continue
      if (cell !== all) throw new Error('a copied line has not the cells that it should have')
      cell = 0
      this.lines += 1
      // The line of a key that stands for no row.
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

/** Whether a cell holds nothing: what is not there, or an empty text. */
export const isEmpty = (bytes: Uint8Array, begin: number, end: number): boolean =>
  begin === end || (end - begin === 2 && bytes[begin] === backslash && bytes[begin + 1] === missing)

const signs: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** A cell's text without COPY's backslashes. */
export const withoutBackslashes = (text: string): string =>
  text.includes('\\') ? text.replace(/\\(.)/g, (_, sign: string) => signs[sign] ?? sign) : text

/** What the amounts of a column come to, in cents, exactly. */
export function sumOf(rows: CopiedRows, column: number): bigint {
  const { bytes, count } = rows
  let [large, small] = [0n, 0]
  for (let row = 0; row < count; row += 1) {
    const [begin, end] = [rows.begin(row, column), rows.end(row, column)]
    if (isEmpty(bytes, begin, end)) continue
    // So many digits of so many rows are still a safe integer.
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

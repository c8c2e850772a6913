import pg from 'pg'
import { listed, PersonalText, prepared, sql, type Sql } from './sql.ts'

/** A room larger than this is let go once it was used: one long batch does not hold its memory for all that come after it. */
export const mostKeptBytes = 8 * 1024 * 1024
const firstBytes = 1 << 16

/** Bytes that are filled from the beginning again and again: one room for many batches leaves nothing to collect, however many they are. */
export class ReusableBuffer {
  #held = Buffer.allocUnsafeSlow(firstBytes)
  #filled = 0

  /** What was added since the room was emptied; stands until it is emptied again. */
  get bytes(): Buffer {
    return this.#held.subarray(0, this.#filled)
  }

  empty(): void {
    if (this.#held.length > mostKeptBytes) this.#held = Buffer.allocUnsafeSlow(firstBytes)
    this.#filled = 0
  }

  add(chunk: Uint8Array): void {
    const filled = this.#filled + chunk.length
    if (filled > this.#held.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(filled, 2 * this.#held.length))
      larger.set(this.bytes)
      this.#held = larger
    }
    this.#held.set(chunk, this.#filled)
    this.#filled = filled
  }
}

/** The driver's own query, which takes its turn among those that a connection was sent, and gives away what it would pass over. */
class CopyQuery extends pg.Query {
  readonly #into: ReusableBuffer

  constructor(text: string, into: ReusableBuffer, done: (error: Error | undefined) => void) {
    super(text, done)
    this.#into = into
  }

  /** Called by the driver with each row. */
  handleCopyData({ chunk }: { chunk: Uint8Array }): void {
    this.#into.add(chunk)
  }
}

/**
 * Reads the rows of a query into an emptied room, as PostgreSQL's COPY writes texts: cells end with tabs, rows with line ends, what is not there is
 * `\N`, and what would pass for one of these has a backslash before it. PostgreSQL needs half of what it takes to join the cells to lines in SQL.
 * Texts of people go ahead as parameters, in the same round trip: what a server logs of its statements, or shows of those under way, has none of them.
 */
export async function copyOut(client: pg.PoolClient, query: Sql, into: ReusableBuffer): Promise<void> {
  const ahead: Sql[] = []
  const text = `copy (${inLiterals(query, ahead)}) to stdout`
  into.empty()
  const set = ahead.length === 0 ? undefined : client.query(prepared(sql`select ${listed(ahead)}`))
  // Awaited after the copy, which is answered after it.
  set?.catch(() => {})
  await new Promise<void>((resolve, reject) => {
    client.query(new CopyQuery(text, into, (error) => (error ? reject(error) : resolve())))
  })
  await set
}

/** A query with its values in its text: COPY takes none apart. For nothing else. What sets those that are no part of it is added to `ahead`. */
const inLiterals = ({ strings, values }: Sql, ahead: Sql[]): string =>
  strings.reduce((text, part, at) => (at === 0 ? part : `${text}${inText(values[at - 1], ahead)}${part}`), '')

function inText(value: unknown, ahead: Sql[]): string {
  if (!(value instanceof PersonalText)) return literal(value)
  const name = `app.copied_${ahead.length}`
  ahead.push(sql`set_config(${name}, ${value}, false)`)
  return `current_setting('${name}')`
}

/** A value as a text in quotes whose type PostgreSQL finds as it finds a parameter's. Throws on what has no such text. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  const text = textOf(value)
  // It would end the whole statement.
  if (text.includes('\0')) throw new Error('no literal for a text with a zero in it')
  return pg.escapeLiteral(text)
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map(element).join(',')}}`
  if (value instanceof Date) return value.toISOString()
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value)
    default:
      throw new Error(`no literal for a value of type ${typeof value}`)
  }
}

function element(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return Array.isArray(value) ? textOf(value) : `"${textOf(value).replace(/["\\]/g, String.raw`\$&`)}"`
}

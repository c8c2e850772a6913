import pg from 'pg'
import { joinSql, PersonalText, prepared, sql, type Sql } from './sql.ts'

/** A larger buffer is released when it is emptied, so that one long batch does not keep its memory for all later ones. */
export const maxKeptBytes = 8 * 1024 * 1024
const firstBytes = 1 << 16

/** A growing buffer that is reused for many batches, so that they cause no garbage collection. */
export class ReusableBuffer {
  #held = Buffer.allocUnsafeSlow(firstBytes)
  #filled = 0

  /** The bytes added since the last `empty()`; valid until the next. */
  get bytes(): Buffer {
    return this.#held.subarray(0, this.#filled)
  }

  empty(): void {
    if (this.#held.length > maxKeptBytes) this.#held = Buffer.allocUnsafeSlow(firstBytes)
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

/** The driver's query, queued like any other on the connection, which also passes on COPY data (the driver ignores it). */
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
 * Reads the rows of a query into an emptied buffer, in COPY's text format: tab between cells, newline after rows, `\N` for null, backslash escapes. It
 * takes PostgreSQL half the time of joining the cells in SQL. COPY takes no parameters: values become literals, except personal texts, which are set as
 * session settings by a parameterised statement in the same round trip, so that server logs and pg_stat_activity do not show them.
 */
export async function copyOut(client: pg.PoolClient, query: Sql, into: ReusableBuffer): Promise<void> {
  const settings: Sql[] = []
  const text = `copy (${inLiterals(query, settings)}) to stdout`
  into.empty()
  const set = settings.length === 0 ? undefined : client.query(prepared(sql`select ${joinSql(settings)}`))
  // Awaited after the copy; a rejection before that must not be unhandled.
  set?.catch(() => {})
  await new Promise<void>((resolve, reject) => {
    client.query(new CopyQuery(text, into, (error) => (error ? reject(error) : resolve())))
  })
  await set
}

/** A query's text with its values as literals, for COPY only. Calls that set the personal texts are added to `settings`. */
const inLiterals = ({ strings, values }: Sql, settings: Sql[]): string =>
  strings.reduce((text, part, at) => (at === 0 ? part : `${text}${inText(values[at - 1], settings)}${part}`), '')

function inText(value: unknown, settings: Sql[]): string {
  if (!(value instanceof PersonalText)) return literal(value)
  const name = `app.copied_${settings.length}`
  settings.push(sql`set_config(${name}, ${value}, false)`)
  return `current_setting('${name}')`
}

/** A value as a quoted literal of unknown type, which PostgreSQL infers as for a parameter. Throws for values without a literal. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  const text = textOf(value)
  // NUL would end the whole statement.
  if (text.includes('\0')) throw new Error('no literal for a text that contains NUL')
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

import { type TableName, tableNames, tables } from './tables.ts'

export type Value = string | number | boolean | null

/** Buffered rows in COPY text format. */
export type Rows = {
  add(table: TableName, values: readonly Value[]): void
  /** Buffered characters. */
  waiting(): number
  /** Returns the buffered rows, parents first, and empties the buffer. */
  take(): [table: TableName, text: string][]
}

/** Collects rows in memory. */
export function collectRows(): Rows {
  let texts = new Map<TableName, string[]>()
  let size = 0
  return {
    add: (table, values) => {
      if (values.length !== tables[table].length) throw new RangeError(`${table} has ${tables[table].length} columns, not ${values.length}`)
      // No value is null, and none of ours contains a tab, which would add a column.
      const row = values.join('\t')
      if (row.includes('\\') || row.includes('\n')) throw new RangeError(`a row of ${table} cannot be sent as it is: ${row}`)
      size += row.length + 1
      const known = texts.get(table)
      if (known) known.push(row)
      else texts.set(table, [row])
    },
    waiting: () => size,
    take: () => {
      const taken = tableNames.flatMap((table): [TableName, string][] => {
        const rows = texts.get(table)
        return rows ? [[table, `${rows.join('\n')}\n`]] : []
      })
      texts = new Map()
      size = 0
      return taken
    },
  }
}

/** A PostgreSQL array literal of numbers or plain words. */
export const arrayText = (values: readonly (string | number)[]): string => `{${values.join(',')}}`
const HOUR = 3_600_000
const hours = new Map<number, string>()
const two = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'))

/** An instant in the format of `toISOString`; the date and hour are cached, because many instants share them. */
export function instant(atMs: number): string {
  const hour = Math.floor(atMs / HOUR)
  let start = hours.get(hour)
  if (start === undefined) hours.set(hour, (start = new Date(hour * HOUR).toISOString().slice(0, 14)))
  const rest = Math.floor(atMs) - hour * HOUR
  const minute = Math.floor(rest / 60_000)
  const ms = rest - minute * 60_000
  return `${start}${two[minute]}:${ms < 10_000 ? '0' : ''}${(ms / 1000).toFixed(3)}Z`
}
export const instantOrNull = (atMs: number | null): string | null => (atMs === null ? null : instant(atMs))

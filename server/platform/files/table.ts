import type { Sql } from '../database/sql.ts'
import type { Column } from './cells.ts'

/**
 * A column and what PostgreSQL reads for it: a text, for amounts and counts a whole number, for days a date. `words`: what people read for its codes,
 * where machines read the codes.
 */
export type TableColumn = Column & { from: Sql; words?: Readonly<Record<string, string>> }

/** Rows of a file that PostgreSQL copies out, batch by batch in the order of a key that never changes: none comes twice or is left out. */
export type Table = {
  columns: readonly TableColumn[]
  /** What is read, with its joins, and which of it. */
  from: Sql
  where: Sql
  /** What orders the rows: never null, together unique. */
  key: readonly { by: Sql; type: 'timestamptz' | 'uuid' | 'date' | 'text' }[]
  newestFirst?: boolean
  /** Where a key of one table (`of`, its name) stands for any number of rows: their left join, what is true of one that is there, their order, and how many keys a batch takes. */
  perKey?: { of: Sql; join: Sql; isThere: Sql; order: Sql; keys: number }
}

/** The key of rows in the order in which they came to be. */
export const timeKey = (at: Sql, id: Sql): Table['key'] => [
  { by: at, type: 'timestamptz' },
  { by: id, type: 'uuid' },
]

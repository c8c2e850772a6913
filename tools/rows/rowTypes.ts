import { readFileSync } from 'node:fs'

/** What TypeScript says a column can hold. `any`: not checked, as for JSON whose shape PostgreSQL does not know. */
export type Kind = 'null' | 'undefined' | 'string' | 'number' | 'bigint' | 'boolean' | 'Date' | 'Buffer' | 'array' | 'object' | 'any'
/** The columns of a declared row type. */
export type RowType = Readonly<Record<string, readonly Kind[]>>
/** The declared row type of each query, by `file:line` of the call (`db.rows<Row>(…)`); the file relative to the project's folder. */
export type RowTypes = Readonly<Record<string, RowType>>

/** The row types that `prepareRowTypes.ts` wrote for this run: apart from it, so that no worker loads the compiler. */
export const rowTypes = (): RowTypes => JSON.parse(readFileSync(process.env.ROW_TYPES ?? '', 'utf8')) as RowTypes // written by it

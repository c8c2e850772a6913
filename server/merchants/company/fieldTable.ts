import type { FieldValue, Values } from '#domain/merchants/company/fields'
import { sql, type Sql } from '../../platform/database/sql.ts'

/** The columns of a form's fields; `empty`: what stands where a field that is never null was not given. */
export type FieldTable<F extends string> = {
  columns: { readonly [Name in F]: Sql }
  empty: Partial<Record<F, FieldValue>>
}

const joined = (parts: readonly Sql[]): Sql => parts.reduce((list, part, at) => (at === 0 ? part : sql`${list}, ${part}`), sql``)
const namesOf = <F extends string>(table: FieldTable<F>): F[] => Object.keys(table.columns) as F[] // the columns name every field

/** All fields of a row as one object under their flat names. */
export const fieldsOf = <F extends string>(table: FieldTable<F>): Sql =>
  sql`jsonb_build_object(${joined(namesOf(table).map((name) => sql`${name}::text, ${table.columns[name]}`))})`

/** What an update sets; at least one field. */
export const assignments = <F extends string>(table: FieldTable<F>, changes: Partial<Values<F>>): Sql =>
  joined(
    namesOf(table).flatMap((name) => {
      const value = changes[name]
      return value === undefined ? [] : [sql`${table.columns[name]} = ${value ?? table.empty[name] ?? null}`]
    }),
  )

import type { Connection } from '../database/database.ts'
import { sql, type Sql } from '../database/sql.ts'
import { text } from './messages.ts'
import { Refusal } from './refusal.ts'

/** SQL assignments that every save of a form makes: the next revision and who saved it; null: nobody of the account. */
export const nextRevision = (by: string | null): Sql => sql`revision = revision + 1, changed_by = ${by}`

/**
 * Optimistic lock of a form that several people can save. Refuses with SettingsStale, naming who has saved since, when `seen` is not the current
 * revision, and with ApiValidationException when the request has none. `present` selects `revision` and `changed_by` of the row, which the caller has
 * locked; no row counts as revision 0.
 */
export async function assertRevision(db: Connection, seen: number | undefined, present: Sql): Promise<void> {
  if (seen === undefined) {
    const fields = [{ name: 'revision', code: 'required', message: text('errors.field.required') }]
    throw new Refusal('ApiValidationException', { fields })
  }
  const now = await db.first<{ revision: number; who: string | null }>(sql`select p.revision,
      (select nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), '') from users u where u.id = p.changed_by) as who from (${present}) p`)
  if (seen === (now?.revision ?? 0)) return
  throw new Refusal('SettingsStale', { values: { who: now?.who ?? text('errors.somebody') } })
}

import type { Connection } from '../database/database.ts'
import { sql, type Sql } from '../database/sql.ts'
import { text } from './messages.ts'
import { Refusal } from './refusal.ts'

/** SQL assignments that every save of a form makes: the next revision, unless it changes nothing, and who saved it; null: nobody of the account. */
export const nextRevision = (by: string | null, changes = true): Sql =>
  changes ? sql`revision = revision + 1, changed_by = ${by}` : sql`revision = revision`

/** `changes`: whether the save would change anything; `present` selects `revision` and `changed_by` of the row, which the caller has locked. */
type Save = { seen: number | undefined; changes: boolean; present: Sql }

/**
 * Optimistic lock of a form that several people can save. Refuses with SettingsStale, naming who has saved since, when `seen` is not the current
 * revision (0: there is no row), and with ApiValidationException when the request has none. A save that would change nothing is never outdated: it may be
 * the repetition of one whose answer was lost.
 */
export async function assertRevision(db: Connection, { seen, changes, present }: Save): Promise<void> {
  if (seen === undefined) {
    const fields = [{ name: 'revision', code: 'required', message: text('errors.field.required') }]
    throw new Refusal('ApiValidationException', { fields })
  }
  if (!changes) return
  const now = await db.first<{ revision: number; who: string | null }>(sql`select p.revision,
      (select nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), '') from users u where u.id = p.changed_by) as who from (${present}) p`)
  if (seen === (now?.revision ?? 0)) return
  throw new Refusal('SettingsStale', { values: { who: now?.who ?? text('errors.somebody') } })
}

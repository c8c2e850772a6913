import type { TimelineEntry } from '#contract/provider/merchants'
import { entryColumns, entryOf, readFacts, type StoredEntry } from '../../access/activity/activityRow.ts'
import { recordAct } from '../../platform/calls/actor.ts'
import type { ConsoleHandler, StaffCaller } from '../../platform/calls/consoleHandler.ts'
import { text } from '../../platform/calls/messages.ts'
import { idFrom, notFound, problem, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import { maskName } from '../../platform/calls/maskName.ts'
import { noteOf, readAccountDetail } from './readAccountDetail.ts'

/** One account with its people, shops, documents and notes; personal data is masked. */
export const consoleAccount: ConsoleHandler<'consoleAccount'> = ({ db, params, services, now }) =>
  readAccountDetail(db, idFrom(params.accountId), { masked: true, services, now })

/** The same with personal data, which the account's audit log says with the reason. Refuses with ApiValidationException support without a reason. */
export const consoleAccountReveal: ConsoleHandler<'consoleAccountReveal'> = async ({ db, params, body, services, staff, now, audit }) => {
  if (body.reason === '' && needsReason(staff)) throw new Refusal('ApiValidationException', { fields: [problem('reason', 'required')] })
  const accountId = idFrom(params.accountId)
  const detail = await readAccountDetail(db, accountId, { masked: false, services, now })
  const after = body.reason === '' ? {} : { note: body.reason }
  await recordAct(db, staff, { accountId, call: 'operator.read-personal-data', entity: 'account', entityId: accountId, after })
  audit({ entity: 'account', entityId: accountId })
  return detail
}

/** Whether a member of staff may see personal data for a reason only: support, without any other role. */
export const needsReason = ({ roles }: StaffCaller): boolean => [...roles].every((role) => role === 'support')

/** Entries of a page. */
const pageRows = 50

/** `staff`: the member of staff, or the key of one of the provider's own systems. */
type Entry = StoredEntry & { staff: string | null }

/** What happened in an account, newest first: what its people, whose names are cut short, and programs did, and the provider. */
export const consoleAccountTimeline: ConsoleHandler<'consoleAccountTimeline'> = async ({ db, params, query }) => {
  const accountId = idFrom(params.accountId)
  await assertAccount(db, accountId)
  const rows =
    await db.rows<Entry>(sql`select ${entryColumns}, coalesce((select concat_ws(' ', s.first_name, s.last_name) from staff s where s.id = a.staff_id),
      (select k.name from provider_keys k where k.id = a.key_id)) as staff
    from audit_entries a where a.account_id = ${accountId} and ${query.before === undefined ? sql`true` : sql`a.seq < ${query.before}::bigint`}
    order by a.seq desc limit ${pageRows + 1}`)
  const page = rows.slice(0, pageRows)
  const shops = await db.rows<{ id: string }>(sql`select m.id from merchants m where m.account_id = ${accountId}`)
  const facts = await readFacts(db, { accountId, merchantIds: new Set(shops.map(({ id }) => id)) }, page)
  const ofShops = new Set(shops.map(({ id }) => hexOf(id)))
  const names = new Map([...facts.names].map(([id, name]) => [id, ofShops.has(id) ? name : maskName(name)]))
  const results = page.map((row): TimelineEntry => {
    const entry = entryOf({ ...row, person: row.person && maskName(row.person) }, { ...facts, names })
    return { ...entry, staff: row.role === 'operator' ? (row.staff ?? text('consoleMerchants.operator')) : null }
  })
  return { results, next: rows.length > pageRows ? (results.at(-1)?.id ?? null) : null }
}

/** Refuses with ObjectNotFoundException an account that does not exist. */
async function assertAccount(db: Connection, accountId: string): Promise<void> {
  const known = await db.first(sql`select from accounts where id = ${accountId}`)
  if (!known) throw notFound(hexOf(accountId))
}

/** Adds a note of staff, which the account's people never see: its entry stands in the provider's own audit log. */
export const consoleNoteAdd: ConsoleHandler<'consoleNoteAdd'> = async ({ db, params, body, staff, now, audit }) => {
  const accountId = idFrom(params.accountId)
  await assertAccount(db, accountId)
  const id = newId(now)
  await db.run(
    sql`insert into staff_notes (account_id, id, staff_id, body, created_at) values (${accountId}, ${id}, ${staff.staffId}, ${body.text}, ${now})`,
  )
  audit({ entity: 'account', entityId: accountId, after: { noted: true } })
  return noteOf({ id, body: body.text, author: staff.name, created_at: now })
}

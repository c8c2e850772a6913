import { DAY_MS } from '#domain/platform/dates'
import type { PackageRecipient } from '#contract/money/packageRecipients'
import { PACKAGE_RECIPIENTS, packageRecipientState } from '#domain/money/report'
import { isEmail } from '#domain/platform/identifiers'
import type { Handler } from '../../platform/calls/call.ts'
import { makeRate } from '../../platform/calls/rate.ts'
import { idFrom, notFound, problem, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { enqueue } from '../../platform/outbox/enqueue.ts'
import { assertMayHave } from './reportRow.ts'
import { insertSchedule } from './schedules.ts'

/** How many e-mails that ask for a confirmation a shop may have sent in a day, so that nobody is flooded. */
const mayAsk = makeRate(10, DAY_MS)

type Dates = { created_at: Date; confirmed_at: Date | null; stopped_at: Date | null }
type Row = Dates & { id: string; email: string; creator: string }

const columns: Sql = sql`p.id, p.email, p.created_at, p.confirmed_at, p.stopped_at,
  (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = p.created_by) as creator`

/** SQL condition: the recipient `p` of a shop by its id. */
export const thisRecipient = (scope: Scope, id: string): Sql => sql`${inScope(scope, 'p')} and p.id = ${id}`

/** The state of a recipient's row. */
export const stateOf = ({ created_at, confirmed_at, stopped_at }: Dates, now: Date) =>
  packageRecipientState({ askedAt: created_at, confirmedAt: confirmed_at, stoppedAt: stopped_at }, now)

const viewOf = (row: Row, now: Date): PackageRecipient => ({
  id: hexOf(row.id),
  email: row.email,
  state: stateOf(row, now),
  created: row.created_at.toISOString(),
  createdBy: row.creator,
  confirmedAt: row.confirmed_at?.toISOString() ?? null,
  stoppedAt: row.stopped_at?.toISOString() ?? null,
})

/** The shop's recipients, the first first. Refuses with PermissionDenied where the package is withheld from the caller. */
export const packageRecipientList: Handler<'packageRecipientList'> = async ({ db, scope, caller, now }) => {
  assertMayHave(caller, 'month_package')
  const rows = await db.rows<Row>(sql`select ${columns} from package_recipients p where ${inScope(scope, 'p')} order by p.created_at, p.id`)
  return rows.map((row) => viewOf(row, now))
}

/**
 * Asks an address whether it wants each month's package, by an e-mail to it; one that gets packages already is not asked again. Schedules the package
 * where the shop has not. Refuses with TooManyRequests, with ApiValidationException, and with PermissionDenied where the package is withheld from the caller.
 */
export const packageRecipientAdd: Handler<'packageRecipientAdd'> = async ({ db, scope, body: { email }, caller, now, audit }) => {
  assertMayHave(caller, 'month_package')
  if (!isEmail(email)) throw new Refusal('ApiValidationException', { fields: [problem('email', 'format')] })
  const { merchantId, mode } = scope
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`package_recipients/${merchantId}/${mode}`}, 0))`)
  const all = await db.rows<Row>(sql`select ${columns} from package_recipients p where ${inScope(scope, 'p')}`)
  const known = all.find((one) => one.email === email)
  if (known && stateOf(known, now) === 'active') return viewOf(known, now)
  if (!known && all.length >= PACKAGE_RECIPIENTS) throw new Refusal('TooManyRequests', { why: 'packageRecipients' })
  if (!mayAsk(`${merchantId}/${mode}`, now.getTime()))
    throw new Refusal('TooManyRequests', { why: 'packageAsked', retryAfterSeconds: 86_400 })
  const id = known?.id ?? newId(now)
  await db.run(sql`insert into package_recipients as p (merchant_id, mode, id, email, created_at, created_by)
    values (${merchantId}, ${mode}, ${id}, ${email}, ${now}, ${caller.userId})
    on conflict (merchant_id, mode, email) do update set created_at = excluded.created_at, created_by = excluded.created_by, confirmed_at = null, stopped_at = null`)
  const planned = await db.first(sql`select from report_schedules s where ${inScope(scope, 's')} and s.type = 'month_package' limit 1`)
  if (!planned)
    await insertSchedule(db, scope, { type: 'month_package', format: 'zip', frequency: 'monthly', recipients: [], by: caller.userId, now })
  enqueue(db, 'package_email', {
    subject: `${id}/${now.toISOString()}`,
    payload: { recipientId: id, reportId: null },
    about: scope,
    at: now,
  })
  audit({ entity: 'package_recipient', entityId: id, after: { asked: true } })
  const row = await db.first<Row>(sql`select ${columns} from package_recipients p where ${thisRecipient(scope, id)}`)
  if (!row) throw new Error(`recipient ${id} was not inserted`)
  return viewOf(row, now)
}

/** Removes an address: all its links are dead at once. Refuses with ObjectNotFoundException. */
export const packageRecipientRemove: Handler<'packageRecipientRemove'> = async ({ db, scope, caller, params, now, audit }) => {
  assertMayHave(caller, 'month_package')
  const id = idFrom(params.recipientId)
  const gone = await db.first<Dates>(
    sql`delete from package_recipients p where ${thisRecipient(scope, id)} returning p.created_at, p.confirmed_at, p.stopped_at`,
  )
  if (!gone) throw notFound(params.recipientId)
  audit({ entity: 'package_recipient', entityId: id, before: { state: stateOf(gone, now) } })
  return undefined
}

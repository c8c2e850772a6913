import type { Announcement } from '#contract/provider/announcements'
import { type AnnouncementTexts } from '../../platform/calls/announcements.ts'
import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import { accountName } from '../../platform/calls/membership.ts'
import { idFrom, notFound, problem, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Mode } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { announcementsTopic } from '../../platform/events/changes.ts'
import { enqueue } from '../../platform/outbox/enqueue.ts'

type Row = {
  id: string
  texts: AnnouncementTexts & Announcement['texts']
  accounts: { id: string; name: string }[] | null
  mode: Mode | null
  from_at: Date
  until_at: Date
  by_mail: boolean
  created_at: Date
  created_by: string
  ended_at: Date | null
  ended_by: string | null
}
const maxShown = 100

/** The messages to merchants, latest first. */
export const announcementList: ConsoleHandler<'announcementList'> = async ({ db, now }) => {
  const rows = await db.rows<Row>(sql`select n.id, n.texts, n.mode, n.from_at, n.until_at, n.by_mail, n.created_at, n.ended_at,
      (select json_agg(json_build_object('id', a.id, 'name', ${accountName(sql`a.id`)}) order by a.id) from accounts a where a.id = any(n.account_ids)) as accounts,
      (select btrim(s.first_name || ' ' || s.last_name) from staff s where s.id = n.created_by) as created_by,
      (select btrim(s.first_name || ' ' || s.last_name) from staff s where s.id = n.ended_by) as ended_by
    from announcements n order by n.created_at desc, n.id desc limit ${maxShown}`)
  return { announcements: rows.map((row) => shown(row, now)) }
}

const shown = (row: Row, now: Date): Announcement => ({
  id: hexOf(row.id),
  texts: row.texts,
  accounts: row.accounts?.map(({ id, name }) => ({ id: hexOf(id), name })) ?? null,
  mode: row.mode,
  from: row.from_at.toISOString(),
  until: row.until_at.toISOString(),
  byMail: row.by_mail,
  state: row.ended_at !== null ? 'ended' : row.until_at <= now ? 'over' : row.from_at > now ? 'coming' : 'shown',
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
  endedBy: row.ended_by,
})

/** Writes a message to merchants, with its e-mails to owners and admins. */
export const announcementCreate: ConsoleHandler<'announcementCreate'> = async ({ db, body, staff, now, audit }) => {
  const from = body.from === null ? now : new Date(body.from)
  const until = new Date(body.until)
  const accountIds = body.accounts && [...new Set(body.accounts.map(idFrom))]
  const fields = [
    ...(until <= now ? [problem('until', 'past')] : until <= from ? [problem('until', 'before_start')] : []),
    ...(accountIds && (await countAccounts(db, accountIds)) < accountIds.length ? [problem('accounts', 'option')] : []),
  ]
  if (fields.length > 0) throw new Refusal('ApiValidationException', { fields })
  const id = newId(now)
  await db.run(sql`insert into announcements (id, texts, account_ids, mode, from_at, until_at, by_mail, created_at, created_by)
    values (${id}, ${JSON.stringify(body.texts)}::jsonb, ${accountIds}::uuid[], ${body.mode}, ${from}, ${until}, ${body.byMail}, ${now}, ${staff.staffId})`)
  if (body.byMail) queueEmails(db, { id, accountIds, from })
  showNow(db)
  audit({ entity: 'announcement', entityId: id, after: { ...body, from: from.toISOString(), accounts: accountIds?.length ?? null } })
  return { id: hexOf(id) }
}

/** Has open panels read the messages again, once this is committed. */
const showNow = (db: Connection): void => db.send(sql`select pg_notify('change', ${announcementsTopic})`)

async function countAccounts(db: Connection, ids: readonly string[]): Promise<number> {
  const row = await db.first<{ many: number }>(sql`select count(*)::integer as many from accounts where id = any(${[...ids]}::uuid[])`)
  return row?.many ?? 0
}

/** One e-mail for each person, also of several accounts. */
function queueEmails(db: Connection, { id, accountIds, from }: { id: string; accountIds: readonly string[] | null; from: Date }): void {
  enqueue(db, 'announcement_email', {
    subject: sql`concat_ws('/', ${id}::text, r.id)`,
    payload: { announcementId: id },
    about: { accountId: sql`r.account_id` },
    userId: sql`r.id`,
    at: from,
    from: sql`from (select distinct on (u.id) u.id, u.account_id from members u
      where u.role in ('owner', 'admin') and u.joined_at is not null and u.removed_at is null and u.disabled_at is null
        and ${accountIds === null ? sql`true` : sql`u.account_id = any(${[...accountIds]}::uuid[])`} order by u.id, u.account_id) r`,
  })
}

/** Takes a message back before its end. */
export const announcementEnd: ConsoleHandler<'announcementEnd'> = async ({ db, params, staff, now, audit }) => {
  const id = idFrom(params.announcementId)
  const ended = await db.run(
    sql`update announcements n set ended_at = ${now}, ended_by = ${staff.staffId} where n.id = ${id} and n.ended_at is null and n.until_at > ${now}`,
  )
  if (ended === 0) throw notFound(params.announcementId)
  showNow(db)
  audit({ entity: 'announcement', entityId: id, after: { ended: true } })
  return undefined
}

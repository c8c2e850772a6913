import type { WorkItem } from '#contract/provider/work'
import { endOfMadridDay, madridDay } from '#domain/platform/dates'
import type { WorkKind } from '#domain/provider/workTargets'
import type { ConsoleHandler, StaffCaller } from '../../platform/calls/consoleHandler.ts'
import { hasText, text } from '../../platform/calls/messages.ts'
import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { waiting, type WorkViewer } from './waiting.ts'

/** The most items that are shown. */
const maxItems = 200

type Row = {
  kind: WorkKind
  id: string
  account_id: string | null
  merchant_id: string | null
  merchant_name: string
  facts: WorkItem['facts']
  since: Date
  deadline: Date
  staff_id: string | null
  staff_name: string | null
}

type Count = { kind: WorkKind; count: number; due: number; mine: number; oldest: Date }

/** What waits for the provider's staff, the earliest deadline first. */
export const consoleWork: ConsoleHandler<'consoleWork'> = async ({ db, staff, query: { kind, mine }, services, now }) => {
  const viewer = { staff, services, now }
  const only = mine === 'yes' ? sql`o.staff_id = ${staff.staffId}` : kind === undefined ? sql`true` : sql`w.kind = ${kind}`
  const [rows, counts] = await Promise.all([
    db.rows<Row>(sql`select w.*, o.staff_id, s.first_name || ' ' || s.last_name as staff_name from ${waiting(viewer)} w
      left join staff_work_owners o on o.kind = w.kind and o.id = w.id left join staff s on s.id = o.staff_id
      where ${only} order by w.deadline, w.id limit ${maxItems}`),
    db.rows<Count>(sql`select w.kind, count(*)::integer as count, count(*) filter (where w.deadline <= ${endOfMadridDay(madridDay(now))})::integer as due,
        count(*) filter (where o.staff_id = ${staff.staffId})::integer as mine, min(w.since) as oldest
      from ${waiting(viewer)} w left join staff_work_owners o on o.kind = w.kind and o.id = w.id group by w.kind`),
  ])
  const total = (column: 'due' | 'mine') => counts.reduce((sum, one) => sum + one[column], 0)
  const oldest = counts.map((one) => one.oldest.getTime())
  return {
    items: rows.map((row) => itemOf(row, staff)),
    counts: counts.map((one) => ({ kind: one.kind, count: one.count })),
    mine: total('mine'),
    dueToday: total('due'),
    oldest: oldest.length === 0 ? null : new Date(Math.min(...oldest)).toISOString(),
  }
}

const itemOf = ({ facts, ...row }: Row, { staffId }: StaffCaller): WorkItem => ({
  kind: row.kind,
  id: hexOf(row.id),
  accountId: row.account_id && hexOf(row.account_id),
  merchantId: row.merchant_id && hexOf(row.merchant_id),
  merchantName: row.merchant_name,
  facts: facts.action === undefined ? facts : { ...facts, action: actionName(facts.action) },
  since: row.since.toISOString(),
  deadline: row.deadline.toISOString(),
  owner: row.staff_id === null ? null : { id: hexOf(row.staff_id), name: row.staff_name ?? '', isMe: row.staff_id === staffId },
})

const actionName = (call: string): string => (hasText(`actions.${call}`) ? text(`actions.${call}`) : call)

/** The id of an item that waits. Refuses with ObjectNotFoundException one that does not. */
async function waitingId(db: Connection, viewer: WorkViewer, { kind, id: hex }: { kind: WorkKind; id: string }): Promise<string> {
  const id = idFrom(hex)
  if (!(await db.first(sql`select from ${waiting(viewer)} w where w.kind = ${kind} and w.id = ${id}`))) throw notFound(hex)
  return id
}

/** Takes an item, from whoever has it. */
export const consoleWorkTake: ConsoleHandler<'consoleWorkTake'> = async ({ db, staff, body, services, now, audit }) => {
  const id = await waitingId(db, { staff, services, now }, body)
  await db.run(sql`insert into staff_work_owners (kind, id, staff_id, taken_at) values (${body.kind}, ${id}, ${staff.staffId}, ${now})
    on conflict (kind, id) do update set staff_id = excluded.staff_id, taken_at = excluded.taken_at`)
  audit({ entity: 'work', entityId: id, after: { kind: body.kind } })
  return undefined
}

/** Gives an item back; nobody has it afterwards. */
export const consoleWorkGiveBack: ConsoleHandler<'consoleWorkGiveBack'> = async ({ db, body, audit }) => {
  const id = idFrom(body.id)
  await endOwnership(db, body.kind, id)
  audit({ entity: 'work', entityId: id, after: { kind: body.kind } })
  return undefined
}

const endOwnership = (db: Connection, kind: WorkKind, id: string): Promise<number> =>
  db.run(sql`delete from staff_work_owners where kind = ${kind} and id = ${id}`)

/** Takes an item off the queue that nothing else ends. A message that was given up is not sent any more. */
export const consoleWorkClose: ConsoleHandler<'consoleWorkClose'> = async ({ db, body: { kind, id: hex }, audit }) => {
  const id = idFrom(hex)
  const closed = await db.run(
    kind === 'message_dead'
      ? sql`update outbox set state = 'withheld' where id = ${id} and state = 'dead'`
      : sql`delete from provider_tasks where kind = ${kind} and id = ${id}`,
  )
  if (closed === 0) throw notFound(hex)
  await endOwnership(db, kind, id)
  audit({ entity: 'work', entityId: id, after: { kind } })
  return undefined
}

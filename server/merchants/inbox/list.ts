import type { Inbox } from '#contract/merchants/inbox'
import { checkedByHand } from '#domain/merchants/inbox'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { derive, findWork, readPeople } from '../tasks/derive.ts'
import type { InboxReader } from '../tasks/source.ts'
import { inboxReaderOf } from './actions.ts'

/** The caller's open items in this shop, with assignees and snoozes. All in one round trip. */
export const inboxList: Handler<'inboxList'> = async (call): Promise<Inbox> => {
  const reader = inboxReaderOf(call)
  const [work, owners, snoozes, people] = await Promise.all([
    derive(call.db, reader),
    readOwners(call.db, reader),
    readSnoozes(call.db, reader),
    readPeople(call.db, reader),
  ])
  return {
    items: work.open.map((item) => ({ ...item, owner: owners.get(item.key) ?? null, snoozedUntil: snoozes.get(item.key) ?? null })),
    solved: work.ended,
    people,
    more: work.more,
  }
}

async function readOwners(db: Connection, { scope }: InboxReader): Promise<Map<string, { userId: string; name: string }>> {
  const rows = await db.rows<{ item_key: string; user_id: string; first_name: string }>(sql`select w.item_key, w.user_id, u.first_name
    from task_assignees w join merchants m on m.id = w.merchant_id join members u on u.id = w.user_id and u.account_id = m.account_id and u.disabled_at is null where ${inScope(scope, 'w')}`)
  return new Map(rows.map((row) => [row.item_key, { userId: hexOf(row.user_id), name: row.first_name }]))
}

async function readSnoozes(db: Connection, { scope, userId, now }: InboxReader): Promise<Map<string, string>> {
  const rows = await db.rows<{ item_key: string; until: Date }>(sql`select w.item_key, w.until from task_snoozes w
    where ${inScope(scope, 'w')} and w.user_id = ${userId} and w.until > ${now}`)
  return new Map(rows.map((row) => [row.item_key, row.until.toISOString()]))
}

/**
 * Marks an item as checked by somebody, which closes it for everybody. Refuses with WorkSolved an item closed only by a change of state, or
 * closed already.
 */
export const inboxCheck: Handler<'inboxCheck'> = async (call) => {
  const { db, scope, caller, now, body, audit } = call
  const item = await findWork(db, inboxReaderOf(call), body.key)
  if (!item || !checkedByHand.has(item.kind)) throw new Refusal('WorkSolved')
  await db.run(sql`insert into task_checks (merchant_id, mode, item_key, user_id, checked_at) values (${scope.merchantId}, ${scope.mode}, ${body.key}, ${caller.userId}, ${now})
    on conflict do nothing`)
  audit({ entity: 'work_item', entityId: uuidOf(body.key.split(':')[1] ?? '') ?? '', after: { key: body.key, checked: true } })
  return undefined
}

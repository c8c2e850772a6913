import { may } from '#contract/permissions'
import { snoozedUntil } from '#domain/merchants/inbox'
import type { Caller, Handler, Services } from '../../platform/calls/call.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { findWork, readPeople } from '../tasks/derive.ts'
import type { InboxReader } from '../tasks/source.ts'

/** Who reads the inbox, of which shop and mode, and when. */
export const inboxReaderOf = ({
  caller,
  scope,
  services,
  now,
}: {
  caller: Caller
  scope: Scope
  services: Services
  now: Date
}): InboxReader => ({
  scope,
  accountId: caller.accountId,
  userId: caller.userId,
  may: (call) => may(caller.role, call) && !caller.withheld.has(call),
  now,
  present: services.wallClock(),
})

/** Assigns an item to a person or to nobody. Refuses with WorkSolved an item that is not open; answers not found for a person who may not see it. */
export const inboxAssign: Handler<'inboxAssign'> = async (call) => {
  const { db, scope, caller, now, body, audit } = call
  const reader = inboxReaderOf(call)
  if (!(await findWork(db, reader, body.key))) throw new Refusal('WorkSolved')
  const userId = body.userId
  if (userId !== null && !(await readPeople(db, reader)).some((one) => one.userId === userId)) throw notFound(userId)
  await db.run(
    userId === null
      ? sql`delete from task_assignees w where ${inScope(scope, 'w')} and w.item_key = ${body.key}`
      : sql`insert into task_assignees (merchant_id, mode, item_key, user_id, given_by, given_at)
          values (${scope.merchantId}, ${scope.mode}, ${body.key}, ${uuidOf(userId)}, ${caller.userId}, ${now})
          on conflict (merchant_id, mode, item_key) do update set user_id = excluded.user_id, given_by = excluded.given_by, given_at = excluded.given_at`,
  )
  // Assignments of items closed long ago are deleted.
  db.send(sql`delete from task_assignees w where ${inScope(scope, 'w')} and w.given_at < ${now}::timestamptz - interval '180 days'`)
  audit({ entity: 'work_item', entityId: uuidOf(body.key.split(':')[1] ?? '') ?? '', after: { key: body.key, owner: userId } })
  return undefined
}

/** Snoozes an item for the caller only, or ends the snooze. Refuses with SnoozeTooLong when too little time would be left. */
export const inboxSnooze: Handler<'inboxSnooze'> = async (call) => {
  const { db, scope, caller, now, body, audit } = call
  const item = await findWork(db, inboxReaderOf(call), body.key)
  if (!item) throw new Refusal('WorkSolved')
  const until = body.snooze === null ? null : snoozedUntil(body.snooze, now, item.deadline === null ? null : new Date(item.deadline))
  if (body.snooze !== null && until === null) throw new Refusal('SnoozeTooLong')
  const own = sql`${inScope(scope, 'w')} and w.user_id = ${caller.userId}`
  await db.run(sql`delete from task_snoozes w where ${own} and (w.item_key = ${body.key} or w.until <= ${now})`)
  if (until !== null)
    await db.run(
      sql`insert into task_snoozes (merchant_id, mode, user_id, item_key, until) values (${scope.merchantId}, ${scope.mode}, ${caller.userId}, ${body.key}, ${until})`,
    )
  audit({
    entity: 'work_item',
    entityId: uuidOf(body.key.split(':')[1] ?? '') ?? '',
    after: { key: body.key, until: until?.toISOString() ?? null },
  })
  return undefined
}

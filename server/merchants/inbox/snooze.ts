import { snoozedUntil } from '#domain/merchants/inbox'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { findWork } from '../tasks/derive.ts'
import { lookOf } from './lookOf.ts'

/** Lets an item rest for the caller alone, or wakes it. Refuses with SnoozeTooLong what would come back too late to be done. */
export const inboxSnooze: Handler<'inboxSnooze'> = async (call) => {
  const { db, scope, caller, now, body, audit } = call
  const item = await findWork(db, lookOf(call), body.key)
  if (!item) throw new Refusal('WorkSolved')
  const until = body.snooze === null ? null : snoozedUntil(body.snooze, now, item.deadline === null ? null : new Date(item.deadline))
  if (body.snooze !== null && until === null) throw new Refusal('SnoozeTooLong')
  const own = sql`w.merchant_id = ${scope.merchantId} and w.mode = ${scope.mode} and w.user_id = ${caller.userId}`
  await db.run(sql`delete from work_snoozes w where ${own} and (w.item_key = ${body.key} or w.until <= ${now})`)
  if (until !== null)
    await db.run(
      sql`insert into work_snoozes (merchant_id, mode, user_id, item_key, until) values (${scope.merchantId}, ${scope.mode}, ${caller.userId}, ${body.key}, ${until})`,
    )
  audit({
    entity: 'work_item',
    entityId: uuidOf(body.key.split(':')[1] ?? '') ?? '',
    after: { key: body.key, until: until?.toISOString() ?? null },
  })
  return undefined
}

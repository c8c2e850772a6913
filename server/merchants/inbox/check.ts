import { checkedByHand } from '#domain/merchants/inbox'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { findWork } from '../tasks/derive.ts'
import { lookOf } from './lookOf.ts'

/** Somebody has looked at what no change of state ends: it waits for nobody any more. Refuses with WorkSolved all that solves itself, or is solved. */
export const inboxCheck: Handler<'inboxCheck'> = async (call) => {
  const { db, scope, caller, now, body, audit } = call
  const item = await findWork(db, lookOf(call), body.key)
  if (!item || !checkedByHand.has(item.kind)) throw new Refusal('WorkSolved')
  await db.run(sql`insert into work_checks (merchant_id, mode, item_key, user_id, checked_at) values (${scope.merchantId}, ${scope.mode}, ${body.key}, ${caller.userId}, ${now})
    on conflict do nothing`)
  audit({ entity: 'work_item', entityId: uuidOf(body.key.split(':')[1] ?? '') ?? '', after: { key: body.key, checked: true } })
  return undefined
}

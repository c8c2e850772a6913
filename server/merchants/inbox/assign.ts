import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { findWork } from '../tasks/derive.ts'
import { lookOf } from './lookOf.ts'
import { readPeople } from '../tasks/readPeople.ts'

/** Says who looks after an item, or nobody. Refuses with WorkSolved what waits no more; somebody who may not see it is not found. */
export const inboxAssign: Handler<'inboxAssign'> = async (call) => {
  const { db, scope, caller, now, body, audit } = call
  const looking = lookOf(call)
  if (!(await findWork(db, looking, body.key))) throw new Refusal('WorkSolved')
  const userId = body.userId
  if (userId !== null && !(await readPeople(db, looking)).some((one) => one.userId === userId)) throw notFound(userId)
  await db.run(
    userId === null
      ? sql`delete from work_owners w where w.merchant_id = ${scope.merchantId} and w.mode = ${scope.mode} and w.item_key = ${body.key}`
      : sql`insert into work_owners (merchant_id, mode, item_key, user_id, given_by, given_at)
          values (${scope.merchantId}, ${scope.mode}, ${body.key}, ${uuidOf(userId)}, ${caller.userId}, ${now})
          on conflict (merchant_id, mode, item_key) do update set user_id = excluded.user_id, given_by = excluded.given_by, given_at = excluded.given_at`,
  )
  // Of items that are long gone nothing is kept.
  db.send(
    sql`delete from work_owners w where w.merchant_id = ${scope.merchantId} and w.mode = ${scope.mode} and w.given_at < ${now}::timestamptz - interval '180 days'`,
  )
  audit({ entity: 'work_item', entityId: uuidOf(body.key.split(':')[1] ?? '') ?? '', after: { key: body.key, owner: userId } })
  return undefined
}

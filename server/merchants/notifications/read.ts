import type { Handler } from '../../platform/calls/call.ts'
import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import { visibleTo } from '../notices/visibleTo.ts'

/** Marks a notice as read by the caller; answers not found for one that they may not see. */
export const notificationRead: Handler<'notificationRead'> = async ({ db, caller, params, audit, now }) => {
  const id = idFrom(params.notificationId)
  const visible = await db.first(sql`
    select from notifications n where id = ${id} and ${visibleTo(sql`n`, sql`${caller.userId}`, sql`${caller.sandboxOnly}`)} and account_id = ${caller.accountId} and ${caller.role} = any(roles)
      and (user_id is null or user_id = ${caller.userId})
      and (merchant_id is null or merchant_id = any(${[...caller.merchantIds]}::uuid[]))`)
  if (!visible) throw notFound(params.notificationId)
  await db.run(
    sql`insert into notification_reads (notification_id, user_id, read_at) values (${id}, ${caller.userId}, ${now}) on conflict do nothing`,
  )
  audit({ entity: 'notification', entityId: id })
  return undefined
}

import type { Notification } from '#contract/access/account'
import { pageSize } from '#contract/platform/page'
import { isShown, noticeTypeNames } from '#domain/merchants/notices'
import type { Caller, Handler, Membership } from '../../platform/calls/call.ts'
import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Mode } from '../../platform/database/scope.ts'
import { joinSql, sql, type Sql } from '../../platform/database/sql.ts'
import type { NoticeValue } from '../notices/notify.ts'
import { visibleTo } from '../notices/visibleTo.ts'
import { shownValues } from './shownValues.ts'

type Row = {
  id: string
  type: string
  level: Notification['level']
  values: NoticeValue[]
  action_url: string | null
  account_id: string
  merchant_id: string | null
  created_at: Date
  mode: Mode | null
  read: boolean
}
const maxPagesAhead = 10
const hiddenByDefault = noticeTypeNames.filter((type) => !isShown(type))

/** Notices of the caller's accounts, newest first, limited in each account to their role and shops there. */
export const notificationList: Handler<'notificationList'> = async ({ db, caller, query }) => {
  const { page } = query
  const rows = await db.rows<Row>(sql`
    select n.id, n.type, n.level, n.values, n.action_url, n.account_id, n.merchant_id, n.mode, n.created_at,
      exists (select from notification_reads r where r.notification_id = n.id and r.user_id = ${caller.userId}) as read
    from notifications n where ${ofCaller(caller)}
      and coalesce((select c.panel from notification_choices c where c.user_id = ${caller.userId} and c.type = n.type), n.type <> all(${hiddenByDefault}::text[]))
    order by n.created_at desc, n.id desc offset ${(page - 1) * pageSize} limit ${pageSize * (maxPagesAhead + 1) + 1}`)
  const pagesAhead = Math.max(0, Math.ceil(rows.length / pageSize) - 1)
  return {
    results: rows.slice(0, pageSize).map(notificationOf),
    currentPage: page,
    maxVisiblePage: page + Math.min(maxPagesAhead, pagesAhead),
    next: pagesAhead > 0 ? page + 1 : null,
  }
}

/** SQL condition: notice `n` is for the caller, by their role and shops in its account. */
function ofCaller({ userId, memberships }: Caller): Sql {
  const inAccount = ({ accountId, role, merchantIds, sandboxOnly }: Membership): Sql =>
    sql`(n.account_id = ${accountId} and ${role} = any(n.roles) and (n.merchant_id is null or n.merchant_id = any(${[...merchantIds]}::uuid[]))
      and ${visibleTo(sql`n`, sql`${userId}`, sql`${sandboxOnly}`)})`
  return sql`(n.user_id is null or n.user_id = ${userId}) and (${joinSql(memberships.map(inAccount), sql` or `)})`
}

const notificationOf = (row: Row): Notification => ({
  id: hexOf(row.id),
  type: row.type,
  level: row.level,
  values: shownValues(row.values),
  actionUrl: row.action_url,
  accountId: hexOf(row.account_id),
  merchantId: row.merchant_id === null ? null : hexOf(row.merchant_id),
  created: row.created_at.toISOString(),
  sandbox: row.mode === 'sandbox',
  read: row.read,
})

/** Marks a notice as read by the caller; answers not found for one that they may not see. */
export const notificationRead: Handler<'notificationRead'> = async ({ db, caller, params, audit, now }) => {
  const id = idFrom(params.notificationId)
  const visible = await db.first(sql`
    select from notifications n where n.id = ${id} and ${ofCaller(caller)}`)
  if (!visible) throw notFound(params.notificationId)
  await db.run(
    sql`insert into notification_reads (notification_id, user_id, read_at) values (${id}, ${caller.userId}, ${now}) on conflict do nothing`,
  )
  audit({ entity: 'notification', entityId: id })
  return undefined
}

import { pageSize } from '#contract/platform/page'
import { may } from '#contract/permissions'
import { sameMailbox } from '../../platform/database/sameMailbox.ts'
import { allOf, sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { accessOf, memberColumns, memberOf, type StoredMember } from './memberRow.ts'

/** The people of the account, whoever leads first (docs/domain.md#team). */
export const teamList: Handler<'teamList'> = async ({ db, caller, query, now }) => {
  const { page, email } = query
  const these = allOf([sql`u.account_id = ${caller.accountId}`, sql`u.removed_at is null`, ...(email ? [sameMailbox([email])] : [])])
  const [counted, own, rows] = await Promise.all([
    db.first<{ many: number }>(sql`select count(*)::integer as many from users u where ${these}`),
    db.first<StoredMember>(sql`select ${memberColumns(now)} from users u where u.id = ${caller.userId}`),
    db.rows<StoredMember>(sql`select ${memberColumns(now)} from users u where ${these}
      order by array_position(array['owner', 'admin', 'editor', 'guest'], u.role), u.created_at, u.id limit ${pageSize} offset ${(page - 1) * pageSize}`),
  ])
  const giver = own && may(caller.role, 'teamUpdate') ? accessOf(own) : null
  const count = counted?.many ?? 0
  const total = Math.max(1, Math.ceil(count / pageSize))
  return {
    results: rows.map((row) => memberOf(row, caller, giver, now)),
    current: page,
    total,
    next: page < total ? page + 1 : null,
    count,
  }
}

import { permissions } from '#contract/permissions'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { InboxReader } from './source.ts'

/** People who may be assigned items of the shop: they see its inbox and may enter it. By name. */
export async function readPeople(
  db: Connection,
  { scope, accountId, present }: Pick<InboxReader, 'scope' | 'accountId' | 'present'>,
): Promise<{ userId: string; name: string }[]> {
  const rows = await db.rows<{ id: string; first_name: string; last_name: string }>(sql`select u.id, u.first_name, u.last_name from users u
    where u.account_id = ${accountId} and u.disabled_at is null and u.password_hash is not null and (u.access_until is null or u.access_until > ${present}) and u.role = any(${[...permissions.inboxList]}::text[])
      and (not u.sandbox_only or ${scope.mode} = 'sandbox')
      and (not exists (select from user_merchants m where m.user_id = u.id) or exists (select from user_merchants m where m.user_id = u.id and m.merchant_id = ${scope.merchantId}))
    order by u.first_name, u.last_name, u.id`)
  return rows.map((row) => ({ userId: row.id.replaceAll('-', ''), name: `${row.first_name} ${row.last_name}`.trim() }))
}

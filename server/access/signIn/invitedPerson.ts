import { mayEnter } from '../../platform/calls/membership.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import { openAccount } from '../../platform/database/openAccount.ts'
import { sql } from '../../platform/database/sql.ts'

/** The person who has a password for an address; `enters`: they may enter some account, so that they can sign in. */
export type Holder = { id: string; enters: boolean }

export const holderOf = (db: Connection, email: string, now: Date, config: { demo: boolean }): Promise<Holder | undefined> =>
  db.first<Holder>(sql`select u.id, exists (select from memberships m join accounts a on a.id = m.account_id
      where m.user_id = u.id and ${mayEnter(sql`m`, now)} and ${openAccount(config)}) as enters
    from users u where u.email = ${email} and u.password_hash is not null and u.closed_at is null`)

/**
 * Gives an invitation to the person who accepts it: the user that stood for it goes. A person removed from the account earlier is in it again, with what this
 * invitation grants. False when it was withdrawn. Refuses with TeamChangeNotAllowed somebody who is in the account.
 */
export async function moveInvitation(
  db: Connection,
  { accountId, from, to }: { accountId: string; from: string; to: string },
): Promise<boolean> {
  const own = sql`account_id = ${accountId} and user_id = ${to}`
  // Locks it: a change of the team may be under way.
  const earlier = await db.first<{ removed: boolean }>(
    sql`select removed_at is not null as removed from memberships where ${own} for update`,
  )
  if (earlier?.removed === false) throw new Refusal('TeamChangeNotAllowed', { why: 'member' })
  const columns = sql`role, created_at, invited_at, invited_by, access_until, withheld, sandbox_only, refund_limit_cents, refund_day_limit_cents`
  const moved = await db.run(sql`insert into memberships as m (account_id, user_id, ${columns})
      select account_id, ${to}::uuid, ${columns} from memberships where account_id = ${accountId} and user_id = ${from} and removed_at is null
    on conflict (account_id, user_id) do update set role = excluded.role, created_at = excluded.created_at, invited_at = excluded.invited_at,
      invited_by = excluded.invited_by, access_until = excluded.access_until, withheld = excluded.withheld, sandbox_only = excluded.sandbox_only,
      refund_limit_cents = excluded.refund_limit_cents, refund_day_limit_cents = excluded.refund_day_limit_cents, access_revision = m.access_revision + 1,
      joined_at = null, owner_since = null, access_warned_at = null, access_ended_at = null, removed_at = null, disabled_at = null, erased_at = null`)
  if (moved === 0) return false
  await db.run(
    sql`delete from user_merchants l using merchants s where s.id = l.merchant_id and s.account_id = ${accountId} and l.user_id = ${to}`,
  )
  await db.run(
    sql`insert into user_merchants (user_id, merchant_id) select ${to}::uuid, merchant_id from user_merchants where user_id = ${from}`,
  )
  await db.run(sql`delete from memberships where account_id = ${accountId} and user_id = ${from}`)
  await db.run(sql`delete from users where id = ${from}`)
  return true
}

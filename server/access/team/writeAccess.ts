import type { Access } from '#domain/access/team'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { answerHeld } from './answerHeld.ts'

type Given = { asked: Access; accessUntil: Date | null; disabled: boolean; by: string | null; now: Date }

/** Writes what a person of the account holds from now on. What they had asked for and now hold is answered with it. */
export async function writeAccess(db: Connection, userId: string, { asked, accessUntil, disabled, by, now }: Given): Promise<void> {
  const isOwnerAfter = asked.role === 'owner' && !disabled
  await db.run(sql`update users set role = ${asked.role}, withheld = ${[...asked.withheld]}::text[], sandbox_only = ${asked.sandboxOnly}, refund_limit_cents = ${asked.refundLimitCents},
      refund_day_limit_cents = ${asked.refundDayLimitCents}, access_until = ${accessUntil},
      access_warned_at = case when access_until is distinct from ${accessUntil} then null else access_warned_at end,
      access_ended_at = case when access_until is distinct from ${accessUntil} then null else access_ended_at end,
      owner_since = case when ${isOwnerAfter}::boolean and not (role = 'owner' and disabled_at is null) then ${now}::timestamptz else owner_since end,
      owner_until = case when not ${isOwnerAfter}::boolean and role = 'owner' and disabled_at is null and password_hash is not null then ${now}::timestamptz else owner_until end,
      disabled_at = case when ${disabled}::boolean then coalesce(disabled_at, ${now}) end,
      access_revision = access_revision + 1, access_changed_by = ${by} where id = ${userId}`)
  db.send(sql`delete from user_merchants where user_id = ${userId} and not merchant_id = any(${[...(asked.shops ?? [])]}::uuid[])`)
  if (asked.shops !== null)
    db.send(
      sql`insert into user_merchants (user_id, merchant_id) select ${userId}, unnest(${[...asked.shops]}::uuid[]) on conflict do nothing`,
    )
  await answerHeld(db, userId, asked, { leaves: disabled, by, now })
}

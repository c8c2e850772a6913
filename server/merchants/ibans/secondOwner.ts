import { formatDateTime } from '#domain/platform/dates'
import { ownerDaysAfter } from '#domain/access/ownerStanding'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { entersShop, isRecentFormerOwner, isSettledOwner, ownerSince } from '../../platform/calls/ownerStanding.ts'
import { Refusal } from '../../platform/calls/refusal.ts'

type Place = { accountId: string; merchantId: string; userId: string }

/**
 * Whether a change of bank account needs another owner's consent: someone else has been an owner of this shop for days. Refuses with
 * IbanChangeNotAllowed while nobody is left to ask because such an owner has just gone.
 */
export async function needsSecondOwner(db: Connection, { accountId, merchantId, userId }: Place, now: Date): Promise<boolean> {
  const others = await db.first<{ settled: boolean; gone_at: Date | null }>(sql`
    select coalesce(bool_or(${isSettledOwner(now)}), false) as settled, max(u.owner_until) filter (where ${isRecentFormerOwner(now)}) as gone_at
    from users u where u.account_id = ${accountId} and u.id <> ${userId} and ${entersShop(sql`${merchantId}::uuid`)}`)
  if (others?.settled) return true
  if (others?.gone_at)
    throw new Refusal('IbanChangeNotAllowed', { why: 'ownerLeft', values: { date: formatDateTime(ownerDaysAfter(others.gone_at)) } })
  return false
}

/** Refuses with IbanChangeNotAllowed the consent of somebody who has not been an owner for days. */
export async function assertSettledOwner(db: Connection, userId: string, now: Date): Promise<void> {
  const owner = await db.first<{ settled: boolean; since: Date }>(
    sql`select ${isSettledOwner(now)} as settled, ${ownerSince} as since from users u where u.id = ${userId}`,
  )
  if (!owner?.settled)
    throw new Refusal('IbanChangeNotAllowed', {
      why: 'newOwner',
      values: { date: owner ? formatDateTime(ownerDaysAfter(owner.since)) : '' },
    })
}

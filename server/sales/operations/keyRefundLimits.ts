import { addDays, madridDay, startOfMadridDay } from '#domain/platform/dates'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { RefundLimits } from './refundLimits.ts'

type Row = { refund_limit_cents: bigint | null; refund_day_limit_cents: bigint | null }

const numberOf = (value: bigint | null): number | null => (value === null ? null : Number(value))

/**
 * A key's own limits and what is left of its day. Refunds of a key with a limit of the day go one after the other until the transaction ends, so that
 * of those that race only as many pass as there is left. Refuses with PermissionDenied a key that is not the shop's.
 */
export async function readKeyLimits(db: Connection, { merchantId, mode }: Scope, keyId: string | null, now: Date): Promise<RefundLimits> {
  const key = await db.first<Row>(sql`select k.refund_limit_cents, k.refund_day_limit_cents from api_keys k
    where k.merchant_id = ${merchantId} and k.mode = ${mode} and k.id = ${keyId}::uuid`)
  if (!key) throw new Refusal('PermissionDenied')
  const dayLimit = numberOf(key.refund_day_limit_cents)
  const limits = { perRefund: numberOf(key.refund_limit_cents), dayLimit }
  if (dayLimit === null) return { ...limits, dayLeft: null }
  db.send(sql`select pg_advisory_xact_lock(hashtextextended(${`key_refunds/${keyId}`}, 0))`)
  const today = madridDay(now)
  const day = await db.first<{ spent: bigint }>(sql`select coalesce(sum(r.amount_cents), 0)::bigint as spent from refunds r
    where r.merchant_id = ${merchantId} and r.mode = ${mode} and r.key_id = ${keyId}::uuid and r.state <> 'undone'
      and r.created_at >= ${startOfMadridDay(today)} and r.created_at < ${startOfMadridDay(addDays(today, 1))}`)
  return { ...limits, dayLeft: Math.max(0, dayLimit - Number(day?.spent ?? 0)) }
}

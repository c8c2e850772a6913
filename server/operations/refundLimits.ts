import { madridDay } from '#domain/dates'
import { cents, formatEuros } from '#domain/money'
import type { Role } from '#domain/roles'
import { refundLimitOf } from '#domain/team'
import type { Connection } from '../db/database.ts'
import type { Mode, Scope } from '../db/scope.ts'
import { sql } from '../db/sql.ts'
import { Refusal } from '../http/refusal.ts'

/** What somebody may give back now, in cents; null: no limit. */
export type RefundLimits = { perRefund: number | null; dayLimit: number | null; dayLeft: number | null }

type Row = { role: Role; refund_limit_cents: bigint | null; refund_day_limit_cents: bigint | null; spent: bigint }

const numberOf = (value: bigint | null): number | null => (value === null ? null : Number(value))

/** A person's limits and what is left of today, read afresh: what the caller was a second ago is not enough to move money. */
export async function readLimits(db: Connection, mode: Mode, userId: string, now: Date): Promise<RefundLimits> {
  const row = await db.first<Row>(sql`select u.role, u.refund_limit_cents, u.refund_day_limit_cents, coalesce(d.spent_cents, 0) as spent
    from users u left join refund_days d on d.user_id = u.id and d.mode = ${mode} and d.on_day = ${madridDay(now)}::date where u.id = ${userId}`)
  if (!row) throw new Refusal('PermissionDenied')
  const dayLimit = numberOf(row.refund_day_limit_cents)
  return {
    perRefund: refundLimitOf({ role: row.role, refundLimitCents: numberOf(row.refund_limit_cents) }),
    dayLimit,
    dayLeft: dayLimit === null ? null : Math.max(0, dayLimit - Number(row.spent)),
  }
}

/** Whose limits they are: what a person can do about them is nothing that a program can. */
type LimitsOf = 'person' | 'key'

/** Refuses with PermissionDenied an amount beyond the limit of one refund, or beyond what is left of the day. */
export function assertWithin({ perRefund, dayLimit, dayLeft }: RefundLimits, amountCents: number, whose: LimitsOf): void {
  if (perRefund !== null && amountCents > perRefund)
    throw new Refusal('PermissionDenied', { why: whose === 'key' ? 'keyLimit' : 'limit', values: { limit: formatEuros(cents(perRefund)) } })
  if (dayLimit !== null && dayLeft !== null && amountCents > dayLeft) throw beyondDay(dayLimit, dayLeft, whose)
}

const beyondDay = (dayLimit: number, dayLeft: number, whose: LimitsOf = 'person') =>
  new Refusal('PermissionDenied', {
    why: whose === 'key' ? 'keyDayLimit' : 'dayLimit',
    values: { limit: formatEuros(cents(dayLimit)), left: formatEuros(cents(dayLeft)) },
  })

/**
 * Counts an amount in somebody's day, under the limit of the day: one guarded write, so that of refunds that race, in whichever shops, only as many
 * pass as there is left. To be called under the operation's lock. Refuses with PermissionDenied.
 */
export async function chargeDay(
  db: Connection,
  { mode }: Scope,
  { userId, dayLimit, amountCents, now }: { userId: string; dayLimit: number | null; amountCents: number; now: Date },
): Promise<void> {
  const counted = sql`insert into refund_days as d (user_id, mode, on_day, spent_cents)
    select ${userId}::uuid, ${mode}::mode, ${madridDay(now)}::date, ${amountCents}::bigint
    where ${amountCents}::bigint <= coalesce(${dayLimit}::bigint, ${amountCents}::bigint)
    on conflict (user_id, mode, on_day) do update set spent_cents = d.spent_cents + excluded.spent_cents
      where ${dayLimit}::bigint is null or d.spent_cents + excluded.spent_cents <= ${dayLimit}::bigint`
  // Without a limit there is nothing to wait for.
  if (dayLimit === null) return db.send(counted)
  if ((await db.run(counted)) > 0) return
  const { dayLeft } = await readLimits(db, mode, userId, now)
  throw beyondDay(dayLimit, dayLeft ?? 0)
}

/** Gives a refund that was undone back to the day that it counted in. */
export function dischargeDay(db: Connection, { merchantId, mode }: Scope, refundId: string): void {
  db.send(sql`update refund_days d set spent_cents = greatest(0, d.spent_cents - r.amount_cents) from refunds r
    where r.merchant_id = ${merchantId} and r.mode = ${mode} and r.id = ${refundId} and d.user_id = r.charged_to and d.mode = r.mode
      and d.on_day = (r.created_at at time zone 'Europe/Madrid')::date`)
}

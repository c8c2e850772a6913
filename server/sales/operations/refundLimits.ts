import { addDays, madridDay, startOfMadridDay } from '#domain/platform/dates'
import { cents, centsOrNull, formatEuros } from '#domain/platform/money'
import type { Role } from '#domain/access/roles'
import { refundLimitOf } from '#domain/access/team'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'

/** What somebody may refund now, in cents; null: no limit. */
export type RefundLimits = { perRefund: number | null; dayLimit: number | null; dayLeft: number | null }

type Row = { role: Role; refund_limit_cents: bigint | null; refund_day_limit_cents: bigint | null; spent: string }

type Day = { scope: Scope; userId: string; now: Date }

/** The account whose limits apply to what is refunded in a shop. */
const accountOf = ({ merchantId }: Scope): Sql => sql`(select m.account_id from merchants m where m.id = ${merchantId})`

/** What somebody has refunded on a Madrid day, in cents, over all shops of the shop's account in its mode. */
const spentOn = ({ scope, userId, now }: Day): Sql => sql`(select coalesce(sum(s.spent_cents), 0) from refund_spendings s
  where s.user_id = ${userId}::uuid and s.account_id = ${accountOf(scope)} and s.mode = ${scope.mode}::mode and s.on_day = ${madridDay(now)}::date)`

/** A person's limits in a shop's account and what is left of today, read afresh: a cached caller is not recent enough to move money. */
export async function readLimits(db: Connection, scope: Scope, userId: string, now: Date): Promise<RefundLimits> {
  const row = await db.first<Row>(sql`select u.role, u.refund_limit_cents, u.refund_day_limit_cents,
      case when u.refund_day_limit_cents is null then 0 else ${spentOn({ scope, userId, now })} end as spent
    from memberships u where u.user_id = ${userId} and u.account_id = ${accountOf(scope)}`)
  if (!row) throw new Refusal('PermissionDenied')
  const dayLimit = centsOrNull(row.refund_day_limit_cents)
  return {
    perRefund: refundLimitOf({ role: row.role, refundLimitCents: centsOrNull(row.refund_limit_cents) }),
    dayLimit,
    dayLeft: dayLimit === null ? null : Math.max(0, dayLimit - Number(row.spent)),
  }
}

/** Whose limits apply: a person is given advice that makes no sense to a program. */
type LimitsOf = 'person' | 'key'

/** Refuses with PermissionDenied an amount beyond the limit per refund, or beyond what is left of the day. */
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

type Spending = { userId: string; refundId: string; dayLimit: number | null; amountCents: number; now: Date }

/** A refund that counts against somebody's day, as a row of its own. */
const spendingRow = (scope: Scope, { userId, refundId, amountCents, now }: Spending): Sql =>
  sql`insert into refund_spendings (user_id, account_id, mode, on_day, refund_id, spent_cents)
    select ${userId}::uuid, ${accountOf(scope)}, ${scope.mode}::mode, ${madridDay(now)}::date, ${refundId}::uuid, ${amountCents}::bigint`

/** Named queries that count a refund against the day of somebody without a limit: their refunds do not wait for each other. */
export const spendingQueries = (scope: Scope, spending: Spending): Sql[] =>
  spending.dayLimit === null ? [sql`spending as (${spendingRow(scope, spending)})`] : []

/**
 * Counts a refund against the day of somebody with a daily limit, one after another, so that concurrent refunds in any shops succeed only up to the limit.
 * Call it last: it holds the person's lock until the transaction ends. Refuses with PermissionDenied.
 */
export async function chargeDay(db: Connection, scope: Scope, spending: Spending): Promise<void> {
  const { userId, dayLimit, amountCents, now } = spending
  if (dayLimit === null) return
  // Two statements in one round trip: the second sees what the previous holder of the lock committed.
  db.send(sql`select pg_advisory_xact_lock(hashtextextended(${`day limit ${userId} ${scope.mode}`}, 0))`)
  const counted = await db.run(sql`${spendingRow(scope, spending)}
    where ${amountCents}::bigint + ${spentOn({ scope, userId, now })} <= ${dayLimit}::bigint`)
  if (counted > 0) return
  const { dayLeft } = await readLimits(db, scope, userId, now)
  throw beyondDay(dayLimit, dayLeft ?? 0)
}

/** Returns the amount of an undone refund to the day it counted against. */
export function dischargeDay(db: Connection, scope: Scope, refundId: string): void {
  db.send(sql`delete from refund_spendings s using refunds r
    where ${inScope(scope, 'r')} and r.id = ${refundId} and s.user_id = r.charged_to and s.mode = r.mode
      and s.on_day = (r.created_at at time zone 'Europe/Madrid')::date and s.refund_id = r.id`)
}

/**
 * A key's limits and what is left of its day. Refunds of a key with a daily limit are serialised until the transaction ends, so that concurrent ones succeed
 * only up to the limit. Refuses with PermissionDenied a key of another shop.
 */
export async function readKeyLimits(db: Connection, scope: Scope, keyId: string | null, now: Date): Promise<RefundLimits> {
  const key = await db.first<Omit<Row, 'role' | 'spent'>>(sql`select k.refund_limit_cents, k.refund_day_limit_cents from api_keys k
    where ${inScope(scope, 'k')} and k.id = ${keyId}::uuid`)
  if (!key) throw new Refusal('PermissionDenied')
  const dayLimit = centsOrNull(key.refund_day_limit_cents)
  const limits = { perRefund: centsOrNull(key.refund_limit_cents), dayLimit }
  if (dayLimit === null) return { ...limits, dayLeft: null }
  db.send(sql`select pg_advisory_xact_lock(hashtextextended(${`key_refunds/${keyId}`}, 0))`)
  const today = madridDay(now)
  const day = await db.first<{ spent: bigint }>(sql`select coalesce(sum(r.amount_cents), 0)::bigint as spent from refunds r
    where ${inScope(scope, 'r')} and r.key_id = ${keyId}::uuid and r.state <> 'undone'
      and r.created_at >= ${startOfMadridDay(today)} and r.created_at < ${startOfMadridDay(addDays(today, 1))}`)
  return { ...limits, dayLeft: Math.max(0, dayLimit - Number(day?.spent ?? 0)) }
}

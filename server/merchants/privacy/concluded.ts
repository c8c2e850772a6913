import { addDays, type LocalDate } from '#domain/platform/dates'
import { REFUND_DAYS } from '#domain/money/directDebit'
import { PAYMENT_RETURN_DAYS } from '#domain/money/settlement'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, named, sql, type Sql } from '../../platform/database/sql.ts'

/** Operations `o` of a shop and mode whose customer is not hidden yet. */
export const notHidden = (scope: Scope): Sql => sql`${inScope(scope, 'o')} and o.customer_hidden_at is null`

/** `concludedStates` of the domain, literally as in the index `operations_to_hide`: with parameters PostgreSQL would not match the index. */
export const concluded: Sql = sql`o.substatus in ('payment_completed', 'stopped_merchant', 'stopped_customer', 'stopped_duplicated', 'rejected')`

/** When operation `o` concluded; for operations without `concluded_at`, the last movement of money. */
export const concludedAt: Sql = sql`coalesce(o.concluded_at, greatest(o.created_at, o.ended_at, o.last_captured_at,
  (select max(i.paid_at) from instalments i where i.merchant_id = o.merchant_id and i.mode = o.mode and i.operation_id = o.id),
  (select max(r.completed_at) from refunds r where r.merchant_id = o.merchant_id and r.mode = o.mode and r.operation_id = o.id)))`

/** Condition that a column's operation is among some ids of a shop and mode. */
export const ofThese = (alias: string, scope: Scope, operationIds: readonly string[]): Sql =>
  sql`${inScope(scope, alias)} and ${named(alias)}.operation_id = any(${[...operationIds]}::uuid[])`

/** A shop's open money: how many of each kind, and the last Madrid day on which something happened. */
export type OpenMoney = { open: Partial<Record<OpenKind, number>>; lastOn: LocalDate | null }
type OpenKind = keyof Counted
type Counted = {
  operations: number
  refunds: number
  lines: number
  payments: number
  paymentReturns: number
  debt: number
  reserve: number
  debits: number
  debitReturns: number
  claims: number
  invoices: number
}

const madridDayOf = (instant: Sql): Sql => sql`(${instant} at time zone 'Europe/Madrid')::date`

/**
 * Reads everything that a shop is still owed, owes or is claimed from it, and what a bank may still return on a day; `debt` counts its last
 * settlement, if that left one. Unauthorised debits can be returned for thirteen months: the end does not wait for these.
 */
export async function readOpenMoney(db: Connection, scope: Scope, today: LocalDate): Promise<OpenMoney> {
  const row = await db.first<Counted & { lastOn: LocalDate | null }>(sql`
    with s as (select s.* from settlements s where ${inScope(scope, 's')}),
      p as (select p.* from payouts p where ${inScope(scope, 'p')}),
      d as (select d.* from debits d where ${inScope(scope, 'd')}),
      c as (select c.* from settlement_claims c where ${inScope(scope, 'c')}),
      o as (select o.substatus, o.held_cents, ${concludedAt} as concluded_at from operations o where ${inScope(scope, 'o')})
    select (select count(*)::integer from o where not (${concluded})) as operations,
      (select count(*)::integer from o where o.held_cents > 0) as refunds,
      (select count(*)::integer from settlement_lines l where ${inScope(scope, 'l')} and l.settlement_id is null) as lines,
      (select count(*)::integer from s where s.status in ('closed', 'returned') and s.net_cents > 0) as payments,
      (select count(*)::integer from p where p.state = 'confirmed' and ${madridDayOf(sql`p.done_at`)} > ${addDays(today, -PAYMENT_RETURN_DAYS)}) as "paymentReturns",
      (select count(*)::integer from s where s.value_on = (select max(value_on) from s) and s.closing_cents <> 0) as debt,
      (select count(*)::integer from s where s.reserve_held_cents < 0 and s.reserve_released_in is null) as reserve,
      (select count(*)::integer from d where d.state in ('notified', 'sent')) as debits,
      (select count(*)::integer from d where d.state = 'booked' and ${madridDayOf(sql`d.booked_at`)} >= ${addDays(today, -REFUND_DAYS)}) as "debitReturns",
      (select count(*)::integer from c where c.state <> 'closed') as claims,
      (select count(*)::integer from s where s.invoice_id is null and s.fees_cents + s.fee_refunds_cents <> 0) as invoices,
      greatest((select max(s.value_on) from s), (select max(i.issued_on) from invoices i where ${inScope(scope, 'i')}), ${madridDayOf(sql`greatest(
        (select max(o.concluded_at) from o), (select max(r.completed_at) from refunds r where ${inScope(scope, 'r')}), (select max(p.done_at) from p),
        (select max(coalesce(d.done_at, d.booked_at, d.announced_at)) from d), (select max(c.closed_at) from c))`)}) as "lastOn"`)
  if (!row) throw new Error(`no open money read for merchant ${scope.merchantId} (${scope.mode})`)
  const { lastOn, ...counted } = row
  return { open: Object.fromEntries(Object.entries(counted).filter(([, many]) => many > 0)), lastOn }
}

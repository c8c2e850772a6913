import { type ProviderEventSubject, type ProviderEventType, subjectOfEvent } from '#domain/provider/events'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { mintScope, type Mode, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'

/** An event as it was written. */
export type WrittenEvent = {
  type: ProviderEventType
  account_id: string | null
  merchant_id: string | null
  mode: Mode
  object_id: string
  data: Record<string, unknown>
}
type Facts = Record<string, unknown>
/** The id of an object of a shop, and the object under its name. */
type Reading = { name: string; of: (id: string, scope: Scope) => Sql }

const hex = (id: Sql): Sql => sql`replace(${id}::text, '-', '')`

const operation: Reading = {
  name: 'operation',
  of: (
    id,
    scope,
  ) => sql`select o.mid, o.category, o.substatus, o.status_reason, o.suspension_reason, o.channel, o.product, o.currency, o.total_cents as amount,
      o.captured_cents as captured_amount, o.refunded_cents as refunded_amount, o.num_instalments, o.paid_instalments, o.settlement_status, o.created_at, o.confirmed_at
    from operations o where ${inScope(scope, 'o')} and o.id = ${id}`,
}
const settlement: Reading = {
  name: 'settlement',
  of: (
    id,
    scope,
  ) => sql`select s.reference, s.value_on, s.status, s.opening_cents as opening_balance, s.sales_cents as sales, s.refunds_cents + s.cancellations_cents as refunds,
      s.fees_cents + s.fee_refunds_cents + s.minimum_fees_cents as fees, s.vat_cents + s.vat_refunds_cents as vat, s.net_cents as net_amount,
      s.closing_cents as closing_balance, s.cut_off_at, s.paid_at
    from settlements s where ${inScope(scope, 's')} and s.id = ${id}`,
}
const payout: Reading = {
  name: 'payout',
  of: (
    id,
    scope,
  ) => sql`select ${hex(sql`p.settlement_id`)} as settlement_id, p.reference, p.amount_cents as amount, p.value_on, p.state, p.return_code, p.sent_at, p.done_at
    from payouts p where ${inScope(scope, 'p')} and p.settlement_id = ${id}`,
}
const debit: Reading = {
  name: 'debit',
  of: (
    id,
    scope,
  ) => sql`select d.reference, d.announced_cents as announced_amount, d.charged_cents as charged_amount, d.due_on, d.state, d.reason_code, d.announced_at,
      d.booked_at
    from debits d where ${inScope(scope, 'd')} and d.id = ${id}`,
}
const credit: Reading = {
  name: 'credit',
  of: (
    id,
    scope,
  ) => sql`select ${hex(sql`c.operation_id`)} as operation_id, c.state, c.amount_cents as amount, c.paid_cents as paid_amount, c.under_way_cents as under_way_amount,
      c.created_at, c.asked_at, c.paid_at
    from customer_credits c where ${inScope(scope, 'c')} and c.id = ${id}`,
}
const claim: Reading = {
  name: 'claim',
  of: (
    id,
    scope,
  ) => sql`select ${hex(sql`c.settlement_id`)} as settlement_id, c.about, c.state, c.difference_cents as difference, c.opened_at, c.answered_at, c.closed_at
    from settlement_claims c where ${inScope(scope, 'c')} and c.id = ${id}`,
}

/** What a shop's events are about, read within the shop's scope. */
const ofShop: Partial<Record<ProviderEventSubject, Reading>> = { operation, dispute: operation, settlement, payout, debit, credit, claim }

/** Of tables that belong to no shop. */
const ofAccount: Partial<Record<ProviderEventSubject, { name: string; of: (id: string) => Sql }>> = {
  account: {
    name: 'account',
    of: (id) => sql`select a.type, a.created_at, a.disabled_at, a.relation_ended_on as ended_on, coalesce(e.name, '') as company
      from accounts a left join enterprises e on e.account_id = a.id where a.id = ${id}`,
  },
  merchant: {
    name: 'merchant',
    of: (id) => sql`select m.name, m.url, m.status, m.live_on, m.created_at from merchants m where m.id = ${id}`,
  },
  application: {
    name: 'application',
    of: (id) => sql`select m.name, s.business_activity, s.submitted_at, s.outcome, s.decided_at, o.status as onboarding
      from shop_applications s join merchants m on m.id = s.merchant_id left join onboardings o on o.account_id = s.account_id where s.merchant_id = ${id}`,
  },
  document: {
    name: 'document',
    of: (id) =>
      sql`select d.type, d.side, d.status, d.rejection_reason, d.uploaded_at, d.reviewed_at, d.expires_on from documents d where d.id = ${id}`,
  },
}

/** The `data` of an event's message: its ids, what it was written with, and what is true of its object now; null: that is gone. */
export async function dataOf(database: Database, event: WrittenEvent): Promise<Facts> {
  const subject = subjectOfEvent(event.type)
  const { account_id: accountId, merchant_id: merchantId, mode, object_id: objectId, data } = event
  const ids = {
    mode,
    account_id: accountId && hexOf(accountId),
    ...(merchantId !== null && { merchant_id: hexOf(merchantId) }),
    ...idOf(subject, objectId),
  }
  const shop = ofShop[subject]
  if (shop && merchantId !== null) {
    const scope = mintScope(merchantId, mode)
    return { ...ids, ...data, [shop.name]: await database.read(scope, (db) => read(db, shop.of(objectId, scope))) }
  }
  const other = ofAccount[subject]
  if (!other) throw new Error(`event ${event.type} of ${objectId} has no object to read`)
  return { ...ids, ...data, [other.name]: await database.read(null, (db) => read(db, other.of(objectId))) }
}

/** The id of an object that is neither the account nor the shop. */
function idOf(subject: ProviderEventSubject, objectId: string): Record<string, string> {
  if (subject === 'account' || subject === 'merchant' || subject === 'application') return {}
  if (subject === 'dispute') return { operation_id: hexOf(objectId) }
  return { [subject === 'payout' ? 'settlement_id' : `${subject}_id`]: hexOf(objectId) }
}

async function read(db: Connection, query: Sql): Promise<Facts | null> {
  const row = await db.first<Facts>(query)
  return row
    ? Object.fromEntries(Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]))
    : null
}

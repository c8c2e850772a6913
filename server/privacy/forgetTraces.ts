import type { Connection } from '../db/database.ts'
import type { Scope } from '../db/scope.ts'
import { sql } from '../db/sql.ts'
import { hexOf } from '../http/wire.ts'
import { documentHash } from '../payments/documentHash.ts'
import { forgetMembers, membersOf } from './forgetMembers.ts'
import type { Gone } from './hideCustomers.ts'

/** What an operation knows of its customer. */
export type KnownCustomer = {
  id: string
  first_name: string
  last_name: string
  email: string
  phone: string | null
  document_number: string | null
  created_at: Date
}

/** Types of report whose files name customers. */
const namingReports = ['operations', 'settlements', 'refunds', 'instalment_calendar', 'reconciliation', 'month_package']

/**
 * Removes, where it was asked for, what names a customer beside their operation: files of reports, audiences, bank checks, notices, filters of views, and the
 * words in first answers to writes, which stay answers. What the clock hides needs none of it: all of these have a shorter time of their own. To be called
 * before the customer is hidden, in the same transaction.
 */
export async function forgetTraces(
  db: Connection,
  scope: Scope,
  customer: KnownCustomer,
  { accountId, secret, now }: { accountId: string; secret: string; now: Date },
): Promise<Pick<Gone, 'reports' | 'audiences' | 'checks' | 'replies'>> {
  const words = [...new Set([customer.email, customer.phone, customer.document_number].flatMap((word) => word || []))]
  forgetNotices(db, scope, customer.id)
  forgetFilters(db, scope, words)
  const [reports, audiences, checks, replies] = await Promise.all([
    forgetReports(db, scope, customer.created_at, now),
    forgetMembers(db, scope, membersOf(scope, { ...customer, documentNumber: customer.document_number }, secret)),
    customer.document_number === null
      ? 0
      : db.run(sql`delete from bank_consents b where b.account_id = ${accountId} and b.mode = ${scope.mode}
          and b.document_hash = ${documentHash(secret, customer.document_number)}`),
    forgetReplies(db, customer, words),
  ])
  return { reports, audiences, checks, replies }
}

/** Each file that may hold a line of the operation goes, whole; what it was stays in the history, and it can be made again. One under way is begun anew by hand. */
async function forgetReports(db: Connection, scope: Scope, since: Date, now: Date): Promise<number> {
  const naming = sql`r.merchant_id = ${scope.merchantId} and r.mode = ${scope.mode} and r.type = any(${namingReports}::text[])`
  db.send(sql`update reports r set status = 'failed', problem = 'failed', failed_at = ${now} where ${naming} and r.status = 'processing'`)
  const gone = await db.rows<{ id: string }>(
    sql`update reports r set status = 'expired' where ${naming} and r.status = 'ready' and r.ready_at >= ${since} returning r.id`,
  )
  db.send(sql`delete from report_parts p where p.merchant_id = ${scope.merchantId} and p.mode = ${scope.mode}
    and p.report_id in (select r.id from reports r where ${naming} and r.status in ('expired', 'failed'))`)
  return gone.length
}

/** Notices of an operation may say whose it is. */
function forgetNotices(db: Connection, { merchantId }: Scope, operationId: string): void {
  db.send(sql`delete from notifications n where n.account_id = (select m.account_id from merchants m where m.id = ${merchantId})
    and n.merchant_id = ${merchantId} and position(${hexOf(operationId)} in n.action_url) > 0`)
}

/** What people searched for and kept as a view, or had a report made by. */
function forgetFilters(db: Connection, { merchantId, mode }: Scope, words: readonly string[]): void {
  const without = sql`(select coalesce(jsonb_agg(f), '[]') from jsonb_array_elements(t.filters) f where lower(f->>'value') <> all(${words.map((word) => word.toLowerCase())}::text[]))`
  db.send(
    sql`update operation_views t set filters = ${without} where t.merchant_id = ${merchantId} and t.mode = ${mode} and t.filters <> ${without}`,
  )
  db.send(
    sql`update reports t set filters = ${without} where t.merchant_id = ${merchantId} and t.mode = ${mode} and t.filters <> ${without}`,
  )
}

/** A repeat of the same write is still answered, as it was but for the person. */
function forgetReplies(db: Connection, customer: KnownCustomer, words: readonly string[]): Promise<number> {
  const names = [`${customer.first_name} ${customer.last_name}`.trim(), customer.first_name, customer.last_name]
  const texts = [...words, ...names].filter((word) => word !== '')
  const cleaned = texts.reduce((body, word) => sql`replace(${body}, ${JSON.stringify(word)}, '""')`, sql`k.body`)
  return db.run(
    sql`update idempotency_keys k set body = ${cleaned} where position(${hexOf(customer.id)} in k.body) > 0 and k.body <> ${cleaned}`,
  )
}

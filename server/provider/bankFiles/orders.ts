import { cents, type Cents } from '#domain/platform/money'
import type { KnownOrder, OrderKind, OrderState } from '#domain/money/bankStatus/judgeStatus'
import { all, at, centsOf, parseBankXml, textAt } from '#domain/money/bankStatement/bankXml'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'

/** An order of ours by the id that the bank knows. */
export type FoundOrder = { kind: OrderKind; merchantId: string; reference: string }

/** Our orders among these ids. */
export async function findOrders(db: Connection, ids: readonly string[]): Promise<Map<string, FoundOrder>> {
  const rows = await db.rows<{ kind: OrderKind; merchant_id: string; reference: string }>(
    sql`select b.kind, b.merchant_id, b.reference from bank_references b where b.kind in ('payout', 'debit', 'credit') and b.reference = any(${ids}::text[])`,
  )
  return new Map(rows.map(({ kind, merchant_id: merchantId, reference }) => [reference, { kind, merchantId, reference }]))
}

/** An order in a file that we sent. */
export type SentOrder = { reference: string; paymentId: string; amountCents: Cents }

/** The orders of a file that we sent, as it was sent; undefined: no such file. */
export async function sentOrders(db: Connection, messageId: string): Promise<SentOrder[] | undefined> {
  const file = await db.first<{ xml: string }>(sql`select f.xml from payout_files f where f.message_id = ${messageId}`)
  if (!file) return undefined
  const parsed = parseBankXml(file.xml)
  const message = 'root' in parsed ? (at(parsed.root, 'CstmrCdtTrfInitn') ?? at(parsed.root, 'CstmrDrctDbtInitn')) : undefined
  if (!message) throw new Error(`the stored file ${messageId} cannot be read`)
  return all(message, 'PmtInf').flatMap((block) =>
    [...all(block, 'CdtTrfTxInf'), ...all(block, 'DrctDbtTxInf')].map((order) => ({
      reference: textAt(order, 'PmtId', 'EndToEndId'),
      paymentId: textAt(block, 'PmtInfId'),
      amountCents: centsOf(at(order, 'Amt', 'InstdAmt') ?? at(order, 'InstdAmt')) ?? cents(0),
    })),
  )
}

/** What is known of an order, with its id. */
export type StoredOrder = KnownOrder & { id: string }
type Row = { id: string; state: string; amount_cents: bigint }

const source: Readonly<Record<OrderKind, (scope: Scope, reference: string) => Sql>> = {
  payout: (scope, reference) =>
    sql`select p.settlement_id as id, p.state, p.amount_cents from payouts p where ${inScope(scope, 'p')} and p.reference = ${reference}`,
  debit: (scope, reference) =>
    sql`select d.id, d.state, coalesce(d.charged_cents, d.announced_cents) as amount_cents from debits d where ${inScope(scope, 'd')} and d.reference = ${reference}`,
  credit: (scope, reference) =>
    sql`select p.id, p.state, p.amount_cents from credit_payments p where ${inScope(scope, 'p')} and p.kind = 'transfer' and p.reference = ${reference}`,
}

const states: Readonly<Record<string, OrderState>> = {
  confirmed: 'executed',
  booked: 'executed',
  succeeded: 'executed',
  returned: 'returned',
  declined: 'returned',
  rejected: 'rejected',
}

/** An order as it is now, read in its shop's scope. */
export async function readOrder(db: Connection, { kind, merchantId, reference }: FoundOrder): Promise<StoredOrder> {
  const scope = mintScope(merchantId, 'live')
  const row = await db.first<Row>(source[kind](scope, reference))
  const rejected = await db.first(sql`select from bank_file_lines l where l.reference = ${reference} and l.outcome = 'rejected'
    and l.result in ('applied', 'matched') limit 1`)
  const wasRejected = rejected !== undefined
  if (!row) return { kind, id: '', state: 'superseded', amountCents: null, wasRejected }
  return { kind, id: row.id, state: states[row.state] ?? 'open', amountCents: cents(row.amount_cents), wasRejected }
}

/** Locks an order until the transaction of its shop ends, so that what is read of it holds. */
export async function lockOrder(db: Connection, { kind, merchantId, reference }: FoundOrder): Promise<void> {
  const scope = mintScope(merchantId, 'live')
  if (kind === 'payout') await db.run(sql`select from payouts p where ${inScope(scope, 'p')} and p.reference = ${reference} for update`)
  if (kind === 'credit')
    await db.run(sql`select from operations o where ${inScope(scope, 'o')} and o.id = (select c.operation_id from customer_credits c
      join credit_payments p on ${inScope(scope, 'p')} and p.credit_id = c.id where ${inScope(scope, 'c')} and p.reference = ${reference} and p.kind = 'transfer')
      for no key update`)
}

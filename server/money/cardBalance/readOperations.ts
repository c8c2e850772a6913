import type { BookedOperation, BookedPayment } from '#domain/money/cardBalance'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'

/** Journals of card payments; those of credits may also be transfers. */
const kinds = sql`('capture', 'instalment', 'dispute', 'credit_payment')`

/** The operations of a shop whose money moved between two instants, by its ledger. */
export async function operationsBooked(db: Connection, scope: Scope, from: Date, until: Date): Promise<string[]> {
  const rows = await db.rows<{ operation_id: string }>(sql`select distinct j.operation_id from ledger_journals j
    where ${inScope(scope, 'j')} and j.at >= ${from} and j.at < ${until} and j.kind in ${kinds} and j.operation_id is not null`)
  return rows.map(({ operation_id: id }) => id)
}

type PaymentRow = {
  operation_id: string
  type: BookedPayment['about']['type']
  id: string
  cents: bigint
  is_open: boolean
  began_at: Date
}

type LedgerRow = { operation_id: string; cents: string; last_at: Date }

/** What the books say of the card payments of some operations of a shop. */
export async function readOperations(db: Connection, scope: Scope, operationIds: readonly string[]): Promise<BookedOperation[]> {
  const ids = sql`any(${operationIds}::uuid[])`
  const [payments, ledger] = await Promise.all([
    db.rows<PaymentRow>(sql`
      select c.operation_id, 'charge' as type, c.id::text as id, case when c.state = 'captured' then c.amount_cents else 0 end as cents, false as is_open, c.created_at as began_at
        from charges c where ${inScope(scope, 'c')} and c.operation_id = ${ids} and c.state in ('captured', 'released')
      union all select c.operation_id, 'refund', p.id::text, case when p.state = 'declined' then 0 else -p.amount_cents end, p.state in ('asked', 'pending'), p.created_at
        from charges c join credit_payments p on ${inScope(scope, 'p')} and p.charge_id = c.id
        where ${inScope(scope, 'c')} and c.operation_id = ${ids}
      union all select d.operation_id, 'dispute', d.reference, -d.withdrawn_cents - d.fee_cents, false, d.opened_at
        from card_disputes d where ${inScope(scope, 'd')} and d.operation_id = ${ids}`),
    db.rows<LedgerRow>(sql`select j.operation_id, coalesce(sum(l.amount_cents) filter (where l.account = 'cash' and j.kind <> 'credit_payment'), 0) as cents, max(j.at) as last_at
      from ledger_journals j join ledger_lines l on l.merchant_id = j.merchant_id and l.mode = j.mode and l.journal_id = j.id
      where ${inScope(scope, 'j')} and j.operation_id = ${ids} and j.kind in ${kinds} group by 1`),
  ])
  const booked = new Map(ledger.map((row) => [row.operation_id, row]))
  const paid = Map.groupBy(payments, (row) => row.operation_id)
  return operationIds.map((operationId) => {
    const own = (paid.get(operationId) ?? []).map(paymentOf)
    // Credits are also paid by transfer: what went to cards is in their own rows, which the books are proved by.
    const refunded = own.reduce((sum, { about, cents, isOpen }) => sum + (about.type === 'refund' && !isOpen ? cents : 0), 0)
    const lines = booked.get(operationId)
    return { operationId, payments: own, ledgerCents: Number(lines?.cents ?? 0) + refunded, lastBookedAt: lines?.last_at ?? null }
  })
}

const paymentOf = ({ type, id, cents, is_open: isOpen, began_at: beganAt }: PaymentRow): BookedPayment => ({
  about: { type, id },
  cents: Number(cents),
  isOpen,
  beganAt,
})

/** What the ledger of a shop says that cards paid between two instants, less refunds, disputes and their fees; in cents. */
export async function ledgerCentsOf(db: Connection, scope: Scope, from: Date, until: Date): Promise<number> {
  const row = await db.first<{ cents: string }>(sql`select
      coalesce((select sum(l.amount_cents) from ledger_journals j join ledger_lines l on l.merchant_id = j.merchant_id and l.mode = j.mode and l.journal_id = j.id and l.account = 'cash'
        where ${inScope(scope, 'j')} and j.at >= ${from} and j.at < ${until} and j.kind in ('capture', 'instalment', 'dispute')), 0)
      - coalesce((select sum(p.amount_cents) from credit_payments p where ${inScope(scope, 'p')} and p.kind = 'card' and p.state = 'succeeded'
          and p.done_at >= ${from} and p.done_at < ${until} and p.credit_id in (select c.id from ledger_journals j join customer_credits c on ${inScope(scope, 'c')} and c.operation_id = j.operation_id
            where ${inScope(scope, 'j')} and j.at >= ${from} and j.at < ${until} and j.kind = 'credit_payment')), 0) as cents`)
  return Number(row?.cents ?? 0)
}

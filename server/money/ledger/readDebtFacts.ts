import { localDate, madridDay } from '#domain/platform/dates'
import type { DebtFacts } from '#domain/money/directDebit'
import { cents, type Cents } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { readDebt } from './readDebt.ts'

/** A debit that was announced or that the bank has. */
export type UnderWay = { id: string; reference: string; state: 'notified' | 'sent'; mandate_id: string; due_on: string }

/** What decides on a shop's debt. `returnedCents`: what the shop's bank took back and the next settlement charges again, positive. */
export type ReadFacts = { facts: DebtFacts; underWay: UnderWay | undefined; returnedCents: Cents }

/** Reads what decides on a shop's debt: what it owes, what waits, its mandate, and what became of debits of this debt. */
export async function readDebtFacts(db: Connection, scope: Scope, now: Date): Promise<ReadFacts> {
  const { merchantId, mode } = scope
  const [debt, waiting, mandate, underWay] = await Promise.all([
    readDebt(db, scope),
    db.first<{ net: string; returned: string }>(
      sql`select coalesce(sum(l.net_cents), 0) as net, coalesce(-sum(l.net_cents) filter (where l.repayment_of in ('debit_return', 'transfer_back')), 0) as returned
        from settlement_lines l where l.merchant_id = ${merchantId} and l.mode = ${mode} and l.settlement_id is null`,
    ),
    db.first<{
      id: string
    }>(sql`select d.id from debit_mandates d join merchants m on m.id = d.merchant_id join bank_accounts b on b.id = m.bank_account_id
      where d.merchant_id = ${merchantId} and d.mode = ${mode} and d.ended_at is null and b.id = d.bank_account_id and b.iban = d.iban`),
    db.first<UnderWay>(sql`select d.id, d.reference, d.state, d.mandate_id, d.due_on from debits d
      where d.merchant_id = ${merchantId} and d.mode = ${mode} and d.state in ('notified', 'sent')`),
  ])
  const failed = debt
    ? await db.rows<{ mandate_id: string; reason_code: string | null }>(sql`select d.mandate_id, d.reason_code from debits d
        where d.merchant_id = ${merchantId} and d.mode = ${mode} and d.debt_since = ${debt.since} and d.state in ('rejected', 'returned')`)
    : []
  const today = madridDay(now)
  const facts: DebtFacts = {
    debtCents: cents(debt?.amountCents ?? 0),
    since: debt?.since ?? today,
    waitingCents: cents(Number(waiting?.net ?? 0)),
    today,
    mandateId: mandate?.id ?? null,
    failed: failed.map((one) => ({ mandateId: one.mandate_id, code: one.reason_code })),
    underWay: underWay ? { dueOn: localDate(underWay.due_on) } : null,
  }
  return { facts, underWay, returnedCents: cents(Number(waiting?.returned ?? 0)) }
}

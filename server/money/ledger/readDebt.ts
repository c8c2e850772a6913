import { localDate, type LocalDate, madridDay } from '#domain/platform/dates'
import type { DebtFacts } from '#domain/money/directDebit'
import { cents, type Cents } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'

/** A shop's debt after its last settlement, in cents. */
export type Debt = { amountCents: number; since: LocalDate }

/**
 * A shop's debt and the value date since which it has owed without interruption; null: none after its last settlement. A debt repaid by a debit that the
 * bank then returned keeps its original age.
 */
export async function readDebt(db: Connection, scope: Scope): Promise<Debt | null> {
  const row = await db.first<{ closing_cents: bigint; since: string }>(sql`
    with last as (select s.value_on, s.closing_cents from settlements s where ${inScope(scope, 's')} order by s.value_on desc limit 1),
      began as (select min(s.value_on) as value_on from settlements s where ${inScope(scope, 's')}
        and s.value_on > coalesce((select max(p.value_on) from settlements p where ${inScope(scope, 'p')} and p.closing_cents >= 0), '-infinity'))
    select last.closing_cents, least(began.value_on, (select min(d.debt_since) from settlement_lines l
        join debits d on d.merchant_id = l.merchant_id and d.mode = l.mode and d.reference = l.repayment_reference
        where ${inScope(scope, 'l')} and l.kind = 'repayment' and l.repayment_of = 'debit_return' and l.settlement_id is not null and l.value_on >= began.value_on)) as since
    from last, began where last.closing_cents < 0`)
  return row ? { amountCents: -Number(row.closing_cents), since: localDate(row.since) } : null
}

/** A debit that was announced or sent. */
export type OpenDebit = { id: string; reference: string; state: 'notified' | 'sent'; mandate_id: string; due_on: string }

/** Facts that determine the next step of a shop's debt. `returnedCents`: returned debits that the next settlement charges again, positive. */
type ReadFacts = { facts: DebtFacts; underWay: OpenDebit | undefined; returnedCents: Cents }

/** Reads the facts about a shop's debt: the amount, unsettled lines, its mandate, and the outcome of earlier debits of this debt. */
export async function readDebtFacts(db: Connection, scope: Scope, now: Date): Promise<ReadFacts> {
  const [debt, waiting, mandate, underWay] = await Promise.all([
    readDebt(db, scope),
    db.first<{ net: string; returned: string }>(
      sql`select coalesce(sum(l.net_cents), 0) as net, coalesce(-sum(l.net_cents) filter (where l.repayment_of in ('debit_return', 'transfer_back')), 0) as returned
        from settlement_lines l where ${inScope(scope, 'l')} and l.settlement_id is null`,
    ),
    db.first<{
      id: string
    }>(sql`select d.id from debit_mandates d join merchants m on m.id = d.merchant_id join bank_accounts b on b.id = m.bank_account_id
      where ${inScope(scope, 'd')} and d.ended_at is null and b.id = d.bank_account_id and b.iban = d.iban`),
    db.first<OpenDebit>(sql`select d.id, d.reference, d.state, d.mandate_id, d.due_on from debits d
      where ${inScope(scope, 'd')} and d.state in ('notified', 'sent')`),
  ])
  const failed = debt
    ? await db.rows<{ mandate_id: string; reason_code: string | null }>(sql`select d.mandate_id, d.reason_code from debits d
        where ${inScope(scope, 'd')} and d.debt_since = ${debt.since} and d.state in ('rejected', 'returned')`)
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

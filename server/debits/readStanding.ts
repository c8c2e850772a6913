import { localDate, madridDay, type LocalDate } from '#domain/dates'
import { nextDebtStep, owedCents, type DebtFacts, type DebtStep } from '#domain/directDebit'
import { cents, ZERO, type Cents } from '#domain/money'
import type { Connection } from '../db/database.ts'
import type { Scope } from '../db/scope.ts'
import { sql } from '../db/sql.ts'
import { readDebt } from '../ledger/readDebt.ts'
import { readMandate, type StoredMandate } from './readMandate.ts'

/** A debit that was announced or that the bank has. */
export type UnderWay = { id: string; reference: string; state: 'notified' | 'sent'; mandate_id: string; due_on: string }

/** How a shop's debt stands; amounts in cents. */
export type DebtStanding = {
  debtCents: Cents
  since: LocalDate | null
  owed: Cents
  mandate: StoredMandate | undefined
  underWay: UnderWay | undefined
  next: DebtStep
}

/** Reads what decides on a shop's debt: what it owes, what waits, its mandate, and what became of debits of this debt. */
export async function readStanding(db: Connection, scope: Scope, now: Date): Promise<DebtStanding> {
  const { merchantId, mode } = scope
  const [debt, mandate, waiting, underWay] = await Promise.all([
    readDebt(db, scope),
    readMandate(db, scope),
    db.first<{ net: string }>(
      sql`select coalesce(sum(l.net_cents), 0) as net from settlement_lines l where l.merchant_id = ${merchantId} and l.mode = ${mode} and l.settlement_id is null`,
    ),
    db.first<UnderWay>(sql`select d.id, d.reference, d.state, d.mandate_id, d.due_on from debits d
      where d.merchant_id = ${merchantId} and d.mode = ${mode} and d.state in ('notified', 'sent')`),
  ])
  const today = madridDay(now)
  const failed = debt
    ? await db.rows<{ mandate_id: string; reason_code: string | null }>(sql`select d.mandate_id, d.reason_code from debits d
        where d.merchant_id = ${merchantId} and d.mode = ${mode} and d.debt_since = ${debt.since} and d.state in ('rejected', 'returned')`)
    : []
  const facts: DebtFacts = {
    debtCents: cents(debt?.amountCents ?? 0),
    since: debt?.since ?? today,
    waitingCents: cents(Number(waiting?.net ?? 0)),
    today,
    mandateId: mandate?.state === 'standing' ? mandate.id : null,
    failed: failed.map((one) => ({ mandateId: one.mandate_id, code: one.reason_code })),
    underWay: underWay ? { dueOn: localDate(underWay.due_on) } : null,
  }
  const { debtCents, waitingCents } = facts
  // Test mode owes nobody.
  const next: DebtStep = mode === 'sandbox' && debtCents > ZERO ? { step: 'covered', on: null } : nextDebtStep(facts)
  return { debtCents, since: debt?.since ?? null, owed: owedCents(debtCents, waitingCents), mandate, underWay, next }
}

import { madridDay } from '#domain/platform/dates'
import { type Cents, formatEuros } from '#domain/platform/money'
import type { CardAnswer } from '../../money/payments/cardProvider.ts'
import type { Services } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { lockBooks, type OperationBooks } from '../lifecycle/books.ts'
import { earlyRepaymentOf } from '../lifecycle/collection.ts'
import { scheduleCardCheck } from './cardDeadline.ts'
import { openCharges } from './openCharges.ts'
import { askCharges, settleCharges } from './settleCharges.ts'

/** What the customer wants to repay: the instalment `number`, or from it on `all`; and the amount that they saw. */
type WantedRepayment = { operationId: string; number: number; all: boolean; expectedCents: number; returnUrl: string }

/**
 * Charges an early repayment to the card on file and books the answer. The charge is recorded before the card is asked: a second press, or a retry after a
 * crash, is the same charge. Refuses with StepNotAllowed while another charge waits for its answer, or when nothing can be repaid early; with StaleAmount.
 */
export async function repayEarly(services: Services, scope: Scope, repayment: WantedRepayment): Promise<CardAnswer | null> {
  const { operationId } = repayment
  const charges = await services.database.write(scope, async (db) => {
    const again = !(await recordCharge(db, scope, repayment, services.now()))
    const opened = await openCharges(db, scope, { operationIds: [operationId], now: services.now() })
    return opened.charges.map((charge) => ({ ...charge, again }))
  })
  const { answered, failure } = await askCharges(services, scope, charges)
  if (failure !== undefined) throw failure
  await settleCharges(services, scope, answered)
  return answered[0]?.answer ?? null
}

/** False: it was recorded before. */
async function recordCharge(db: Connection, scope: Scope, repayment: WantedRepayment, now: Date): Promise<boolean> {
  const { operationId, number, all, returnUrl } = repayment
  const books = await lockBooks(db, scope, operationId)
  if (isRecorded(books, repayment)) return false
  if (books.askedInstalment !== null) throw new Refusal('StepNotAllowed', { why: 'charging' })
  const early = earlyRepaymentOf(books, all, madridDay(now))
  if (early === null) throw new Refusal('StepNotAllowed', { why: 'early' })
  if (early.number !== number || early.amountCents !== repayment.expectedCents) throw staleAmount(early.amountCents)
  // Waits for the provider from the start: the clock asks again if this process does not.
  const recorded =
    await db.run(sql`insert into charges (merchant_id, mode, id, operation_id, instalment, attempt, amount_cents, state, waits_for, return_url, repays_all, created_at)
    select p.merchant_id, p.mode, ${newId(now)}, p.operation_id, ${number}, 1 + (select coalesce(max(c.attempt), 0) from charges c
      where ${inScope(scope, 'c')} and c.operation_id = ${operationId} and coalesce(c.instalment, 0) = ${number}), ${early.amountCents}, 'asked', 'provider', ${returnUrl}, ${all}, ${now}
    from payment_methods p where ${inScope(scope, 'p')} and p.operation_id = ${operationId}`)
  if (recorded === 0) throw new Refusal('StepNotAllowed', { why: 'noCard' })
  scheduleCardCheck(db, scope, { operationId, waitsFor: 'provider', askedAt: now, now })
  return true
}

const isRecorded = ({ askedInstalment, askedEarly }: OperationBooks, { number, all }: WantedRepayment): boolean =>
  askedInstalment === number && askedEarly?.all === all

const staleAmount = (amountCents: Cents): Refusal =>
  new Refusal('StaleAmount', { why: 'early', values: { amount: formatEuros(amountCents) } })

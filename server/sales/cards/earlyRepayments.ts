import { madridDay } from '#domain/platform/dates'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { readBooks } from '../lifecycle/books.ts'
import { earlyRepaymentOf } from '../lifecycle/collection.ts'
import type { DueInstalment } from './lockInstalments.ts'
import type { OpenCharge } from './openCharges.ts'

/** What is repaid early: an instalment, or from it on all that is left, on the terms of the day of `askedAt`. */
type EarlyPayment = Pick<OpenCharge, 'operationId' | 'repaysAll' | 'amountCents' | 'askedAt' | 'instalment'>

/**
 * Writes into the plans what these charges have repaid early, on the terms of the day on which they were asked. A charge whose plan has changed since, so
 * that its amount is another one, is left alone. Returns the instalments as they are to be booked. The operations must be locked.
 */
export async function writeEarlyRepayments(
  db: Connection,
  scope: Scope,
  charges: readonly EarlyPayment[],
  due: ReadonlyMap<string, DueInstalment>,
): Promise<ReadonlyMap<string, DueInstalment>> {
  const booked = new Map(due)
  for (const { operationId, repaysAll, amountCents, askedAt, instalment } of charges) {
    const before = due.get(operationId)
    if (repaysAll === null || !before) continue
    const books = await readBooks(db, scope, operationId)
    const early = earlyRepaymentOf(books, repaysAll, madridDay(askedAt))
    if (early === null || early.number !== instalment || early.amountCents !== amountCents) continue
    const changed = early.instalments.filter((one, at) => one.amountCents !== books.instalments[at]?.amountCents)
    db.send(sql`update instalments i set amount_cents = n.amount, principal_cents = n.principal, interest_cents = n.interest, state = n.state
      from unnest(${changed.map(({ number }) => number)}::integer[], ${changed.map((one) => one.amountCents)}::bigint[], ${changed.map((one) => one.principalCents)}::bigint[],
        ${changed.map((one) => one.interestCents)}::bigint[], ${changed.map(({ state }) => state)}::text[]) n (number, amount, principal, interest, state)
      where ${inScope(scope, 'i')} and i.operation_id = ${operationId} and i.number = n.number`)
    const { principalCents, interestCents } = early
    booked.set(operationId, { ...before, amountCents, principalCents, interestCents, isEarly: true, next: repaysAll ? null : before.next })
  }
  return booked
}

import type { LocalDate } from '#domain/platform/dates'
import { isSpent, nextDebtStep, owedCents, type DebtStep } from '#domain/money/directDebit'
import { ZERO, type Cents } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { readDebtFacts, type UnderWay } from '../ledger/readDebtFacts.ts'
import { readMandate, type StoredMandate } from './readMandate.ts'

/** How a shop's debt stands; amounts in cents. `isSpent`: no debit of it is tried any more. */
export type DebtStanding = {
  debtCents: Cents
  since: LocalDate | null
  owed: Cents
  returnedCents: Cents
  mandate: StoredMandate | undefined
  underWay: UnderWay | undefined
  next: DebtStep
  isSpent: boolean
}

/** Reads how a shop's debt stands, and its last mandate. */
export async function readStanding(db: Connection, scope: Scope, now: Date): Promise<DebtStanding> {
  const [{ facts, underWay, returnedCents }, mandate] = await Promise.all([readDebtFacts(db, scope, now), readMandate(db, scope)])
  const { debtCents, since, waitingCents, failed } = facts
  // Test mode owes nobody.
  const next: DebtStep = scope.mode === 'sandbox' && debtCents > ZERO ? { step: 'covered', on: null } : nextDebtStep(facts)
  return {
    debtCents,
    since: debtCents > ZERO ? since : null,
    owed: owedCents(debtCents, waitingCents),
    returnedCents,
    mandate,
    underWay,
    next,
    isSpent: isSpent(failed),
  }
}

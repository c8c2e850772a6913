import type { Cents } from '#domain/platform/money'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { beginPayment } from './creditPayments.ts'
import { type Credit, lockCredit, uncovered } from './creditRows.ts'
import { syncCredit } from './syncCredit.ts'

const refuse = (why: string) => new Refusal('ProviderActionNotAllowed', { why })

/** The credit, locked. Refuses with ProviderActionNotAllowed when all of it is paid or under way. */
async function lockOwed(db: Connection, scope: Scope, creditId: string, now: Date): Promise<Credit> {
  const credit = await lockCredit(db, scope, creditId, now)
  if (!credit) throw new Error(`credit ${creditId} is in the queue and does not exist`)
  if (uncovered(credit) === 0) throw refuse('creditUnderWay')
  return credit
}

/** The amount that staff would settle by hand: neither paid nor under way. Refuses with ProviderActionNotAllowed when it is zero. */
export const owedByHand = async (db: Connection, scope: Scope, creditId: string, now: Date): Promise<Cents> =>
  uncovered(await lockOwed(db, scope, creditId, now))

/** Has the cards asked again, also those that declined for good. Refuses with ProviderActionNotAllowed when there is nothing to pay. */
export async function retryCredit(db: Connection, scope: Scope, creditId: string, now: Date): Promise<void> {
  await lockOwed(db, scope, creditId, now)
  db.send(sql`update credit_payments p set retry_at = ${now} where ${inScope(scope, 'p')} and p.credit_id = ${creditId} and p.kind = 'card' and p.state = 'declined'
    and (p.retry_at is null or p.retry_at > ${now})`)
  await db.run(sql`update credit_queue q set due_at = ${now} where q.merchant_id = ${scope.merchantId} and q.credit_id = ${creditId}`)
}

/** Sends the customer a new link. Refuses with ProviderActionNotAllowed unless an account is needed and there is an address. */
export async function askAccountAgain(db: Connection, scope: Scope, creditId: string, now: Date): Promise<void> {
  const credit = await lockOwed(db, scope, creditId, now)
  if (credit.state !== 'needs_account') throw refuse('creditNotAsked')
  if (credit.contact.email === '' && credit.contact.phone === null) throw refuse('creditNoContact')
  syncCredit(db, scope, credit, { now, askAgain: true })
}

type ByHand = { staffId: string; reason: string; now: Date }

/** Marks the part of a credit that is neither paid nor being paid as paid by hand, and notifies the customer if nothing is left then. Returns the amount. */
export async function settleByHand(db: Connection, scope: Scope, creditId: string, { staffId, reason, now }: ByHand): Promise<Cents> {
  const credit = await lockOwed(db, scope, creditId, now)
  const amountCents = uncovered(credit)
  const { credit: after } = await beginPayment(db, scope, credit, { amountCents, to: { kind: 'manual', staffId, reason }, now })
  syncCredit(db, scope, after, { now })
  return amountCents
}

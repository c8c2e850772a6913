import type { IdentityAnswer, IdentityEnd } from '../../money/payments/identityProvider.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { DecisionContext } from '../decisions/applyDecision.ts'
import { beginIdentityReview } from '../decisions/identityReview.ts'
import { readBooks } from '../lifecycle/books.ts'
import { stopOperation } from '../lifecycle/stopOperation.ts'
import { touchCheckout } from '../lifecycle/touchCheckout.ts'
import { isEnded, lockCheck, type LockedCheck } from './checks.ts'

/** `wallNow`: when the partner is asked again, whatever a shop's sandbox clock says. */
type IdentityContext = DecisionContext & { wallNow: Date }

/** How often a customer may fail a check. */
export const IDENTITY_ATTEMPTS = 3

/** `left`: further attempts. */
type SettledIdentity = { state: IdentityEnd | 'open'; left: number }

/**
 * Applies a partner's answer to its check, once: whoever brings it, the customer's page, a notification or the clock. Passing is applied by the customer's next
 * step, where the sale is decided again; everything else here. Null: the partner does not know the check.
 */
export async function settleIdentity(context: IdentityContext, checkId: string, answer: IdentityAnswer | null): Promise<SettledIdentity> {
  const { db, scope, now } = context
  const check = await lockCheck(context, checkId)
  if (!check) throw new Error(`identity check ${checkId} not found`)
  const left = (attempts: number) => Math.max(0, IDENTITY_ATTEMPTS - attempts)
  if (isEnded(check.state)) return { state: check.state, left: left(check.attempts) }
  const state = answer === null || !isEnded(answer.state) ? (now >= check.expiresAt ? 'expired' : 'open') : answer.state
  if (!check.isOpen) {
    db.send(
      sql`update identity_checks i set due_at = null, action_url = null, state = ${state === 'open' ? 'expired' : state}, answered_at = ${now} where i.id = ${checkId}`,
    )
    return { state: state === 'open' ? 'expired' : state, left: 0 }
  }
  if (state === 'open') {
    keepOpen(context, check, answer)
    touchCheckout(db, scope, check.sale.operationId)
    return { state, left: left(check.attempts) }
  }
  db.send(sql`update identity_checks i set state = ${state}, reference = coalesce(${answer?.reference ?? null}, i.reference), action_url = null, due_at = null,
      answered_at = ${now} where i.id = ${checkId}`)
  const attempts = await end(context, check, state)
  touchCheckout(db, scope, check.sale.operationId)
  return { state, left: left(attempts) }
}

/** What follows from an end; returns how often the customer has failed. */
async function end(context: DecisionContext, { sale, attempts }: LockedCheck, state: IdentityEnd): Promise<number> {
  const { db, scope, now } = context
  if (state === 'needs_review') await beginIdentityReview(context, sale)
  if (state !== 'failed' && state !== 'refused') return attempts
  db.send(sql`update checkouts c set challenge_attempts = ${attempts + 1} where ${inScope(scope, 'c')} and c.id = ${sale.checkoutId}`)
  if (state === 'refused' || attempts + 1 >= IDENTITY_ATTEMPTS) {
    const books = await readBooks(db, scope, sale.operationId)
    await stopOperation(db, scope, { books, event: 'challenge_failed', by: { actor: 'customer', userId: null }, now })
  }
  return attempts + 1
}

const firstMs = 30_000
const longestMs = 3_600_000

/** How soon a partner that is still deciding is asked again: half a minute, then ever more seldom. */
const nextAsk = (createdAt: Date, now: Date): Date =>
  new Date(now.getTime() + Math.min(longestMs, Math.max(firstMs, (now.getTime() - createdAt.getTime()) / 4)))

/** A partner that decides has as long as the sale; a customer who has to act, until the check expires. */
function keepOpen({ db, now, wallNow }: IdentityContext, check: LockedCheck, answer: IdentityAnswer | null): void {
  const expiresAt = answer?.state === 'pending' ? (check.sale.expiresAt ?? check.expiresAt) : check.expiresAt
  const asksAgain = answer === null || answer.state === 'pending' ? nextAsk(check.createdAt, now) : expiresAt
  const waitMs = Math.min(asksAgain.getTime(), expiresAt.getTime()) - now.getTime()
  const url = answer?.state === 'needs_customer' ? answer.redirectUrl : null
  const asks = answer?.state === 'needs_answer' ? answer.asks : null
  db.send(sql`update identity_checks i set state = ${answer?.state ?? check.state}, reference = coalesce(${answer?.reference ?? null}, i.reference), action_url = ${url},
      asks = ${asks}, expires_at = ${expiresAt}, due_at = ${new Date(wallNow.getTime() + waitMs)} where i.id = ${check.id}`)
}

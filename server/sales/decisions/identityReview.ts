import type { Decision, DecisionFacts } from '#domain/sales/operations/decision'
import { newId } from '../../platform/database/newId.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { readBooks } from '../lifecycle/books.ts'
import { countDecision } from '../lifecycle/countFacts.ts'
import { stopOperation } from '../lifecycle/stopOperation.ts'
import { touchCheckout } from '../lifecycle/touchCheckout.ts'
import { applyDecision, type DecidedSale, type DecisionContext, notifyCustomer, type WaitingDecision } from './applyDecision.ts'
import { decisionInsert } from './decisionRecord.ts'
import { readRules } from './rules.ts'

/** Why a sale waits whose identity check a person of the provider looks at. */
export const identityReviewRule = 'identity_review'

/**
 * Lets a sale wait for a person, because the identity partner cannot tell whether the customer is who they say: in the same queue and with the same deadline as
 * a credit decision. The sale must be locked.
 */
export async function beginIdentityReview(context: DecisionContext, sale: DecidedSale): Promise<void> {
  const { services, db, scope, now } = context
  const last = await db.first<{ facts: DecisionFacts }>(sql`select d.facts from decisions d
    where ${inScope(scope, 'd')} and d.checkout_id = ${sale.checkoutId} order by d.asked_at desc, d.id desc limit 1`)
  if (!last) throw new Error(`no decision on checkout ${sale.checkoutId} asked for an identity check`)
  const { version } = await readRules(db, now)
  const decision = { outcome: 'review' as const, rule: identityReviewRule }
  const newDecision = { id: newId(now), checkoutId: sale.checkoutId, decision, facts: last.facts, request: null, until: null }
  db.send(decisionInsert(scope, services.config.sessionSecrets[0], now, { ...newDecision, engine: 'rules', version: String(version) }))
  await applyDecision(context, sale, decision, { decisionId: newDecision.id })
}

/** Ends it: the customer has passed the check and goes on with the sale, which is decided then; or the sale ends as after any other failed check. */
export async function endIdentityReview(
  context: DecisionContext,
  { sale, customer }: WaitingDecision,
  { outcome, rule }: Decision,
): Promise<void> {
  const { db, scope, now } = context
  const passed = outcome === 'accept'
  countDecision(db, scope, { operationId: sale.operationId, outcome, rule, at: now })
  db.send(sql`update identity_checks i set state = ${passed ? 'passed' : 'refused'}
    where ${inScope(scope, 'i')} and i.checkout_id = ${sale.checkoutId} and i.state = 'needs_review'`)
  if (!passed) {
    const books = await readBooks(db, scope, sale.operationId)
    await stopOperation(db, scope, { books, event: 'challenge_failed', by: { actor: 'provider', userId: null }, now })
  }
  await notifyCustomer(context, sale, customer)
  touchCheckout(db, scope, sale.operationId)
}

import type { Decision, DecisionFacts, DecisionOutcome } from '#domain/sales/operations/decision'
import { cents } from '#domain/platform/money'
import type { OperationState, Product } from '#domain/sales/operations/lifecycle'
import { newId } from '../../platform/database/newId.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { touchCheckout } from '../lifecycle/touchCheckout.ts'
import { applyDecision, type DecisionContext, notifyCustomer, type WaitingDecision } from './applyDecision.ts'
import { decisionInsert } from './decisionRecord.ts'
import { endIdentityReview, identityReviewRule } from './identityReview.ts'

type Row = {
  outcome: DecisionOutcome | null
  rule: string | null
  version: string
  verdict: string | null
  facts: DecisionFacts
  asked_at: Date
  until: Date | null
  request: string | null
  decision_wait: string | null
  checkout_id: string
  operation_id: string
  substatus: OperationState['substatus']
  status_reason: OperationState['statusReason']
  suspension_reason: OperationState['suspensionReason']
  expires_at: Date | null
  total_cents: bigint
  product: Product
  email: string
  phone: string | null
}

/** Locks the sale of a decision, and reads both; null when the decision does not wait any more, because it was taken or the sale ended. */
export async function lockWaiting({ db, scope, now }: DecisionContext, decisionId: string): Promise<WaitingDecision | null> {
  const checkout = sql`(select d.checkout_id from decisions d where ${inScope(scope, 'd')} and d.id = ${decisionId})`
  db.send(sql`select from operations o where ${inScope(scope, 'o')} and o.id = (select c.operation_id from checkouts c
    where ${inScope(scope, 'c')} and c.id = ${checkout}) for update`)
  db.send(sql`select from checkouts c where ${inScope(scope, 'c')} and c.id = ${checkout} for update`)
  const row =
    await db.first<Row>(sql`select d.outcome, d.rule, d.version, d.verdict, d.facts, d.asked_at, d.until, d.request, c.decision_wait, d.checkout_id, c.operation_id, o.substatus,
      o.status_reason, o.suspension_reason, o.expires_at, o.total_cents, o.product, o.email, o.phone
    from decisions d join checkouts c on c.merchant_id = d.merchant_id and c.mode = d.mode and c.id = d.checkout_id
      join operations o on o.merchant_id = c.merchant_id and o.mode = c.mode and o.id = c.operation_id
    where ${inScope(scope, 'd')} and d.id = ${decisionId}`)
  if (!row || row.verdict !== null || row.decision_wait === null || row.until === null) return null
  if (row.outcome !== null && row.outcome !== 'review' && row.outcome !== 'later') return null
  if (row.substatus !== 'pending_customer' || (row.expires_at !== null && row.expires_at <= now)) return null
  return {
    id: decisionId,
    outcome: row.outcome,
    rule: row.rule,
    version: row.version,
    facts: row.facts,
    askedAt: row.asked_at,
    until: row.until,
    request: row.request,
    sale: {
      operationId: row.operation_id,
      checkoutId: row.checkout_id,
      substatus: row.substatus,
      statusReason: row.status_reason,
      suspensionReason: row.suspension_reason,
      totalCents: cents(row.total_cents),
      product: row.product,
      expiresAt: row.expires_at,
    },
    customer: { email: row.email, phone: row.phone },
  }
}

/** Who ended a wait. */
export type VerdictBy = { by: 'staff'; staffId: string; reason: string } | { by: 'external' } | { by: 'fallback' }

/** Ends a wait with a verdict, and applies it. A further review is a decision of its own, which waits in turn. */
export async function endWait(context: DecisionContext, waiting: WaitingDecision, decision: Decision, verdict: VerdictBy): Promise<void> {
  const { services, db, scope, now } = context
  const { sale } = waiting
  closeWait(context, waiting, decision, verdict)
  services.log('info', 'decided', { outcome: decision.outcome, rule: decision.rule, mode: scope.mode, by: verdict.by })
  if (waiting.rule === identityReviewRule) return endIdentityReview(context, waiting, decision)
  const decisionId = decision.outcome === 'review' ? newId(now) : waiting.id
  if (decision.outcome === 'review')
    db.send(
      decisionInsert(scope, services.config.sessionSecrets[0], now, {
        id: decisionId,
        checkoutId: sale.checkoutId,
        engine: verdict.by === 'external' ? 'external' : 'fallback',
        version: verdict.by === 'external' ? waiting.version : services.config.decision.fallback,
        decision,
        facts: waiting.facts,
        request: null,
        until: null,
      }),
    )
  await applyDecision(context, sale, decision, { decisionId })
  if (decision.outcome !== 'review') await notifyCustomer(context, sale, waiting.customer)
  touchCheckout(db, scope, sale.operationId)
}

function closeWait(
  { db, scope, now }: DecisionContext,
  { id, sale, rule: waitedFor }: WaitingDecision,
  { outcome, rule }: Decision,
  verdict: VerdictBy,
): void {
  const [staffId, reason] = verdict.by === 'staff' ? [verdict.staffId, verdict.reason] : [null, null]
  db.send(sql`with verdict as (
      update decisions d set verdict = ${outcome}, verdict_rule = ${rule}, verdict_by = ${verdict.by}, verdict_staff_id = ${staffId}, verdict_reason = ${reason},
        verdict_at = ${now}
      where ${inScope(scope, 'd')} and d.id = ${id}
    ), closed as (
      update manual_decisions m set closed_at = ${now}, verdict = ${outcome}, closed_by = ${staffId}
      where m.decision_id = ${id} and ${inScope(scope, 'm')}
    ), waiting as (
      update checkouts c set decision_wait = null, decision_until = null,
        reviewed_at = case when ${verdict.by === 'staff' && outcome === 'accept' && waitedFor !== identityReviewRule} then ${now}::timestamptz else c.reviewed_at end
      where ${inScope(scope, 'c')} and c.id = ${sale.checkoutId}
    )
    delete from deadlines d where ${inScope(scope, 'd')} and d.object_id = ${id} and d.kind = 'decision'`)
}

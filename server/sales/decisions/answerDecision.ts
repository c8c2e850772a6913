import { isPossible, type Decision } from '#domain/sales/operations/decision'
import { formatDateTime } from '#domain/platform/dates'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import type { Services } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { withScope } from '../../platform/database/withScope.ts'
import { mintScope, type Mode } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { identityReviewRule } from './identityReview.ts'
import { endWait, lockWaiting, type VerdictBy } from './waiting.ts'

type Verdict = { outcome: Exclude<Decision['outcome'], 'later'>; rule: string }
type Queued = { merchant_id: string; mode: Mode; operation_id: string; closed_at: Date | null; verdict: string | null }
/** The sale of a decision that was answered. */
type AnsweredDecision = { merchantId: string; mode: Mode; operationId: string }

/**
 * Answers a decision that waits, in the caller's transaction, which has no shop: by a member of staff, or by the external engine. Refuses with
 * ObjectNotFoundException, and with DecisionNotAllowed when it was answered, its time is over, its sale ended, or the answer asks again for what was given.
 */
export async function answerDecision(
  services: Services,
  db: Connection,
  { decisionId, verdict, by }: { decisionId: string; verdict: Verdict; by: Exclude<VerdictBy, { by: 'fallback' }> },
): Promise<AnsweredDecision> {
  const queued = await readQueued(db, decisionId)
  if (!queued) throw notFound(hexOf(decisionId))
  const scope = mintScope(queued.merchant_id, queued.mode)
  const shop = await services.shopTimes.servicesOf(services, scope)
  const now = shop.now()
  await withScope(db, scope, async () => {
    const context = { services: shop, db, scope, now }
    const waiting = await lockWaiting(context, decisionId)
    // Under the lock: another member of staff may have been faster.
    if (!waiting) throw notWaiting(await readQueued(db, decisionId))
    if (waiting.until <= now) throw new Refusal('DecisionNotAllowed', { why: 'late' })
    const isKnown = waiting.rule === identityReviewRule && verdict.outcome !== 'accept' && verdict.outcome !== 'refuse'
    if (isKnown || !isPossible(verdict.outcome, waiting.facts)) throw new Refusal('DecisionNotAllowed', { why: 'given' })
    await endWait(context, waiting, verdict, by)
  })
  return { merchantId: scope.merchantId, mode: scope.mode, operationId: queued.operation_id }
}

const readQueued = (db: Connection, decisionId: string): Promise<Queued | undefined> =>
  db.first<Queued>(
    sql`select m.merchant_id, m.mode, m.operation_id, m.closed_at, m.verdict from manual_decisions m where m.decision_id = ${decisionId}`,
  )

/** Why a decision does not wait any more. */
function notWaiting(queued: Queued | undefined): Refusal {
  if (!queued || queued.verdict === null || queued.closed_at === null) return new Refusal('DecisionNotAllowed', { why: 'ended' })
  const why = queued.verdict === 'accept' ? 'accepted' : queued.verdict === 'refuse' ? 'refused' : 'asked'
  return new Refusal('DecisionNotAllowed', { why, values: { when: formatDateTime(queued.closed_at) } })
}

import { fallbackDecision } from '#domain/sales/operations/decision'
import type { Services } from '../../platform/calls/call.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { identityReviewRule } from './identityReview.ts'
import { readRules } from './rules.ts'
import { endWait, lockWaiting } from './waiting.ts'

/** Lets the fallback decide what nobody decided in time. Returns the decisions that are finished: those, and those decided meanwhile. */
export async function expireDecisions(services: Services, scope: Scope, decisionIds: readonly string[]): Promise<string[]> {
  const done: string[] = []
  // Each in a transaction of its own: members of staff may be deciding on the others.
  for (const id of decisionIds)
    if (await services.database.write(scope, (db) => expire({ services, db, scope, now: services.now() }, id))) done.push(id)
  return done
}

async function expire(context: Parameters<typeof lockWaiting>[0], decisionId: string): Promise<boolean> {
  const { services, db, now } = context
  const waiting = await lockWaiting(context, decisionId)
  if (!waiting || waiting.outcome === null) return true
  if (waiting.until > now) return false
  const { thresholds } = await readRules(db, now)
  const { fallback } = services.config.decision
  const decision =
    waiting.rule === identityReviewRule
      ? { outcome: services.config.identity.fallback, rule: 'identity_unanswered' }
      : fallbackDecision(waiting.facts, { fallback, thresholds, reviewed: waiting.outcome === 'review' })
  await endWait(context, waiting, decision, { by: 'fallback' })
  return true
}

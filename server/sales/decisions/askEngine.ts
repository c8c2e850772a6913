import { type Decision, fallbackDecision, isPossible } from '#domain/sales/operations/decision'
import type { DecisionAnswer } from '#contract/sales/decisionEngine'
import { EngineFailure } from '../../money/payments/partners.ts'
import type { Services } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { mintScope, type Mode, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { shopTopic } from '../../platform/events/changes.ts'
import { touchCheckout } from '../lifecycle/touchCheckout.ts'
import { applyDecision, type DecisionContext, type WaitingDecision } from './applyDecision.ts'
import { readRules } from './rules.ts'
import { lockWaiting } from './waiting.ts'

/** Requests at once. */
const batchSize = 20
/** After a crash another process asks again when this is over; longer than one exchange. */
const leaseMs = 10_000
/** Before the second and the third attempt; then the fallback decides. */
const retryMs = [1_000, 3_000]

/** When the next decision is to be asked for. */
export const nextDecision = (): Sql => sql`select min(q.ask_at) from decision_queue q`

/** A decision to ask for, and how often that was tried, this time included. */
type Due = { decision_id: string; merchant_id: string; mode: Mode; attempts: number }

/** Asks the external engine for what is due, and applies its answers; after the last attempt the fallback decides. Returns how many were asked for. */
export async function askEngine(services: Services): Promise<number> {
  const due = await services.database.write(null, (db) =>
    db.rows<Due>(sql`update decision_queue q set attempts = q.attempts + 1, ask_at = ${new Date(services.now().getTime() + leaseMs)}
      where q.decision_id in (select d.decision_id from decision_queue d where d.ask_at <= ${services.now()} order by d.ask_at limit ${batchSize} for update skip locked)
      returning q.decision_id, q.merchant_id, q.mode, q.attempts`),
  )
  await Promise.all(due.map((one) => askOne(services, one)))
  return due.length
}

async function askOne(services: Services, due: Due): Promise<void> {
  const scope = mintScope(due.merchant_id, due.mode)
  const answer = await ask(services, scope, due)
  if (answer === 'retry') return retryLater(services, due)
  await services.database.write(scope, (db) => settle({ services, db, scope, now: services.now() }, due.decision_id, answer))
  services.changes.publish(shopTopic(scope))
}

/** The answer; null: there will be none. */
async function ask({ database, payments, log }: Services, scope: Scope, due: Due): Promise<DecisionAnswer | 'retry' | null> {
  const row = await database.read(scope, (db) =>
    db.first<{ request: string | null }>(sql`select d.request from decisions d where ${inScope(scope, 'd')} and d.id = ${due.decision_id}`),
  )
  if (payments.decisions === null || !row || row.request === null) return null
  try {
    return await payments.decisions.ask({ id: hexOf(due.decision_id), body: row.request })
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error
    log('warn', 'decision_engine_failed', { decision: hexOf(due.decision_id), attempt: due.attempts, problem: error.problem }, error)
    return error.problem !== 'circuit_open' && due.attempts <= retryMs.length ? 'retry' : null
  }
}

const retryLater = ({ database, now }: Services, { decision_id, attempts }: Due): Promise<void> =>
  database.write(null, async (db) => {
    const at = new Date(now().getTime() + (retryMs[attempts - 1] ?? 0))
    await db.run(sql`update decision_queue q set ask_at = ${at} where q.decision_id = ${decision_id}`)
  })

async function settle(context: DecisionContext, decisionId: string, answer: DecisionAnswer | null): Promise<void> {
  const { db, scope } = context
  const waiting = await lockWaiting(context, decisionId)
  db.send(sql`with asked as (
      update decisions d set request = null where ${inScope(scope, 'd')} and d.id = ${decisionId}
    ) delete from decision_queue q where q.decision_id = ${decisionId}`)
  if (waiting && waiting.outcome === null) await applyAnswer(context, waiting, answer)
}

/** Takes the engine's answer, or the fallback's when there is none or one that cannot be. */
async function applyAnswer(
  context: DecisionContext,
  { id, facts, sale, askedAt, until }: WaitingDecision,
  answer: DecisionAnswer | null,
): Promise<void> {
  const { services, db, scope } = context
  const possible = answer !== null && isPossible(answer.outcome, facts)
  if (answer !== null && !possible)
    services.log('warn', 'decision_engine_failed', { decision: hexOf(id), problem: 'malformed', outcome: answer.outcome })
  const taken = possible
    ? ({ engine: 'external', version: answer.engineVersion, decision: answer } as const)
    : await fallBack(context, facts)
  const { outcome, rule }: Decision = taken.decision
  const { mode } = scope
  db.send(sql`with decided as (
      update decisions d set engine = ${taken.engine}, version = ${taken.version}, outcome = ${outcome}, rule = ${rule}
      where ${inScope(scope, 'd')} and d.id = ${id}
    ) update checkouts c set decision_wait = null, decision_until = null
    where ${inScope(scope, 'c')} and c.id = ${sale.checkoutId}`)
  services.log('info', 'decided', { outcome, rule, mode, by: taken.engine })
  await applyDecision(context, sale, taken.decision, { decisionId: id, askedAt, ...(outcome === 'later' ? { until } : {}) })
  touchCheckout(db, scope, sale.operationId)
}

/** What decides instead of the engine. */
export async function fallBack({ services, db, now }: DecisionContext, facts: WaitingDecision['facts']) {
  const { version, thresholds } = await readRules(db, now)
  const { fallback } = services.config.decision
  return {
    engine: 'fallback' as const,
    version: fallback === 'rules' ? String(version) : fallback,
    decision: fallbackDecision(facts, { fallback, thresholds, reviewed: false }),
  }
}

import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { shopTopic } from '../../platform/events/changes.ts'
import type { Services } from '../../platform/calls/call.ts'
import type { DeadlineKind, Work } from '../../platform/jobs/jobs.ts'
import { collectInstalments } from '../cards/collectInstalments.ts'
import { resolveCards } from '../cards/resolveCards.ts'
import { expireDecisions } from '../decisions/expireDecisions.ts'
import { campaignDeadlinesOf } from '../lifecycle/campaignDeadlines.ts'
import { deadlinesOf } from '../lifecycle/operationDeadlines.ts'
import { expireRefundRequests } from './expireRefundRequests.ts'
import { expireOperations, type ExpiryKind } from './expireOperations.ts'
import { readCardHolds, releaseCardHolds } from './releaseCardHolds.ts'
import { releaseRefund } from './releaseRefund.ts'
import { reportCampaigns } from './reportCampaigns.ts'
import { transitionCampaigns } from './transitionCampaigns.ts'

type Due = Work['deadline']
/** Handles due objects and returns those that are finished. */
type Handle = (services: Services, scope: Scope, objectIds: readonly string[]) => Promise<string[]>

const expiry =
  (kind: ExpiryKind): Handle =>
  async (services, scope, operationIds) => {
    const { ended, holds } = await services.database.write(scope, async (db) => ({
      ended: await expireOperations(db, scope, { kind, operationIds, now: services.now() }),
      // For all of them, not only those expired now: an earlier attempt may have been interrupted before releasing the card.
      holds: await readCardHolds(db, scope, operationIds),
    }))
    await releaseCardHolds(services, scope, holds)
    return ended
  }

/** In order of release time, each in a transaction of its own: users may be undoing other refunds, and must not wait for all of these. */
async function releaseEach(services: Services, scope: Scope, refundIds: readonly string[]): Promise<string[]> {
  const ordered = await services.database.read(scope, (db) =>
    db.rows<{
      id: string
    }>(sql`select r.id from refunds r where ${inScope(scope, 'r')} and r.id = any(${refundIds}::uuid[])
      order by r.release_at, r.created_at, r.id`),
  )
  const done: string[] = []
  for (const { id: refundId } of ordered)
    if (await services.database.write(scope, (db) => releaseRefund(db, scope, { refundId, now: services.now() }))) done.push(refundId)
  return done
}

const handlers: Readonly<Record<DeadlineKind, Handle>> = {
  checkout_expiry: expiry('checkout_expiry'),
  confirmation: expiry('confirmation'),
  capture: expiry('capture'),
  instalment: collectInstalments,
  refund_release: releaseEach,
  campaign_start: transitionCampaigns,
  campaign_ending: transitionCampaigns,
  campaign_end: transitionCampaigns,
  campaign_report: reportCampaigns,
  refund_request: expireRefundRequests,
  decision: expireDecisions,
  card_answer: resolveCards,
}

/**
 * Handles due deadlines, idempotently: every rule is checked again under the lock. When one of a batch fails, each is retried by itself, so that it delays
 * none of the others. Unfinished deadlines are requeued.
 */
export async function handleDeadline(services: Services, { merchantId, mode, kind, objectIds }: Due): Promise<void> {
  const scope = mintScope(merchantId, mode)
  const handle = handlers[kind]
  const done = new Set<string>()
  const failed = new Map<string, unknown>()
  try {
    for (const id of await handle(services, scope, objectIds)) done.add(id)
  } catch (error) {
    if (objectIds.length === 1) throw error
    for (const id of objectIds) {
      await handle(services, scope, [id]).then(
        (ids) => ids.forEach((one) => done.add(one)),
        (reason: unknown) => void failed.set(id, reason),
      )
    }
  }
  if (done.size > 0) services.changes.publish(shopTopic(scope))
  const left = objectIds.filter((id) => !done.has(id) && !failed.has(id))
  if (left.length > 0) await requeueUnfinished(services, scope, kind, left)
  for (const [, reason] of failed) throw reason
}

/** Minimum delay before a retry, in seconds, so that what cannot be done yet is not retried continuously. */
const retryDelaySeconds: Readonly<Record<DeadlineKind, number>> = {
  checkout_expiry: 60,
  confirmation: 60,
  capture: 60,
  instalment: 60,
  refund_release: 2,
  campaign_start: 2,
  campaign_ending: 60,
  campaign_end: 2,
  campaign_report: 60,
  refund_request: 60,
  decision: 60,
  card_answer: 30,
}

/**
 * Requeues unfinished deadlines: the clock of the process that took them was ahead of ours, or they could not be handled yet. A deadline that was rescheduled
 * meanwhile is already queued.
 */
async function requeueUnfinished(services: Services, scope: Scope, kind: DeadlineKind, objectIds: readonly string[]): Promise<void> {
  const notBefore = new Date(services.now().getTime() + retryDelaySeconds[kind] * 1_000)
  const waiting = selectWaiting(scope, kind, objectIds)
  await services.database.write(scope, (db) =>
    db.run(sql`insert into deadlines (merchant_id, mode, object_id, kind, due_at)
      select ${scope.merchantId}, ${scope.mode}, w.id, ${kind}, greatest(w.due_at, ${notBefore}::timestamptz) from (${waiting}) w (id, due_at)
      on conflict (merchant_id, mode, object_id, kind) do nothing`),
  )
}

/** Selects which of these objects still have that deadline, and its due time. */
function selectWaiting(scope: Scope, kind: DeadlineKind, objectIds: readonly string[]): Sql {
  if (kind === 'refund_release')
    return sql`select r.id, r.release_at from refunds r
      where ${inScope(scope, 'r')} and r.id = any(${objectIds}::uuid[]) and r.state = 'held'`
  if (kind === 'refund_request')
    return sql`select r.id, r.expires_at from refund_requests r
      where ${inScope(scope, 'r')} and r.id = any(${objectIds}::uuid[]) and r.state = 'pending' and r.lapse_told_at is null`
  if (kind === 'decision')
    return sql`select m.decision_id, m.until from manual_decisions m
      where ${inScope(scope, 'm')} and m.decision_id = any(${objectIds}::uuid[]) and m.closed_at is null`
  const condition = sql`${inScope(scope, 'a')} and a.id = any(${objectIds}::uuid[])`
  const deadlines = kind.startsWith('campaign_')
    ? campaignDeadlinesOf(sql`select * from campaigns a where ${condition}`)
    : deadlinesOf(sql`select * from operations a where ${condition}`)
  return sql`select d.object_id, d.due_at from (${deadlines}) d where d.kind = ${kind}`
}

import { outcomeOf, retryDelay, webhookTest, WEBHOOK_GIVE_UP_MS } from '#domain/merchants/webhook'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { keepFirstResponse } from '../notices/keepFirstResponse.ts'
import type { SendingServices } from './deliver.ts'
import { thisWebhook, turnOffFailing } from './readWebhooks.ts'

/** An attempted message: the number of attempts, and the result. */
export type Attempt = {
  id: string
  type: string
  attempts: number
  ms: number
  status: number | null
  answer: string | null
  problem: string | null
}
type StoredResult = Attempt & { outcome: 'delivered' | 'gone' | 'failed'; nextAt: Date | null }

/**
 * Stores the results of messages, all or none: delivered, to be retried, or given up. A webhook that answers 410, or has failed for three
 * days, is turned off and people are notified.
 */
export async function storeResults(
  { database, now }: SendingServices,
  scope: Scope,
  webhookId: string,
  results: readonly Attempt[],
): Promise<void> {
  const at = now()
  const kept = results.map((one) => resultOf(one, at))
  await database.write(scope, async (db) => {
    db.send(sql`update webhook_deliveries d set state = r.state, attempts = d.attempts + 1, tried_at = ${at}, status = r.status, answer = r.answer, problem = r.problem, ms = r.ms
      from unnest(${kept.map(({ id }) => id)}::uuid[], ${kept.map(stateOf)}::text[], ${kept.map(({ status }) => status)}::smallint[],
        ${kept.map(({ answer }) => answer)}::text[], ${kept.map(({ problem }) => problem)}::text[], ${kept.map(({ ms }) => ms)}::integer[]) r (id, state, status, answer, problem, ms)
      where ${inScope(scope, 'd')} and d.id = r.id`)
    const retried = kept.filter(({ nextAt }) => nextAt !== null)
    const settled = kept.filter(({ nextAt }) => nextAt === null)
    if (settled.length > 0) db.send(sql`delete from webhook_queue t where t.delivery_id = any(${settled.map(({ id }) => id)}::uuid[])`)
    if (retried.length > 0)
      db.send(sql`update webhook_queue t set due_at = r.due_at from unnest(${retried.map(({ id }) => id)}::uuid[], ${retried.map(({ nextAt }) => nextAt)}::timestamptz[]) r (id, due_at)
        where t.delivery_id = r.id`)
    if (kept.some(({ outcome }) => outcome === 'delivered')) keepFirstResponse(db, scope, at)
    await updateFailing(db, scope, webhookId, kept, at)
  })
}

function resultOf(tried: Attempt, at: Date): StoredResult {
  const outcome = tried.status === null ? 'failed' : outcomeOf(tried.status)
  const delayMs = outcome === 'delivered' || tried.type === webhookTest ? null : retryDelay(tried.attempts, Math.random())
  return { ...tried, outcome, nextAt: delayMs === null ? null : new Date(at.getTime() + delayMs) }
}

const stateOf = ({ outcome, nextAt }: StoredResult) => (outcome === 'delivered' ? 'delivered' : nextAt === null ? 'failed' : 'waiting')

/** Updates since when the webhook fails, and turns it off when it has failed long enough. Failed tests do not count. */
async function updateFailing(db: Connection, scope: Scope, webhookId: string, kept: readonly StoredResult[], now: Date): Promise<void> {
  const delivered = kept.some(({ outcome }) => outcome === 'delivered')
  const real = kept.filter(({ type }) => type !== webhookTest)
  if (!delivered && real.length === 0) return
  const address = await db.first<{ url: string; failing_since: Date | null }>(
    sql`update webhooks w set failing_since = case when ${delivered} then null else coalesce(w.failing_since, ${now}) end
      where ${thisWebhook(scope, webhookId)} and w.off_at is null returning w.url, w.failing_since`,
  )
  if (!address) return
  const gone = real.some(({ outcome }) => outcome === 'gone')
  const failing = address.failing_since !== null && now.getTime() - address.failing_since.getTime() >= WEBHOOK_GIVE_UP_MS
  if (!gone && !failing) return
  turnOffFailing(db, scope, { id: webhookId, url: address.url, reason: gone ? 'gone' : 'failing', now })
}

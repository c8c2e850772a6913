import { outcomeOf, webhookTest, WEBHOOK_GIVE_UP_MS } from '#domain/merchants/webhook'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { type Entry, isLastAttempt } from '../../platform/outbox/outboxKinds.ts'
import type { Outcome } from '../../platform/outbox/outcome.ts'
import type { Batch } from '../../platform/outbox/sender.ts'
import { keepFirstResponse } from '../notices/keepFirstResponse.ts'
import type { SendingServices } from './deliver.ts'
import { thisWebhook, turnOffFailing } from './readWebhooks.ts'

/** An attempted message, by the id of its delivery, and the result. */
export type Attempt = {
  id: string
  type: string
  entry: Entry<'webhook'>
  ms: number
  status: number | null
  answer: string | null
  problem: string | null
}
type StoredResult = Attempt & { outcome: 'delivered' | 'gone' | 'failed'; isRetried: boolean }
type Attempted = { attempts: readonly Attempt[]; store: Batch<'webhook'>['store'] }

/**
 * Stores the results of messages, all or none: delivered, to be retried, or given up. A webhook that answers 410, or has failed for three
 * days, is turned off and people are notified.
 */
export async function storeResults(
  { database, now }: SendingServices,
  scope: Scope,
  webhookId: string,
  { attempts, store }: Attempted,
): Promise<void> {
  const at = now()
  const kept = attempts.map(resultOf)
  await database.write(scope, async (db) => {
    db.send(sql`update webhook_deliveries d set state = r.state, attempts = d.attempts + 1, tried_at = ${at}, status = r.status, answer = r.answer, problem = r.problem, ms = r.ms
      from unnest(${kept.map(({ id }) => id)}::uuid[], ${kept.map(stateOf)}::text[], ${kept.map(({ status }) => status)}::smallint[],
        ${kept.map(({ answer }) => answer)}::text[], ${kept.map(({ problem }) => problem)}::text[], ${kept.map(({ ms }) => ms)}::integer[]) r (id, state, status, answer, problem, ms)
      where ${inScope(scope, 'd')} and d.id = r.id`)
    store(db, new Map(kept.map((one) => [one.entry, outboxOutcome(one)])))
    if (kept.some(({ outcome }) => outcome === 'delivered')) keepFirstResponse(db, scope, at)
    await updateFailing(db, scope, webhookId, kept, at)
  })
}

/** A test is sent once. */
function resultOf(tried: Attempt): StoredResult {
  const outcome = tried.status === null ? 'failed' : outcomeOf(tried.status)
  const isRetried = outcome !== 'delivered' && tried.type !== webhookTest && !isLastAttempt('webhook', tried.entry.attempts)
  return { ...tried, outcome, isRetried }
}

const stateOf = ({ outcome, isRetried }: StoredResult) => (outcome === 'delivered' ? 'delivered' : isRetried ? 'waiting' : 'failed')

function outboxOutcome({ outcome, type, status, problem }: StoredResult): Outcome {
  if (outcome === 'delivered') return 'sent'
  return type === webhookTest ? 'withheld' : { failed: problem ?? `status ${status}` }
}

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

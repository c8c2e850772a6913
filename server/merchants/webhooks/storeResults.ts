import { webhookTest, WEBHOOK_GIVE_UP_MS } from '#domain/merchants/webhook'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { type Attempt, type DeliveryResult, resultOf, storeDeliveries } from '../../platform/outbox/deliveries.ts'
import type { Batch } from '../../platform/outbox/sender.ts'
import { keepFirstResponse } from '../notices/keepFirstResponse.ts'
import { thisWebhook, turnOffFailing } from './readWebhooks.ts'
import type { Services } from '../../platform/calls/call.ts'

/** The services that sending needs. */
export type SendingServices = Pick<Services, 'database' | 'now' | 'log' | 'outbound'> & {
  config: Pick<Services['config'], 'keySecrets' | 'brand'>
}

type Attempted = { attempts: readonly Attempt<'webhook'>[]; store: Batch<'webhook'>['store'] }

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
  const results = attempts.map((one) => resultOf(one))
  await database.write(scope, async (db) => {
    storeDeliveries(db, results, { table: sql`webhook_deliveries`, where: inScope(scope, 'd'), store, now: at })
    if (results.some(({ outcome }) => outcome === 'delivered')) keepFirstResponse(db, scope, at)
    await updateFailing(db, scope, webhookId, results, at)
  })
}

/** Updates since when the webhook fails, and turns it off when it has failed long enough. Failed tests do not count. */
async function updateFailing(
  db: Connection,
  scope: Scope,
  webhookId: string,
  results: readonly DeliveryResult<'webhook'>[],
  now: Date,
): Promise<void> {
  const delivered = results.some(({ outcome }) => outcome === 'delivered')
  const real = results.filter(({ type }) => type !== webhookTest)
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

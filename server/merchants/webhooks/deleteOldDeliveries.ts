import { DAY_MS } from '#domain/platform/dates'
import { WEBHOOKS_KEPT_DAYS } from '#domain/merchants/webhook'
import type { Database } from '../../platform/database/database.ts'
import { mintScope, type Mode } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { thisWebhook } from './readWebhooks.ts'

type DueWebhook = { merchant_id: string; mode: Mode; webhook_id: string }

/** The most messages deleted at a time, to keep locks short. */
const maxPerStep = 5_000

/**
 * Deletes, once a day for each webhook, messages past their retention, also those waiting for a webhook that is off; those waiting for one
 * that is on stay. Returns how many were deleted.
 */
export async function deleteOldDeliveries(services: { database: Database; now: () => Date }): Promise<number> {
  for (let deleted = 0; ;) {
    const due = await services.database.read(null, (db) =>
      db.first<DueWebhook>(
        sql`select s.merchant_id, s.mode, s.webhook_id from webhook_sweeps s where s.due_at <= ${services.now()} order by s.due_at limit 1`,
      ),
    )
    if (!due) return deleted
    deleted += await deleteFor(services, due)
  }
}

/** One step for one webhook, in a transaction; its row is locked, so that nobody turns it on meanwhile. */
function deleteFor({ database, now }: { database: Database; now: () => Date }, address: DueWebhook): Promise<number> {
  const { merchant_id: merchantId, mode, webhook_id: webhookId } = address
  const scope = mintScope(merchantId, mode)
  const before = new Date(now().getTime() - WEBHOOKS_KEPT_DAYS * DAY_MS)
  return database.write(scope, async (db) => {
    const webhook = await db.first<{ off: boolean }>(
      sql`select w.off_at is not null as off from webhooks w where ${thisWebhook(scope, webhookId)} for share`,
    )
    const deleted = await db.run(sql`delete from webhook_deliveries d where ${inScope(scope, 'd')} and d.id = any(array(
      select o.id from webhook_deliveries o where ${inScope(scope, 'o')} and o.webhook_id = ${webhookId}
        and o.queued_at < ${before} and (o.state <> 'waiting' or ${webhook?.off ?? false}) order by o.queued_at limit ${maxPerStep}))`)
    if (deleted < maxPerStep)
      db.send(sql`update webhook_sweeps s set due_at = ${new Date(now().getTime() + DAY_MS)} where s.webhook_id = ${webhookId}`)
    return deleted
  })
}

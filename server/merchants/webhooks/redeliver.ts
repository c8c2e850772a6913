import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { queue } from './queue.ts'
import { readWebhook } from './readWebhooks.ts'

/** Sends a message again under its own id, beside what became of it before. Refuses with WebhookNotAllowed when the address is off. */
export const webhookRedeliver: Handler<'webhookRedeliver'> = async ({ db, scope, caller, params, now, audit }) => {
  const webhook = await readWebhook(db, scope, params.webhookId, now)
  const deliveryId = uuidOf(params.deliveryId)
  const first = sql`d.merchant_id = ${scope.merchantId} and d.mode = ${scope.mode} and d.webhook_id = ${webhook.id} and d.id = ${deliveryId ?? null}`
  const sent = await db.first(sql`select from webhook_deliveries d where ${first}`)
  if (!sent) throw notFound(params.deliveryId)
  const id = newId(now)
  queue(db, scope, webhook, {
    id,
    message: sql`select d.message_id, d.type, d.happened_at, d.data from webhook_deliveries d where ${first}`,
    by: caller.userId,
    now,
  })
  audit({ entity: 'webhook', entityId: webhook.id, after: { redelivered: deliveryId } })
  return { id: hexOf(id) }
}

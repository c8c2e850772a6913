import { webhookTest } from '#domain/merchants/webhook'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { readWebhook } from './readWebhooks.ts'
import { queue } from './queue.ts'

/** Sends a message that says nothing, once. Refuses with WebhookNotAllowed when the address is off. */
export const webhookTestSend: Handler<'webhookTestSend'> = async ({ db, scope, caller, params, now, audit }) => {
  const webhook = await readWebhook(db, scope, params.webhookId, now)
  const id = newId(now)
  queue(db, scope, webhook, {
    id,
    message: sql`select ${newId(now)}::uuid as message_id, ${webhookTest} as type, ${now}::timestamptz as happened_at, '{}'::jsonb as data`,
    by: caller.userId,
    now,
  })
  audit({ entity: 'webhook', entityId: webhook.id, after: { tested: true } })
  return { id: hexOf(id) }
}

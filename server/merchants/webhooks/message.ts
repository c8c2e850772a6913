import { Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { enqueueDeliveries } from '../notices/queueWebhooks.ts'
import type { StoredWebhook } from './readWebhooks.ts'

type ManualDelivery = {
  /** Of the new delivery. */
  id: string
  /** SQL that selects `message_id`, `type`, `happened_at` and `data`. */
  message: Sql
  /** Who requested it. */
  by: string
  now: Date
}

/** Queues a message sent by hand, without waiting. Refuses with WebhookNotAllowed when the webhook is off. */
export function queueMessage(
  db: Connection,
  scope: Scope,
  { id: webhookId, off_reason }: StoredWebhook,
  { id, message, by, now }: ManualDelivery,
): void {
  if (off_reason !== null) throw new Refusal('WebhookNotAllowed', { why: 'off' })
  db.send(sql`insert into webhook_deliveries (merchant_id, mode, id, webhook_id, message_id, type, happened_at, queued_at, data, sent_by)
    select ${scope.merchantId}::uuid, ${scope.mode}::mode, ${id}::uuid, ${webhookId}::uuid, m.message_id, m.type, m.happened_at, ${now}::timestamptz, m.data, ${by}::uuid from (${message}) m`)
  enqueueDeliveries(db, scope, sql`from (select ${id}::uuid as id, ${webhookId}::uuid as webhook_id) d`)
}

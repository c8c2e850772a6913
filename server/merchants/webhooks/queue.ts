import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { StoredWebhook } from './readWebhooks.ts'

type Sent = {
  /** Of the new delivery. */
  id: string
  /** SQL that says `message_id`, `type`, `happened_at` and `data`. */
  message: Sql
  /** Who asked for it. */
  by: string
  now: Date
}

/** Puts a message that somebody sends by hand into the outbox, without waiting. Refuses with WebhookNotAllowed when the address is off. */
export function queue(
  db: Connection,
  { merchantId, mode }: Scope,
  { id: webhookId, off_reason }: StoredWebhook,
  { id, message, by, now }: Sent,
): void {
  if (off_reason !== null) throw new Refusal('WebhookNotAllowed', { why: 'off' })
  db.send(sql`insert into webhook_deliveries (merchant_id, mode, id, webhook_id, message_id, type, happened_at, queued_at, data, sent_by)
    select ${merchantId}::uuid, ${mode}::mode, ${id}::uuid, ${webhookId}::uuid, m.message_id, m.type, m.happened_at, ${now}::timestamptz, m.data, ${by}::uuid from (${message}) m`)
  db.send(sql`insert into webhook_turns (delivery_id, merchant_id, mode, webhook_id) values (${id}, ${merchantId}, ${mode}, ${webhookId})`)
}

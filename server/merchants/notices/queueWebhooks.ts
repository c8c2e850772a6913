import type { WebhookType } from '#domain/merchants/webhook'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { insertIntoOutbox } from '../../platform/outbox/enqueue.ts'

/** `from`: FROM clause of deliveries `d`, in order. */
const entriesOf = ({ merchantId, mode }: Scope, from: Sql): Sql =>
  insertIntoOutbox('webhook', {
    subject: sql`d.id`,
    payload: sql`jsonb_build_object('deliveryId', d.id)`,
    about: { merchantId, mode },
    groupId: sql`d.webhook_id`,
    at: null,
    from,
  })

/** Queues stored deliveries of a shop, without waiting. `from`: FROM clause of deliveries `d`, in order. */
export const enqueueDeliveries = (db: Connection, scope: Scope, from: Sql): void => db.send(entriesOf(scope, from))

/**
 * Named queries (for a `with` list) that queue webhook events: a delivery, and its entry in the outbox, for each endpoint subscribed to the event. `events`
 * selects `type`, `at` and `data` (without customers' data), in order. Endpoints that are off get none.
 */
export const webhookQueries = (scope: Scope, events: Sql): Sql => sql`webhook_event as materialized (
    select gen_random_uuid() as message_id, row_number() over () as nth, e.* from (${events}) e (type, at, data)
  ), webhook_delivery as (
    insert into webhook_deliveries (merchant_id, mode, id, webhook_id, message_id, type, happened_at, queued_at, data)
    select w.merchant_id, w.mode, gen_random_uuid(), w.id, e.message_id, e.type, e.at, e.at, e.data
    from webhook_event e join webhooks w on ${inScope(scope, 'w')} and w.off_at is null and e.type = any(w.events)
    order by e.nth
    returning id, webhook_id
  ), webhook_queued as (${entriesOf(scope, sql`from webhook_delivery d`)})`

/** An event of a shop, other than of an operation. `data`: the body that is sent, in wire names. */
type WebhookEvent = { type: WebhookType; at: Date; data: Readonly<Record<string, unknown>> }

/** Queues an event in the caller's transaction, without waiting. */
export function queueWebhooks(db: Connection, scope: Scope, { type, at, data }: WebhookEvent): void {
  db.send(
    sql`with ${webhookQueries(scope, sql`select ${type}::text, ${at}::timestamptz, ${JSON.stringify(data)}::jsonb`)} select from webhook_event`,
  )
}

import { pageSize } from '#contract/platform/page'
import type { WebhookDelivery } from '#contract/merchants/webhooks'
import { WEBHOOKS_KEPT_DAYS, webhookTest } from '#domain/merchants/webhook'
import type { Handler } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { newId } from '../../platform/database/newId.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { messageBody, messageIdOf, type StoredMessage } from '../../platform/outbox/deliveries.ts'
import { withSubject } from '../../platform/outbox/enqueue.ts'
import { queueMessage } from './message.ts'
import { readWebhook } from './readWebhooks.ts'

type Row = StoredMessage & {
  id: string
  state: WebhookDelivery['state']
  attempts: number
  tried_at: Date | null
  status: number | null
  problem: WebhookDelivery['problem']
  answer: string | null
  ms: number | null
  next_at: Date | null
  sent_by: string | null
}

const pagesAhead = 10

/** The deliveries of a webhook in the last 30 days, latest first. */
export const webhookDeliveryList: Handler<'webhookDeliveryList'> = async ({ db, scope, params, query: { page }, now }) => {
  const { id } = await readWebhook(db, scope, params.webhookId, now)
  const since = new Date(now.getTime() - WEBHOOKS_KEPT_DAYS * 86_400_000)
  const maxRows = pageSize * (pagesAhead + 1)
  const offset = (page - 1) * pageSize
  const shownDeliveries = sql`${inScope(scope, 'd')} and d.webhook_id = ${id} and d.queued_at > ${since}`
  const [rows, ahead] = await Promise.all([
    db.rows<Row>(sql`select d.id, d.message_id, d.type, d.happened_at, d.data, d.state, d.attempts, d.tried_at, d.status, d.problem, d.answer, d.ms,
        case when t.lease is null and t.due_at > '-infinity' then t.due_at end as next_at, (select nullif(concat_ws(' ', u.first_name, u.last_name), '') from users u where u.id = d.sent_by) as sent_by
      from webhook_deliveries d ${withSubject(sql`d.id::text`)}
      left join outbox t on t.kind = 'webhook' and t.subject = about.subject and t.state = 'pending'
      where ${shownDeliveries} order by d.queued_at desc, d.id desc offset ${offset} limit ${pageSize}`),
    db.first<{ many: number }>(
      sql`select count(*)::integer as many from (select from webhook_deliveries d where ${shownDeliveries} order by d.queued_at desc, d.id desc offset ${offset} limit ${maxRows}) a`,
    ),
  ])
  const further = Math.max(0, Math.ceil((ahead?.many ?? 0) / pageSize) - 1)
  return {
    results: rows.map(deliveryOf),
    currentPage: page,
    maxVisiblePage: page + further,
    next: further > 0 ? page + 1 : null,
  }
}

const deliveryOf = (row: Row): WebhookDelivery => ({
  id: hexOf(row.id),
  messageId: messageIdOf(row),
  type: row.type,
  at: row.happened_at.toISOString(),
  state: row.state,
  attempts: row.attempts,
  triedAt: row.tried_at?.toISOString() ?? null,
  status: row.status,
  problem: row.problem,
  answer: row.answer,
  ms: row.ms,
  nextAt: row.attempts === 0 ? null : (row.next_at?.toISOString() ?? null),
  sentBy: row.sent_by,
  body: messageBody(row),
})

/** Sends a message again under its own id, as a new delivery. Refuses with WebhookNotAllowed when the webhook is off. */
export const webhookRedeliver: Handler<'webhookRedeliver'> = async ({ db, scope, caller, params, now, audit }) => {
  const webhook = await readWebhook(db, scope, params.webhookId, now)
  const deliveryId = uuidOf(params.deliveryId)
  const first = sql`${inScope(scope, 'd')} and d.webhook_id = ${webhook.id} and d.id = ${deliveryId ?? null}`
  const sent = await db.first(sql`select from webhook_deliveries d where ${first}`)
  if (!sent) throw notFound(params.deliveryId)
  const id = newId(now)
  queueMessage(db, scope, webhook, {
    id,
    message: sql`select d.message_id, d.type, d.happened_at, d.data from webhook_deliveries d where ${first}`,
    by: caller.userId,
    now,
  })
  audit({ entity: 'webhook', entityId: webhook.id, after: { redelivered: deliveryId } })
  return { id: hexOf(id) }
}

/** Sends a test message once. Refuses with WebhookNotAllowed when the webhook is off. */
export const webhookTestSend: Handler<'webhookTestSend'> = async ({ db, scope, caller, params, now, audit }) => {
  const webhook = await readWebhook(db, scope, params.webhookId, now)
  const id = newId(now)
  queueMessage(db, scope, webhook, {
    id,
    message: sql`select ${newId(now)}::uuid as message_id, ${webhookTest} as type, ${now}::timestamptz as happened_at, '{}'::jsonb as data`,
    by: caller.userId,
    now,
  })
  audit({ entity: 'webhook', entityId: webhook.id, after: { tested: true } })
  return { id: hexOf(id) }
}

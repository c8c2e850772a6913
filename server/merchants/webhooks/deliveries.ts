import { pageSize } from '#contract/platform/page'
import type { WebhookDelivery } from '#contract/merchants/webhooks'
import { WEBHOOKS_KEPT_DAYS } from '#domain/merchants/webhook'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { messageBody, messageIdOf, type StoredMessage } from './message.ts'
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

/** What was sent to an address, the latest first; older than 30 days is not told. */
export const webhookDeliveryList: Handler<'webhookDeliveryList'> = async ({ db, scope, params, query: { page }, now }) => {
  const { id } = await readWebhook(db, scope, params.webhookId, now)
  const since = new Date(now.getTime() - WEBHOOKS_KEPT_DAYS * 86_400_000)
  const most = pageSize * (pagesAhead + 1)
  const offset = (page - 1) * pageSize
  const these = sql`d.merchant_id = ${scope.merchantId} and d.mode = ${scope.mode} and d.webhook_id = ${id} and d.queued_at > ${since}`
  const [rows, ahead] = await Promise.all([
    db.rows<Row>(sql`select d.id, d.message_id, d.type, d.happened_at, d.data, d.state, d.attempts, d.tried_at, d.status, d.problem, d.answer, d.ms,
        nullif(t.due_at, '-infinity') as next_at, (select nullif(concat_ws(' ', u.first_name, u.last_name), '') from users u where u.id = d.sent_by) as sent_by
      from webhook_deliveries d left join webhook_turns t on t.delivery_id = d.id and t.merchant_id = d.merchant_id and t.mode = d.mode
      where ${these} order by d.queued_at desc, d.id desc offset ${offset} limit ${pageSize}`),
    db.first<{ many: number }>(
      sql`select count(*)::integer as many from (select from webhook_deliveries d where ${these} order by d.queued_at desc, d.id desc offset ${offset} limit ${most}) a`,
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

import { DAY_MS } from '#domain/platform/dates'
import type { ProviderDelivery } from '#contract/provider/events'
import { webhookTest } from '#domain/merchants/webhook'
import { PROVIDER_EVENTS_KEPT_DAYS } from '#domain/provider/events'
import { providerEntries } from '../../merchants/notices/providerEvents.ts'
import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { messageIdOf } from '../../platform/outbox/deliveries.ts'
import { withSubject } from '../../platform/outbox/enqueue.ts'
import { readEndpoint, type StoredEndpoint } from './endpoints.ts'

type Row = {
  id: string
  message_id: string
  type: string
  happened_at: Date
  object_id: string
  state: ProviderDelivery['state']
  attempts: number
  tried_at: Date | null
  status: number | null
  problem: ProviderDelivery['problem']
  answer: string | null
  ms: number | null
  next_at: Date | null
  sent_by: string | null
}

const pageSize = 50

/** The deliveries of an address in the last 30 days, latest first. */
export const providerDeliveryList: ConsoleHandler<'providerDeliveryList'> = async ({ db, params, query, now }) => {
  const { id } = await readEndpoint(db, params.endpointId)
  const since = new Date(now.getTime() - PROVIDER_EVENTS_KEPT_DAYS * DAY_MS)
  const before =
    query.before === undefined
      ? sql``
      : sql` and (d.queued_at, d.id) < (select l.queued_at, l.id from provider_deliveries l where l.id = ${idFrom(query.before)} and l.endpoint_id = ${id})`
  const rows =
    await db.rows<Row>(sql`select d.id, d.message_id, d.type, d.happened_at, d.object_id, d.state, d.attempts, d.tried_at, d.status, d.problem, d.answer, d.ms,
      case when t.lease is null and t.due_at > '-infinity' then t.due_at end as next_at,
      (select btrim(s.first_name || ' ' || s.last_name) from staff s where s.id = d.sent_by) as sent_by
    from provider_deliveries d ${withSubject(sql`d.id::text`)}
      left join outbox t on t.kind = 'provider_event' and t.subject = about.subject and t.state = 'pending'
    where d.endpoint_id = ${id} and d.queued_at > ${since}${before} order by d.queued_at desc, d.id desc limit ${pageSize + 1}`)
  return { deliveries: rows.slice(0, pageSize).map(deliveryOf), hasMore: rows.length > pageSize }
}

const deliveryOf = (row: Row): ProviderDelivery => ({
  id: hexOf(row.id),
  messageId: messageIdOf(row),
  type: row.type,
  at: row.happened_at.toISOString(),
  objectId: hexOf(row.object_id),
  state: row.state,
  attempts: row.attempts,
  triedAt: row.tried_at?.toISOString() ?? null,
  status: row.status,
  problem: row.problem,
  answer: row.answer,
  ms: row.ms,
  nextAt: row.attempts === 0 ? null : (row.next_at?.toISOString() ?? null),
  sentBy: row.sent_by,
})

type ManualDelivery = {
  id: string
  staffId: string
  now: Date
  /** Selects message_id, type, happened_at, account_id, merchant_id, object_id, data. */ event: Sql
}

/** Queues an event that staff sends by hand. Refuses with WebhookNotAllowed when the address is off. */
function queueByHand(db: Connection, endpoint: StoredEndpoint, { id, staffId, now, event }: ManualDelivery): void {
  if (endpoint.off_at !== null) throw new Refusal('WebhookNotAllowed', { why: 'off' })
  db.send(sql`with sent as (
      insert into provider_deliveries (id, endpoint_id, message_id, type, happened_at, queued_at, account_id, merchant_id, mode, object_id, data, sent_by)
      select ${id}::uuid, ${endpoint.id}::uuid, e.message_id, e.type, e.happened_at, ${now}::timestamptz, e.account_id, e.merchant_id, ${endpoint.mode}::mode,
        e.object_id, e.data, ${staffId}::uuid from (${event}) e returning id, endpoint_id
    )
    ${providerEntries(sql`from sent d`)}`)
}

/** Sends a test message once. */
export const providerEndpointTest: ConsoleHandler<'providerEndpointTest'> = async ({ db, params, staff, now, audit }) => {
  const endpoint = await readEndpoint(db, params.endpointId)
  const id = newId(now)
  const event = sql`select ${newId(now)}::uuid as message_id, ${webhookTest} as type, ${now}::timestamptz as happened_at, null::uuid as account_id,
    null::uuid as merchant_id, ${endpoint.id}::uuid as object_id, '{}'::jsonb as data`
  queueByHand(db, endpoint, { id, staffId: staff.staffId, now, event })
  audit({ entity: 'provider_endpoint', entityId: endpoint.id, after: { tested: true } })
  return { id: hexOf(id) }
}

/** Sends an event again under its own id, as a new delivery, in place of one that was given up. */
export const providerDeliveryResend: ConsoleHandler<'providerDeliveryResend'> = async ({ db, params, staff, now, audit }) => {
  const endpoint = await readEndpoint(db, params.endpointId)
  const deliveryId = idFrom(params.deliveryId)
  const first = sql`d.endpoint_id = ${endpoint.id} and d.id = ${deliveryId}`
  if (!(await db.first(sql`select from provider_deliveries d where ${first}`))) throw notFound(params.deliveryId)
  const id = newId(now)
  const event = sql`select d.message_id, d.type, d.happened_at, d.account_id, d.merchant_id, d.object_id, d.data from provider_deliveries d where ${first}`
  queueByHand(db, endpoint, { id, staffId: staff.staffId, now, event })
  db.send(sql`delete from outbox o where o.kind = 'provider_event' and o.subject = ${deliveryId}::text and o.state = 'dead'`)
  audit({ entity: 'provider_endpoint', entityId: endpoint.id, after: { redelivered: deliveryId } })
  return { id: hexOf(id) }
}

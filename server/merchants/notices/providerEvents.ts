import type { ProviderEventType } from '#domain/provider/events'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { insertIntoOutbox } from '../../platform/outbox/enqueue.ts'

/** Queues stored deliveries, in their order. `from`: a FROM clause with deliveries `d`. */
export const providerEntries = (from: Sql): Sql =>
  insertIntoOutbox('provider_event', {
    subject: sql`d.id`,
    payload: sql`jsonb_build_object('deliveryId', d.id)`,
    about: null,
    groupId: sql`d.endpoint_id`,
    at: null,
    from,
  })

/**
 * Named queries (for a `with` list) that queue events for the provider's own systems: a delivery, and its entry in the outbox, for each address that is on
 * and wants the type. `events` selects `type`, `at`, `account_id`, `merchant_id`, `mode`, `object_id` and `data`, in order. Writes nothing where there is no
 * address.
 */
export const providerEventQueries = (events: Sql): Sql => sql`provider_event as materialized (
    select gen_random_uuid() as message_id, row_number() over () as nth, e.*
    from (${events}) e (type, at, account_id, merchant_id, mode, object_id, data) where exists (select from provider_endpoints)
  ), provider_delivery as (
    insert into provider_deliveries (id, endpoint_id, message_id, type, happened_at, queued_at, account_id, merchant_id, mode, object_id, data)
    select gen_random_uuid(), p.id, e.message_id, e.type, e.at, e.at, coalesce(e.account_id, (select m.account_id from merchants m where m.id = e.merchant_id)),
      e.merchant_id, e.mode, e.object_id, e.data
    from provider_event e join provider_endpoints p on p.off_at is null and p.mode = e.mode and e.type = any(p.events)
    order by e.nth
    returning id, endpoint_id
  ), provider_queued as (${providerEntries(sql`from provider_delivery d`)})`

/** An event, by the ids of what it is about. `data`: what is true of it for ever, in wire names: no personal data. */
type ProviderEvent = {
  type: ProviderEventType
  at: Date
  about: Scope | { accountId: string } | { accountId: string; merchantId: string }
  objectId: string
  data?: Readonly<Record<string, string | number | null>>
}

/** Queues an event in the caller's transaction, without waiting. Events of accounts, applications and documents are live ones. */
export function tellProvider(db: Connection, { type, at, about, objectId, data = {} }: ProviderEvent): void {
  const accountId = 'accountId' in about ? about.accountId : null
  const merchantId = 'merchantId' in about ? about.merchantId : null
  const mode = 'mode' in about ? about.mode : 'live'
  const event = sql`select ${type}::text, ${at}::timestamptz, ${accountId}::uuid, ${merchantId}::uuid, ${mode}::mode, ${objectId}::uuid, ${JSON.stringify(data)}::jsonb`
  db.send(sql`with ${providerEventQueries(event)} select from provider_event`)
}

/** As {@link providerEventQueries}, for applications that were submitted. `accounts` selects `account_id`. */
export const applicationQueries = (accounts: Sql, at: Date): Sql =>
  providerEventQueries(sql`select 'application.submitted', ${at}::timestamptz, s.account_id, s.merchant_id, 'live'::mode, s.merchant_id, '{}'::jsonb
    from (${accounts}) a join shop_applications s on s.account_id = a.account_id and s.outcome is null`)

/** Queues the event of an account's application, in the caller's transaction and without waiting. */
export const tellOfApplication = (db: Connection, accountId: string, at: Date): void =>
  db.send(sql`with ${applicationQueries(sql`select ${accountId}::uuid as account_id`, at)} select from provider_event`)

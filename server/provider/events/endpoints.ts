import { HOUR_MS } from '#domain/platform/dates'
import type { ProviderEndpoint } from '#contract/provider/events'
import { MAX_PROVIDER_ENDPOINTS } from '#domain/provider/events'
import { providerEntries } from '../../merchants/notices/providerEvents.ts'
import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import type { Services } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Mode } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { newSecret, openSecrets, type SignedAddress } from '../../platform/outbound/signedMessages.ts'
import { endpointSeal } from './deliver.ts'

/** A stored address without its secrets. */
export type StoredEndpoint = {
  id: string
  mode: Mode
  url: string
  events: string[]
  off_at: Date | null
  old_secret_ends_at: Date | null
  created_at: Date
  created_by: string
  waiting: number
  last_at: Date | null
  last_state: 'waiting' | 'delivered' | 'failed' | null
  last_status: number | null
}

const readEndpoints = (db: Connection, condition: Sql = sql`true`): Promise<StoredEndpoint[]> =>
  db.rows<StoredEndpoint>(sql`select p.id, p.mode, p.url, p.events, p.off_at, p.old_secret_ends_at, p.created_at,
      (select btrim(s.first_name || ' ' || s.last_name) from staff s where s.id = p.created_by) as created_by,
      (select count(*)::integer from provider_deliveries w where w.endpoint_id = p.id and w.state = 'waiting') as waiting,
      d.queued_at as last_at, d.state as last_state, d.status as last_status
    from provider_endpoints p left join lateral (select l.* from provider_deliveries l where l.endpoint_id = p.id
      order by l.queued_at desc, l.id desc limit 1) d on true
    where ${condition} order by p.created_at, p.id`)

/** One address by the id in a path. Refuses with ObjectNotFoundException. */
export async function readEndpoint(db: Connection, hex: string): Promise<StoredEndpoint> {
  const [found] = await readEndpoints(db, sql`p.id = ${idFrom(hex)}`)
  if (!found) throw notFound(hex)
  return found
}

const endpointOf = (row: StoredEndpoint, now: Date): ProviderEndpoint => ({
  id: hexOf(row.id),
  mode: row.mode,
  url: row.url,
  events: row.events,
  on: row.off_at === null,
  oldSecretEndsAt: row.old_secret_ends_at !== null && row.old_secret_ends_at > now ? row.old_secret_ends_at.toISOString() : null,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
  waiting: row.waiting,
  lastDelivery:
    row.last_at === null || row.last_state === null
      ? null
      : { at: row.last_at.toISOString(), state: row.last_state, status: row.last_status },
})

/** Serialises changes of the addresses until the transaction ends. */
const lockEndpoints = (db: Connection): void => db.send(sql`select pg_advisory_xact_lock(hashtextextended('provider-endpoints', 0))`)

/** Refuses with ApiValidationException a URL that is never sent to; what its host resolves to is checked when sending. */
function assertAddress({ outbound }: Pick<Services, 'outbound'>, url: string, mode: Mode): void {
  const problem = outbound.addressProblem(url, mode)
  if (problem === null) return
  throw new Refusal('ApiValidationException', { fields: [{ name: 'url', code: 'url', message: text(`webhooks.field.${problem}`) }] })
}

/** All addresses, oldest first. */
export const providerEndpointList: ConsoleHandler<'providerEndpointList'> = async ({ db, now }) => ({
  endpoints: (await readEndpoints(db)).map((row) => endpointOf(row, now)),
})

/** Adds an address. */
export const providerEndpointCreate: ConsoleHandler<'providerEndpointCreate'> = async ({ db, body, services, staff, now, audit }) => {
  assertAddress(services, body.url, body.mode)
  lockEndpoints(db)
  const before = await readEndpoints(db, sql`p.mode = ${body.mode}`)
  if (before.length >= MAX_PROVIDER_ENDPOINTS)
    throw new Refusal('WebhookNotAllowed', { why: 'many', values: { most: String(MAX_PROVIDER_ENDPOINTS) } })
  const id = newId(now)
  const secret = newSecret()
  const events = [...new Set(body.events)]
  db.send(sql`insert into provider_endpoints (id, mode, url, events, secret, created_at, created_by)
    values (${id}, ${body.mode}, ${body.url}, ${events}, ${endpointSeal(services.config.keySecrets, id).close(secret)}, ${now}, ${staff.staffId})`)
  audit({ entity: 'provider_endpoint', entityId: id, after: { mode: body.mode, url: body.url, events } })
  return { secret, endpoint: endpointOf(await readEndpoint(db, hexOf(id)), now) }
}

/** Changes an address. While it is off nothing is written for it; what waited is sent once it is on again. */
export const providerEndpointChange: ConsoleHandler<'providerEndpointChange'> = async ({ db, params, body, services, now, audit }) => {
  lockEndpoints(db)
  const before = await readEndpoint(db, params.endpointId)
  const { id } = before
  const wasOn = before.off_at === null
  const after = { url: body.url ?? before.url, events: body.events ? [...new Set(body.events)] : before.events, on: body.on ?? wasOn }
  if (after.url !== before.url) assertAddress(services, after.url, before.mode)
  db.send(sql`update provider_endpoints p set url = ${after.url}, events = ${after.events},
    off_at = case when ${after.on} then null else coalesce(p.off_at, ${now}) end where p.id = ${id}`)
  if (wasOn && !after.on) stopSending(db, id)
  if (!wasOn && after.on) resume(db, id)
  audit({ entity: 'provider_endpoint', entityId: id, before: { url: before.url, events: before.events, on: wasOn }, after })
  return endpointOf(await readEndpoint(db, params.endpointId), now)
}

/** Nothing more is sent, also of what was given up. */
function stopSending(db: Connection, id: string): void {
  for (const state of [sql`'pending'`, sql`'dead'`])
    db.send(sql`delete from outbox o where o.kind = 'provider_event' and o.state = ${state} and o.group_id = ${id}`)
}

/** Queues what waited for an address. One that is being taken for off just now is sent all the same. */
const resume = (db: Connection, id: string): void =>
  db.send(
    providerEntries(
      sql`from (select w.id, w.endpoint_id from provider_deliveries w where w.endpoint_id = ${id} and w.state = 'waiting' order by w.queued_at, w.id) d`,
    ),
  )

/** Deletes an address with its deliveries. */
export const providerEndpointDelete: ConsoleHandler<'providerEndpointDelete'> = async ({ db, params, audit }) => {
  lockEndpoints(db)
  const { id, mode, url, events } = await readEndpoint(db, params.endpointId)
  await db.run(sql`delete from provider_endpoints p where p.id = ${id}`)
  stopSending(db, id)
  audit({ entity: 'provider_endpoint', entityId: id, before: { mode, url, events } })
  return undefined
}

/** Creates a new secret, shown in full only in this answer. The previous one signs too for the chosen hours; one from an earlier renewal stops. */
export const providerEndpointSecretRenew: ConsoleHandler<'providerEndpointSecretRenew'> = async ({
  db,
  params,
  body,
  services,
  now,
  audit,
}) => {
  lockEndpoints(db)
  const { id } = await readEndpoint(db, params.endpointId)
  const secret = newSecret()
  const sealed = endpointSeal(services.config.keySecrets, id).close(secret)
  // A secret that cannot be opened cannot sign either.
  const stored = await db.first<SignedAddress>(
    sql`select p.url, p.secret, null::text as old_secret, null::timestamptz as old_secret_ends_at from provider_endpoints p where p.id = ${id}`,
  )
  const oldSigns =
    body.overlapHours > 0 && stored !== undefined && openSecrets(endpointSeal(services.config.keySecrets, id), stored) !== null
  const oldEndsAt = oldSigns ? new Date(now.getTime() + body.overlapHours * HOUR_MS) : null
  db.send(sql`update provider_endpoints p set secret = ${sealed}, old_secret = case when ${oldEndsAt}::timestamptz is not null then p.secret end,
    old_secret_ends_at = ${oldEndsAt} where p.id = ${id}`)
  audit({ entity: 'provider_endpoint', entityId: id, after: { secretRenewed: true, overlapHours: body.overlapHours } })
  return { secret, endpoint: endpointOf(await readEndpoint(db, params.endpointId), now) }
}

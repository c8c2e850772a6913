import type { Webhook } from '#contract/merchants/webhooks'
import { addProviderTask, removeProviderTask } from '../notices/providerTasks.ts'
import { isDeactivated } from '../../platform/calls/userConditions.ts'
import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { notify } from '../notices/notify.ts'
import { enqueueDeliveries } from '../notices/queueWebhooks.ts'

/** A stored webhook without its secrets. */
export type StoredWebhook = {
  id: string
  url: string
  events: string[]
  off_reason: 'person' | 'failing' | 'gone' | 'secret' | null
  failing_since: Date | null
  old_secret_ends_at: Date | null
  created_at: Date
  created_by: string | null
  maker_gone: boolean
  last_at: Date | null
  last_state: 'waiting' | 'delivered' | 'failed' | null
  last_status: number | null
  revision: number
}

/** SQL condition for one webhook `w` of the scope. */
export const thisWebhook = (scope: Scope, id: string): Sql => sql`${inScope(scope, 'w')} and w.id = ${id}`

/** The shop's webhooks that match `condition`, over `w`, oldest first. */
export function readWebhooks(db: Connection, scope: Scope, now: Date, condition: Sql = sql`true`): Promise<StoredWebhook[]> {
  return db.rows<StoredWebhook>(sql`select w.id, w.url, w.events, w.off_reason, w.failing_since, w.old_secret_ends_at, w.created_at, w.revision,
      (select nullif(concat_ws(' ', u.first_name, u.last_name), '') from users u where u.id = w.created_by) as created_by, ${isDeactivated(sql`w.created_by`, sql`w.merchant_id`, now)} as maker_gone,
      d.queued_at as last_at, d.state as last_state, d.status as last_status
    from webhooks w left join lateral (select * from webhook_deliveries d where d.merchant_id = w.merchant_id and d.mode = w.mode and d.webhook_id = w.id
      order by d.queued_at desc, d.id desc limit 1) d on true
    where ${inScope(scope, 'w')} and ${condition} order by w.created_at, w.id`)
}

/** One webhook by the id in a path. Refuses with ObjectNotFoundException. */
export async function readWebhook(db: Connection, scope: Scope, hex: string, now: Date): Promise<StoredWebhook> {
  const [found] = await readWebhooks(db, scope, now, sql`w.id = ${idFrom(hex)}`)
  if (!found) throw notFound(hex)
  return found
}

/** Serialises changes of a shop's webhooks until the transaction ends; sent before the next read, without waiting. */
export function lockWebhooks(db: Connection, { merchantId, mode }: Scope): void {
  db.send(sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks/${merchantId}/${mode}`}, 0))`)
}

/** A webhook in the shape of the contract, at `now`. */
export const webhookOf = (row: StoredWebhook, now: Date): Webhook => ({
  id: hexOf(row.id),
  url: row.url,
  events: row.events,
  state: row.off_reason === null ? 'on' : row.off_reason === 'person' ? 'off' : row.off_reason,
  failingSince: row.failing_since?.toISOString() ?? null,
  oldSecretEndsAt: row.old_secret_ends_at !== null && row.old_secret_ends_at > now ? row.old_secret_ends_at.toISOString() : null,
  created: row.created_at.toISOString(),
  createdBy: row.created_by,
  makerGone: row.maker_gone,
  lastDelivery:
    row.last_at === null || row.last_state === null
      ? null
      : { at: row.last_at.toISOString(), state: row.last_state, status: row.last_status },
  revision: row.revision,
})

type Off = { id: string; reason: 'person' | 'failing' | 'gone' | 'secret'; now: Date }

/** Turns a webhook off, without waiting for the statement; undelivered messages stay queued. */
export function turnOff(db: Connection, scope: Scope, { id, reason, now }: Off): void {
  db.send(sql`update webhooks w set off_at = ${now}, off_reason = ${reason} where ${thisWebhook(scope, id)} and w.off_at is null`)
  deleteFromOutbox(db, [id])
}

/** Removes what waits for these webhooks from the outbox, without waiting for the statement. */
export const deleteFromOutbox = (db: Connection, webhookIds: readonly string[]): void =>
  db.send(sql`delete from outbox o where o.kind = 'webhook' and o.state = 'pending' and o.group_id = any(${[...webhookIds]}::uuid[])`)

const notices = { failing: 'webhook_off', gone: 'webhook_gone', secret: 'webhook_secret' } as const

/** As `turnOff`, by the sender itself: owners and admins are notified. */
export function turnOffFailing(
  db: Connection,
  scope: Scope,
  { id, url, reason, now }: { id: string; url: string; reason: keyof typeof notices; now: Date },
): void {
  turnOff(db, scope, { id, reason, now })
  if (scope.mode === 'live')
    addProviderTask(db, { kind: 'webhook_off', id, merchantId: scope.merchantId, what: new URL(url).host, code: reason, now })
  notify(db, {
    about: { merchantId: scope.merchantId },
    type: notices[reason],
    level: 'error',
    values: [{ key: 'address', value: new URL(url).host }],
    actionUrl: `/merchants/${hexOf(scope.merchantId)}/preferences/webhooks/${hexOf(id)}${scope.mode === 'sandbox' ? '?sandbox=true' : ''}`,
    roles: ['owner', 'admin'],
    now,
  })
}

/** Turns a webhook on and queues what waited for it, without waiting for the statement. One that is being taken for off just now is sent all the same. */
export function turnOn(db: Connection, scope: Scope, id: string): void {
  removeProviderTask(db, 'webhook_off', id)
  db.send(sql`update webhooks w set off_at = null, off_reason = null, failing_since = null where ${thisWebhook(scope, id)}`)
  enqueueDeliveries(db, scope, {
    from: sql`from (select w.id, w.webhook_id from webhook_deliveries w where ${inScope(scope, 'w')} and w.webhook_id = ${id}
      and w.state = 'waiting' order by w.queued_at, w.id) d`,
  })
}

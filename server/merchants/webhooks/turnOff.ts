import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { notify } from '../notices/notify.ts'
import { thisWebhook } from './readWebhooks.ts'

type Off = { id: string; reason: 'person' | 'failing' | 'gone' | 'secret'; now: Date }

/** Turns a webhook off, without waiting for the statement; undelivered messages stay queued. */
export function turnOff(db: Connection, scope: Scope, { id, reason, now }: Off): void {
  db.send(sql`update webhooks w set off_at = ${now}, off_reason = ${reason} where ${thisWebhook(scope, id)} and w.off_at is null`)
  db.send(sql`delete from webhook_turns t where t.merchant_id = ${scope.merchantId} and t.mode = ${scope.mode} and t.webhook_id = ${id}`)
}

const notices = { failing: 'webhook_off', gone: 'webhook_gone', secret: 'webhook_secret' } as const

/** As `turnOff`, by the sender itself: owners and admins are notified. */
export function turnOffFailing(
  db: Connection,
  scope: Scope,
  { id, url, reason, now }: { id: string; url: string; reason: keyof typeof notices; now: Date },
): void {
  turnOff(db, scope, { id, reason, now })
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

/** Turns a webhook on, queued messages first, without waiting for the statement. */
export function turnOn(db: Connection, scope: Scope, id: string): void {
  db.send(sql`update webhooks w set off_at = null, off_reason = null, failing_since = null where ${thisWebhook(scope, id)}`)
  db.send(sql`insert into webhook_turns (delivery_id, merchant_id, mode, webhook_id)
    select d.id, d.merchant_id, d.mode, d.webhook_id from webhook_deliveries d
    where d.merchant_id = ${scope.merchantId} and d.mode = ${scope.mode} and d.webhook_id = ${id} and d.state = 'waiting' order by d.queued_at, d.id
    on conflict (delivery_id) do nothing`)
}

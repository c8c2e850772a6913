import type { Connection } from '../db/database.ts'
import type { Scope } from '../db/scope.ts'
import { sql } from '../db/sql.ts'
import { thisWebhook } from './readWebhooks.ts'

type Off = { id: string; reason: 'person' | 'failing' | 'gone'; now: Date }

/** Sends nothing more to an address, without waiting; what has not arrived goes on waiting. */
export function turnOff(db: Connection, scope: Scope, { id, reason, now }: Off): void {
  db.send(sql`update webhooks w set off_at = ${now}, off_reason = ${reason} where ${thisWebhook(scope, id)} and w.off_at is null`)
  db.send(sql`delete from webhook_turns t where t.merchant_id = ${scope.merchantId} and t.mode = ${scope.mode} and t.webhook_id = ${id}`)
}

/** Sends there again, what is waiting first, without waiting. */
export function turnOn(db: Connection, scope: Scope, id: string): void {
  db.send(sql`update webhooks w set off_at = null, off_reason = null, failing_since = null where ${thisWebhook(scope, id)}`)
  db.send(sql`insert into webhook_turns (delivery_id, merchant_id, mode, webhook_id)
    select d.id, d.merchant_id, d.mode, d.webhook_id from webhook_deliveries d
    where d.merchant_id = ${scope.merchantId} and d.mode = ${scope.mode} and d.webhook_id = ${id} and d.state = 'waiting' order by d.queued_at, d.id
    on conflict (delivery_id) do nothing`)
}

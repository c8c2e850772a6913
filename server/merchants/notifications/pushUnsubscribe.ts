import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { deviceHash } from '../../platform/calls/device.ts'
import { readSettings } from './readSettings.ts'

/** Unsubscribes the calling device; does nothing when it is not subscribed. */
export const pushUnsubscribe: Handler<'pushUnsubscribe'> = async ({ db, caller, services, http, audit }) => {
  const device = http.device === undefined ? null : deviceHash(http.device)
  await db.run(sql`delete from push_subscriptions where user_id = ${caller.userId} and device_hash = ${device}`)
  audit({ entity: 'notice_settings', entityId: caller.userId, after: { device: 'not told' } })
  return readSettings(db, services, caller.userId, http.device)
}

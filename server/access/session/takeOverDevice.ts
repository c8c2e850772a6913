import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { deviceHash } from '../../platform/calls/deviceHash.ts'

/**
 * Ties what a browser is told on its lock screen to the session that begins there. What somebody else was told on it ends: whoever holds the device now
 * must not read their notices.
 */
export function takeOverDevice(db: Connection, device: string, { userId, sessionId }: { userId: string; sessionId: string }): void {
  db.send(sql`delete from push_subscriptions where device_hash = ${deviceHash(device)} and user_id <> ${userId}`)
  db.send(sql`update push_subscriptions set session_id = ${sessionId} where device_hash = ${deviceHash(device)}`)
}

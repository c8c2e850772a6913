import { deviceOf } from '#domain/access/device'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { deviceHash } from '../../platform/calls/deviceHash.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { forgetDevices } from './knownDevice.ts'

type Row = { id: string; present: boolean; user_agent: string | null; created_at: Date; last_used_at: Date }

/** From where the caller has signed in, the present browser first, then the one used last. */
export const meDeviceList: Handler<'meDeviceList'> = async ({ db, caller, http }) => {
  const here = http.device === undefined ? null : deviceHash(http.device)
  const rows = await db.rows<Row>(sql`
    select id, token_hash is not distinct from ${here}::bytea as present, user_agent, created_at, last_used_at from known_devices
    where user_id = ${caller.userId} order by present desc, last_used_at desc, id limit 100`)
  return rows.map((row) => ({
    id: hexOf(row.id),
    present: row.present,
    ...deviceOf(row.user_agent ?? ''),
    created: row.created_at.toISOString(),
    lastUsed: row.last_used_at.toISOString(),
  }))
}

/** Forgets one browser of the caller; somebody else's and none at all look the same: not found. */
export const meDeviceForget: Handler<'meDeviceForget'> = async ({ db, caller, params, audit }) => {
  const id = uuidOf(params.deviceId)
  const done = await db.run(sql`delete from known_devices where id = ${id ?? null}::uuid and user_id = ${caller.userId}`)
  if (id === undefined || done === 0) throw notFound(params.deviceId)
  audit({ entity: 'user', entityId: caller.userId, after: { forgottenDevices: 1 } })
  return undefined
}

/** Forgets every browser of the caller. */
export const meDeviceForgetAll: Handler<'meDeviceForgetAll'> = async ({ db, caller, audit }) => {
  const forgotten = await forgetDevices(db, caller.userId, undefined)
  audit({ entity: 'user', entityId: caller.userId, after: { forgottenDevices: forgotten } })
  return { forgotten }
}

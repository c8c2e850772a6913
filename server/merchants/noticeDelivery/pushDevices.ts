import type { FieldProblem } from '#contract/platform/errors'
import type { Handler } from '../../platform/calls/call.ts'
import { deviceHash } from '../../platform/calls/device.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import { readSettings } from './settings.ts'

/** The most subscriptions of a person; one more replaces the oldest. */
const maxDevices = 10

/**
 * Subscribes the calling device to notices. A push endpoint belongs to one browser: an earlier subscription of the same endpoint is
 * deleted. Refuses with ApiValidationException on `endpoint` or `p256dh`, and on `device` without the device cookie, which every sign-in
 * sets.
 */
export const pushSubscribe: Handler<'pushSubscribe'> = async ({ db, caller, body, services, http, now, audit }) => {
  const [p256dh, auth] = [Buffer.from(body.p256dh, 'base64url'), Buffer.from(body.auth, 'base64url')]
  const problem = http.device === undefined ? 'device' : services.push.problemOf({ endpoint: body.endpoint, p256dh, auth })
  if (http.device === undefined || problem !== null) {
    const fields: FieldProblem[] = [{ name: problem ?? 'device', code: 'format', message: text('errors.field.format') }]
    throw new Refusal('ApiValidationException', { fields })
  }
  const device = deviceHash(http.device)
  db.send(sql`delete from push_subscriptions where device_hash = ${device} or endpoint = ${body.endpoint}`)
  db.send(sql`delete from push_subscriptions where id in (select id from push_subscriptions where user_id = ${caller.userId}
    order by created_at desc, id desc offset ${maxDevices - 1})`)
  const id = newId(now)
  await db.run(sql`insert into push_subscriptions (id, user_id, session_id, device_hash, endpoint, p256dh, auth, created_at)
    values (${id}, ${caller.userId}, ${caller.sessionId}, ${device}, ${body.endpoint}, ${p256dh}, ${auth}, ${now})`)
  audit({ entity: 'notification_settings', entityId: caller.userId, after: { device: 'told' } })
  return readSettings(db, services, caller.userId, http.device)
}

/** Unsubscribes the calling device; does nothing when it is not subscribed. */
export const pushUnsubscribe: Handler<'pushUnsubscribe'> = async ({ db, caller, services, http, audit }) => {
  const device = http.device === undefined ? null : deviceHash(http.device)
  await db.run(sql`delete from push_subscriptions where user_id = ${caller.userId} and device_hash = ${device}`)
  audit({ entity: 'notification_settings', entityId: caller.userId, after: { device: 'not told' } })
  return readSettings(db, services, caller.userId, http.device)
}

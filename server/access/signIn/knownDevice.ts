import { randomBytes, randomUUID } from 'node:crypto'
import { formatDateTime } from '#domain/platform/dates'
import { deviceOf } from '#domain/access/device'
import type { Handler, Services } from '../../platform/calls/call.ts'
import { deviceHash, deviceName } from '../../platform/calls/device.ts'
import { withRecipientLanguage } from '../../platform/calls/messages.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { wrongCode } from '../secondFactor/totp.ts'
import { runAfterResponse } from '../session/afterResponse.ts'
import { countAttempt, factorSubject, resetAttempts } from '../session/attempts.ts'
import type { KnownUser } from '../session/userByEmail.ts'
import { composeEmail } from '../../platform/emails/composeEmail.ts'
import { deviceCodeContent } from '../session/accessContents.ts'

const codeMs = 10 * 60_000
/** The least time between two e-mails. */
const resendMs = 60_000

/** Whether this person has signed in from this browser before. */
export async function isKnownDevice(services: Services, userId: string, token: string | undefined): Promise<boolean> {
  if (token === undefined) return false
  const known = await services.database.read(null, (db) =>
    db.first(sql`select from known_devices where token_hash = ${deviceHash(token)} and user_id = ${userId}`),
  )
  return known !== undefined
}

type Device = { userId: string; token: string | undefined; userAgent: string }

/**
 * Remembers the browser of a successful sign-in; returns the token for its cookie. The token is new each time, so that the previous one,
 * which others may know, becomes invalid. What refers to the previous device now refers to the new one.
 */
export async function rememberDevice(db: Connection, { userId, token, userAgent }: Device, now: Date): Promise<string> {
  const newToken = randomBytes(32).toString('base64url')
  if (token !== undefined) {
    db.send(sql`update known_devices set token_hash = ${deviceHash(newToken)} where token_hash = ${deviceHash(token)}`)
    db.send(sql`update push_subscriptions set device_hash = ${deviceHash(newToken)} where device_hash = ${deviceHash(token)}`)
  }
  await db.run(sql`insert into known_devices (token_hash, user_id, user_agent, created_at, last_used_at)
    values (${deviceHash(newToken)}, ${userId}, ${userAgent}, ${now}, ${now})
    on conflict (token_hash, user_id) do update set last_used_at = ${now}, user_agent = ${userAgent}`)
  return newToken
}

/** Forgets a person's known devices, except `keep`; returns how many were forgotten. */
export function forgetDevices(db: Connection, userId: string, keep: string | undefined): Promise<number> {
  return db.run(
    sql`delete from known_devices where user_id = ${userId} and token_hash is distinct from ${keep === undefined ? null : deviceHash(keep)}::bytea`,
  )
}

/** E-mails a sign-in code, at most once a minute; the previous one becomes invalid. Only an id is stored: the code is derived from it. */
export async function sendDeviceCode(services: Services, user: KnownUser, userAgent: string, now: Date): Promise<void> {
  const row = await services.database.write(null, (db) =>
    db.first<{ id: string }>(sql`
    insert into device_checks as c (user_id, id, sent_at) values (${user.id}, ${randomUUID()}, ${now})
    on conflict (user_id) do update set id = excluded.id, sent_at = excluded.sent_at where c.sent_at <= ${new Date(now.getTime() - resendMs)}
    returning id`),
  )
  if (!row) return
  const { brand } = services.config
  const message = withRecipientLanguage(user.locale, () => {
    const words = {
      name: user.first_name,
      code: services.tokens.codeOf(row.id, 1),
      device: deviceName(userAgent),
      when: formatDateTime(now),
      brand: brand.name,
      support: brand.supportEmail,
    }
    return composeEmail(deviceCodeContent(words), services.config)
  })
  runAfterResponse(services, 'device_code', () => services.mail({ to: user.email, ...message }))
}

/** Consumes the mailed code, once and within ten minutes. Refuses with ApiValidationException on `code`, or TooManyRequests. */
export async function checkDeviceCode(services: Services, userId: string, code: string, now: Date): Promise<void> {
  const subject = factorSubject(userId)
  await countAttempt(services, [subject], now)
  const good = await services.database.write(null, async (db) => {
    const row = await db.first<{ id: string }>(
      sql`select id from device_checks where user_id = ${userId} and sent_at > ${new Date(now.getTime() - codeMs)} for update`,
    )
    if (!row || !services.tokens.isCode(code.replace(/\s/g, ''), row.id, 1)) return false
    await db.run(sql`delete from device_checks where user_id = ${userId}`)
    await resetAttempts(db, subject)
    return true
  })
  if (!good) throw wrongCode()
}

type Row = { id: string; present: boolean; user_agent: string | null; created_at: Date; last_used_at: Date }

/** The caller's known devices, the current browser first, then by last use. */
export const meDeviceList: Handler<'meDeviceList'> = async ({ db, caller, http }) => {
  const ownHash = http.device === undefined ? null : deviceHash(http.device)
  const rows = await db.rows<Row>(sql`
    select id, token_hash is not distinct from ${ownHash}::bytea as present, user_agent, created_at, last_used_at from known_devices
    where user_id = ${caller.userId} order by present desc, last_used_at desc, id limit 100`)
  return rows.map((row) => ({
    id: hexOf(row.id),
    present: row.present,
    ...deviceOf(row.user_agent ?? ''),
    created: row.created_at.toISOString(),
    lastUsed: row.last_used_at.toISOString(),
  }))
}

/** Forgets one of the caller's devices; answers not found alike for somebody else's and an unknown one. */
export const meDeviceForget: Handler<'meDeviceForget'> = async ({ db, caller, params, audit }) => {
  const id = uuidOf(params.deviceId)
  const done = await db.run(sql`delete from known_devices where id = ${id ?? null}::uuid and user_id = ${caller.userId}`)
  if (id === undefined || done === 0) throw notFound(params.deviceId)
  audit({ entity: 'user', entityId: caller.userId, after: { forgottenDevices: 1 } })
  return undefined
}

/** Forgets all of the caller's devices. */
export const meDeviceForgetAll: Handler<'meDeviceForgetAll'> = async ({ db, caller, audit }) => {
  const forgotten = await forgetDevices(db, caller.userId, undefined)
  audit({ entity: 'user', entityId: caller.userId, after: { forgottenDevices: forgotten } })
  return { forgotten }
}

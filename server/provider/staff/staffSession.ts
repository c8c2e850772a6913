import { randomUUID } from 'node:crypto'
import { deviceOf } from '#domain/access/device'
import { networkPrefix } from '#domain/platform/network'
import { consoleSessionHours } from '#domain/provider/staff'
import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import { currentLanguage } from '../../platform/calls/messages.ts'
import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { openStaffSession } from '../../platform/consoleGateway/authenticateStaff.ts'
import { newStaffToken, staffCookie, staffTokenHash } from '../../platform/consoleGateway/consoleCookie.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'

type Start = { staffId: string; ip: string; userAgent: string; now: Date }

/** Opens a session; its token goes into the cookie. From then on the person gets their e-mails in the language of that page. */
export async function startStaffSession(db: Connection, { staffId, ip, userAgent, now }: Start): Promise<{ id: string; token: string }> {
  const [id, token] = [randomUUID(), newStaffToken()]
  const expiresAt = new Date(now.getTime() + consoleSessionHours * 3_600_000)
  await db.run(sql`insert into staff_sessions (id, staff_id, token_hash, ip, user_agent, created_at, active_at, expires_at)
    values (${id}, ${staffId}, ${staffTokenHash(token)}, ${ip}, ${userAgent}, ${now}, ${now}, ${expiresAt})`)
  await db.run(
    sql`update staff p set locale = ${currentLanguage()} where p.id = ${staffId} and p.locale is distinct from ${currentLanguage()}`,
  )
  return { id, token }
}

type EndReason = 'signed_out' | 'closed_by_user' | 'closed_by_admin' | 'password_changed' | 'disabled' | 'access_reset'

/** The only way to end sessions of staff. `which`: a condition on sessions `s`; those that had ended are left alone. Returns how many were open. */
export const endStaffSessions = (db: Connection, which: Sql, reason: EndReason, now: Date): Promise<number> =>
  db.run(sql`update staff_sessions s set ended_at = ${now}, end_reason = ${reason} where ${which} and ${openStaffSession(now)}`)

/** Ends the present session. */
export const staffSignOut: ConsoleHandler<'staffSignOut'> = async ({ db, staff, services, http, now, audit }) => {
  await endStaffSessions(db, sql`s.id = ${staff.sessionId}`, 'signed_out', now)
  http.setCookie(staffCookie(services.config, ''))
  audit({ entity: 'staff_session', entityId: staff.sessionId })
  return undefined
}

type Row = { id: string; ip: string | null; user_agent: string | null; created_at: Date; active_at: Date }

/** One's own open sessions, the present one first, then by last use. */
export const staffSessionList: ConsoleHandler<'staffSessionList'> = async ({ db, staff, now }) => {
  const rows = await db.rows<Row>(sql`select s.id, host(s.ip) as ip, s.user_agent, s.created_at, s.active_at from staff_sessions s
    where s.staff_id = ${staff.staffId} and ${openStaffSession(now)} order by s.id = ${staff.sessionId}::uuid desc, s.active_at desc, s.id`)
  return rows.map((row) => ({
    id: hexOf(row.id),
    present: row.id === staff.sessionId,
    ...deviceOf(row.user_agent ?? ''),
    network: networkPrefix(row.ip ?? ''),
    created: row.created_at.toISOString(),
    active: row.active_at.toISOString(),
  }))
}

/** Ends one of one's own sessions. Answers not found alike for somebody else's, an ended and an unknown one. */
export const staffSessionEnd: ConsoleHandler<'staffSessionEnd'> = async ({ db, staff, params, now, audit }) => {
  const sessionId = idFrom(params.sessionId)
  const ended = await endStaffSessions(db, sql`s.id = ${sessionId} and s.staff_id = ${staff.staffId}`, 'closed_by_user', now)
  if (ended === 0) throw notFound(params.sessionId)
  audit({ entity: 'staff_session', entityId: sessionId, after: { ended: true } })
  return undefined
}

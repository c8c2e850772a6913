import { deviceOf } from '#domain/access/device'
import { networkPrefix } from '#domain/platform/network'
import type { Role } from '#domain/access/roles'
import { closeSessions } from '../../platform/calls/closeSessions.ts'
import { record } from '../../platform/audit/record.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { homeMembership } from '../../platform/calls/membership.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { activeSince, provesSession } from '../../platform/calls/authenticate.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { companionCookie } from './cookies.ts'

/** Ends the session, also with an expired access token; does nothing without a session. */
export const sessionSignOut: Handler<'sessionSignOut'> = async ({ services, http, now, ip, requestId }) => {
  const sessionId = http.bearer === undefined ? undefined : await services.tokens.sessionOf(http.bearer)
  if (sessionId !== undefined) {
    await services.database.write(null, async (db) => {
      const row = await db.first<{
        user_id: string
        account_id: string | null
        role: Role
        companion_hash: string
        staff_id: string | null
      }>(sql`
        select s.user_id, h.account_id, h.role, encode(s.companion_hash, 'hex') as companion_hash,
          (select v.staff_id from staff_views v where v.id = s.staff_view_id) as staff_id from sessions s join users u on u.id = s.user_id
          left join tills t on t.id = s.till_id
          left join ${homeMembership(now, services.config, sql`(t.id is null or m.account_id = t.account_id)`)} on true
        where s.id = ${sessionId} and s.ended_at is null for update of s`)
      if (!row || !provesSession(services.config, http.companion, row.companion_hash)) return
      await closeSessions(db, sql`s.id = ${sessionId}`, { reason: 'signed_out', now })
      // Their last membership may have ended while the session was open.
      if (row.account_id === null) return
      await record(db, {
        accountId: row.account_id,
        merchantId: null,
        mode: null,
        userId: row.staff_id === null ? row.user_id : null,
        role: row.staff_id === null ? row.role : 'operator',
        staffId: row.staff_id ?? undefined,
        ip: row.staff_id === null ? ip : null,
        call: 'sessionSignOut',
        entity: 'session',
        entityId: sessionId,
        requestId,
      })
    })
  }
  http.setCookie(companionCookie(services.config, ''))
  return undefined
}

type EndReason = 'closed_by_user' | 'password_changed' | 'email_changed' | 'change_stopped'

/**
 * Ends a person's sessions, except `keep`; their tokens are refused within a second (`server/platform/calls/authenticate.ts`). Returns how
 * many were still alive, without those that had already expired.
 */
export async function endSessions(
  db: Connection,
  { userId, keep, reason, now }: { userId: string; keep: string | null; reason: EndReason; now: Date },
): Promise<number> {
  return (await closeSessions(db, sql`s.user_id = ${userId} and s.id is distinct from ${keep}::uuid`, { reason, now })).alive
}

/** Ends the session at a till, if any. */
export async function endTillSessions(db: Connection, tillId: string, now: Date): Promise<void> {
  await closeSessions(db, sql`s.till_id = ${tillId}`, { reason: 'till_locked', now })
}

/** Ends the caller's other sessions. */
export const meSessionEndOthers: Handler<'meSessionEndOthers'> = async ({ db, caller, now, audit }) => {
  const endedSessions = await endSessions(db, { userId: caller.userId, keep: caller.sessionId, reason: 'closed_by_user', now })
  audit({ entity: 'user', entityId: caller.userId, after: { endedSessions } })
  return { endedSessions }
}

/** Ends one session of the caller, also the current one. Answers not found alike for somebody else's, an ended and an unknown one. */
export const meSessionEnd: Handler<'meSessionEnd'> = async ({ db, caller, params, now, audit }) => {
  const sessionId = uuidOf(params.sessionId)
  const thisSession = sql`s.id = ${sessionId ?? null}::uuid and s.user_id = ${caller.userId}`
  const { ended } = await closeSessions(db, thisSession, { reason: 'closed_by_user', now })
  if (sessionId === undefined || ended === 0) throw notFound(params.sessionId)
  audit({ entity: 'session', entityId: sessionId, after: { ended: true } })
  return undefined
}

type Row = { id: string; ip: string | null; user_agent: string | null; created_at: Date; active_at: Date }

/** The caller's open sessions, the current one first, then by last use. Ended, idle and expired ones are not listed. */
export const meSessionList: Handler<'meSessionList'> = async ({ db, caller, now, services }) => {
  const rows = await db.rows<Row>(sql`
    select id, host(ip) as ip, user_agent, created_at, active_at from sessions
    where user_id = ${caller.userId} and staff_view_id is null and ended_at is null and expires_at > ${now} and active_at > ${activeSince(now, services.config)}
    order by id = ${caller.sessionId}::uuid desc, active_at desc, id`)
  const ownNetwork = networkOf(rows.find(({ id }) => id === caller.sessionId))
  return rows.map((row) => ({
    id: hexOf(row.id),
    present: row.id === caller.sessionId,
    ...deviceOf(row.user_agent ?? ''),
    network: networkOf(row),
    sameNetwork: ownNetwork !== null && networkOf(row) === ownNetwork,
    created: row.created_at.toISOString(),
    active: row.active_at.toISOString(),
  }))
}

const networkOf = (row: Row | undefined): string | null => networkPrefix(row?.ip ?? '')

/** User activity: restarts the idle time (30 minutes). */
export const sessionActivity: Handler<'sessionActivity'> = async ({ db, caller, now }) => {
  await db.run(sql`update sessions set active_at = ${now} where id = ${caller.sessionId} and active_at < ${now}`)
  return undefined
}

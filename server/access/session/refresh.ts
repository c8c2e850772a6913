import type { Role } from '#domain/access/roles'
import { closeSessions } from '../../platform/calls/closeSessions.ts'
import { record } from '../../platform/audit/record.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Call, Handler } from '../../platform/calls/call.ts'
import { homeMembership } from '../../platform/calls/membership.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { accessSeconds } from '../../platform/calls/token.ts'
import { provesSession, idleLimitSeconds } from '../../platform/calls/authenticate.ts'
import { queueAccountEmail } from './accountEmail.ts'

/** How long the previous token still returns the same successor: an answer was lost, or two tabs asked at once. */
const graceMs = 10_000

type Row = {
  user_id: string
  account_id: string
  role: Role
  gone: boolean
  companion_hash: Buffer
  generation: number
  rotated_at: Date
  active_at: Date
  expires_at: Date
  idle_seconds: number
}
type Outcome = { reused: false; userId: string; generation: number; idleSeconds: number } | { reused: true }

/**
 * Returns the next token pair for a refresh token. Each token works once; for 10 s the previous one returns the same successor again; reuse
 * of an older one ends the session and notifies its owner. Never extends the idle time. Refuses with NotAuthenticated (no token) or
 * InvalidToken.
 */
export const sessionRefresh: Handler<'sessionRefresh'> = async (call) => {
  const { services, now, http } = call
  if (http.bearer === undefined) throw new Refusal('NotAuthenticated')
  const presented = services.tokens.readRefresh(http.bearer)
  const outcome = await services.database.write(null, (db) => rotate(db, call, presented))
  if (outcome.reused) throw new Refusal('InvalidToken')
  return {
    accessToken: await services.tokens.signAccess({ userId: outcome.userId, sessionId: presented.sessionId, now }),
    refreshToken: services.tokens.refreshOf(presented.sessionId, outcome.generation),
    expiresIn: accessSeconds,
    idleSeconds: outcome.idleSeconds,
  }
}

async function rotate(
  db: Connection,
  call: Call<'sessionRefresh'>,
  { sessionId, generation }: { sessionId: string; generation: number },
): Promise<Outcome> {
  const { services, now, http } = call
  const row = await db.first<Row>(sql`
    select s.user_id, h.account_id, h.role, s.ended_at is not null or h.account_id is null or t.closed_at is not null as gone,
      s.companion_hash, s.generation, s.rotated_at, s.active_at, s.expires_at, ${idleLimitSeconds(services.config)} as idle_seconds
    from sessions s join users u on u.id = s.user_id left join tills t on t.id = s.till_id
      left join ${homeMembership(now, services.config, sql`(t.id is null or m.account_id = t.account_id)`)} on true where s.id = ${sessionId} for update of s`)
  if (!row || row.gone || now > row.expires_at || now.getTime() - row.active_at.getTime() > row.idle_seconds * 1000)
    throw new Refusal('InvalidToken')
  if (!provesSession(services.config, http.companion, row.companion_hash.toString('hex'))) {
    services.log('warn', 'companion_mismatch', { session: sessionId })
    throw new Refusal('InvalidToken')
  }
  if (generation === row.generation) {
    await db.run(
      sql`update sessions set generation = generation + 1, rotated_at = ${now} where id = ${sessionId} and generation = ${generation}`,
    )
    return { reused: false, userId: row.user_id, generation: generation + 1, idleSeconds: row.idle_seconds }
  }
  const sinceRotationMs = now.getTime() - row.rotated_at.getTime()
  if (generation === row.generation - 1 && sinceRotationMs <= graceMs)
    return { reused: false, userId: row.user_id, generation: row.generation, idleSeconds: row.idle_seconds }
  await endReused(db, call, sessionId, row)
  return { reused: true }
}

async function endReused(db: Connection, { now, ip, requestId }: Call<'sessionRefresh'>, sessionId: string, row: Row): Promise<void> {
  await closeSessions(db, sql`s.id = ${sessionId}`, { reason: 'token_reused', now })
  queueAccountEmail(db, row.user_id, 'reuse', now)
  await record(db, {
    accountId: row.account_id,
    merchantId: null,
    mode: null,
    userId: row.user_id,
    role: row.role,
    ip,
    call: 'sessionRefresh',
    outcome: 'token_reused',
    entity: 'session',
    entityId: sessionId,
    requestId,
  })
}

import { randomBytes, randomUUID } from 'node:crypto'
import { idleSecondsOf } from '#domain/access/ownLimits'
import { tillIdleSeconds } from '#domain/access/till'
import { record } from '../../platform/audit/record.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Call } from '../../platform/calls/call.ts'
import { companionHash } from '../../platform/calls/authenticate.ts'
import type { KnownUser } from './userByEmail.ts'

const lifeMs = 24 * 3_600_000

/** `locale`: the language that the person chose, if any; `idleSeconds`: how long the session may idle. */
export type NewSession = { sessionId: string; companion: string; locale: string | null; idleSeconds: number }

type SessionStart = Pick<Call<'sessionSignIn'>, 'services' | 'now' | 'ip' | 'http' | 'requestId'> & {
  call: string
  /** For a session opened with a PIN. */
  till?: { id: string; name: string; merchantId: string }
}

/** Opens a session of at most one day, as long as its cookie, with an audit entry. */
export async function startSession(
  db: Connection,
  user: Pick<KnownUser, 'id' | 'account_id' | 'role'>,
  { services, now, ip, http, requestId, call, till }: SessionStart,
): Promise<NewSession> {
  const sessionId = randomUUID()
  const companion = randomBytes(32).toString('base64url')
  const own = await db.first<{ locale: string | null; own_idle_seconds: number | null }>(
    sql`select locale, own_idle_seconds from users where id = ${user.id}`,
  )
  const idleSeconds = till ? tillIdleSeconds : idleSecondsOf(own?.own_idle_seconds ?? null, services.config)
  await db.run(sql`insert into sessions (id, user_id, companion_hash, generation, rotated_at, active_at, expires_at, idle_seconds, ip, user_agent, created_at, till_id)
    values (${sessionId}, ${user.id}, ${companionHash(companion)}, 1, ${now}, ${now}, ${new Date(now.getTime() + lifeMs)}, ${idleSeconds}, ${ip}, ${http.userAgent}, ${now}, ${till?.id ?? null})`)
  await record(db, {
    accountId: user.account_id,
    merchantId: till?.merchantId ?? null,
    mode: null,
    userId: user.id,
    role: user.role,
    ip,
    call,
    entity: 'session',
    entityId: sessionId,
    requestId,
    ...(till && { after: { till: till.name } }),
  })
  return { sessionId, companion, locale: own?.locale ?? null, idleSeconds }
}

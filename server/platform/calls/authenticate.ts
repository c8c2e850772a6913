import { hash } from 'node:crypto'
import { deniedAfterEnd, deniedAtTill, deniedWhenSandboxOnly, withheldCalls } from '#contract/permissions'
import { type InstallationLimits, undoSecondsOf } from '#domain/access/ownLimits'
import type { Role } from '#domain/access/roles'
import { tillIdleSeconds } from '#domain/access/till'
import type { Config } from '../config/config.ts'
import { sql, type Sql } from '../database/sql.ts'
import { openAccount } from '../database/openAccount.ts'
import type { Caller, Services } from './call.ts'
import { secretsMatch } from './token.ts'
import { mustHaveFactor } from './factor.ts'
import { Refusal } from './refusal.ts'

const cacheMs = 1_000
/** Activity is stored at most this many times per idle limit. */
const activityWritesPerLimit = 90

type LongestIdle = Pick<InstallationLimits, 'maxIdleMinutes'>
/** Upper bound of any session's idle limit: no session lives longer than a day. */
const longestIdle: LongestIdle = { maxIdleMinutes: 24 * 60 }

/**
 * SQL for the idle limit of a row of `sessions`, in seconds: the one stored with the session, capped by the installation's current limit; at a
 * shared till always the till's limit, also for sessions that an earlier release began.
 */
export const idleLimitSeconds = ({ maxIdleMinutes }: LongestIdle): Sql =>
  sql`least(idle_seconds, case when till_id is null then ${maxIdleMinutes * 60}::integer else ${tillIdleSeconds}::integer end)`

/** SQL for the oldest `active_at` with which a row of `sessions` has not timed out. Queries that only count sessions omit the installation's limit. */
export const activeSince = (now: Date, longest = longestIdle): Sql =>
  sql`${now}::timestamptz - make_interval(secs => ${idleLimitSeconds(longest)})`

type SessionState = {
  caller: Caller
  /** In hexadecimal: a Buffer slice would keep the driver's whole read buffer alive. */
  companionHash: string
  activeAt: Date
  idleMs: number
  expiresAt: Date
  accessUntil: Date | null
  ended: boolean
  readAt: number
}
type Row = {
  user_id: string
  account_id: string
  role: Role
  disabled: boolean
  relation_ended: boolean
  user_disabled: boolean
  factorless: boolean
  companion_hash: string
  active_at: Date
  idle_seconds: number
  own_undo_seconds: number | null
  expires_at: Date
  ended: boolean
  access_until: Date | null
  withheld: string[]
  sandbox_only: boolean
  till_id: string | null
  till_merchant: string | null
  merchant_ids: string[]
}

/** Authenticates requests. Sessions are cached for one second, so a revoked session stops working within a second. */
export function makeAuthenticate(services: Services) {
  const known = new Map<string, SessionState>()
  const pending = new Map<string, { since: number; found: Promise<SessionState | undefined> }>()

  /** Concurrent calls share one query; its result counts as old as the query's start. */
  function loadSession(sessionId: string): SessionState | undefined | Promise<SessionState | undefined> {
    const now = performance.now()
    const cached = known.get(sessionId)
    if (cached && now - cached.readAt < cacheMs) return cached
    const running = pending.get(sessionId)
    if (running && now - running.since < cacheMs) return running.found
    const started = { since: now, found: query(sessionId, now) }
    pending.set(sessionId, started)
    const forget = () => void (pending.get(sessionId) === started && pending.delete(sessionId))
    started.found.then(forget, forget)
    return started.found
  }

  async function query(sessionId: string, startedAt: number): Promise<SessionState | undefined> {
    const found = await readSession(services, sessionId, startedAt)
    if (known.size > 10_000) known.clear()
    if (found) known.set(sessionId, found)
    else known.delete(sessionId)
    return found
  }

  /** As `loadSession`; but when the cached rights do not suffice they are read again at once, because they may have been granted since. */
  async function loadSessionFor(sessionId: string, suffices: (caller: Caller) => boolean): Promise<SessionState | undefined> {
    const found = await loadSession(sessionId)
    return found === undefined || suffices(found.caller) ? found : query(sessionId, performance.now())
  }

  /**
   * Refuses with NotAuthenticated (no token), TokenExpired or InvalidToken; else returns the caller. `active` restarts the idle time; `suffices`:
   * whether the cached rights allow the call.
   */
  return async function authenticate(
    bearer: string | undefined,
    companion: string | undefined,
    active: boolean,
    suffices: (caller: Caller) => boolean,
  ): Promise<Caller> {
    if (!bearer) throw new Refusal('NotAuthenticated')
    const now = services.now()
    const { sessionId, userId } = await services.tokens.readAccess(bearer, now)
    const session = await loadSessionFor(sessionId, suffices)
    if (!session || session.ended || session.caller.userId !== userId || now > session.expiresAt) throw new Refusal('InvalidToken')
    // Temporary access ends at its time even while the session is cached.
    if (session.accessUntil !== null && now >= session.accessUntil) throw new Refusal('InvalidToken')
    if (now.getTime() - session.activeAt.getTime() > session.idleMs) throw new Refusal('InvalidToken')
    if (!provesSession(services.config, companion, session.companionHash)) {
      services.log('warn', 'companion_mismatch', { session: sessionId })
      throw new Refusal('InvalidToken')
    }
    if (active && now.getTime() - session.activeAt.getTime() > session.idleMs / activityWritesPerLimit) {
      session.activeAt = now
      await services.database.write(null, (db) =>
        db.run(sql`update sessions set active_at = ${now} where id = ${sessionId} and active_at < ${now}`),
      )
    }
    return session.caller
  }
}

/** Reads a session with its user and rights. */
async function readSession(services: Services, sessionId: string, readAt: number): Promise<SessionState | undefined> {
  const row = await services.database.read(null, (db) =>
    db.first<Row>(sql`
    select u.id as user_id, u.account_id, u.role, a.disabled_at is not null as disabled, a.relation_ended_on is not null as relation_ended, u.disabled_at is not null as user_disabled, u.second_factor_since is null and not a.requires_onboarding as factorless,
      u.access_until, u.withheld, u.sandbox_only, u.own_undo_seconds,
      encode(s.companion_hash, 'hex') as companion_hash, s.active_at, ${idleLimitSeconds(services.config)} as idle_seconds, s.expires_at, s.ended_at is not null or t.closed_at is not null or not ${openAccount(services.config)} as ended, s.till_id, t.merchant_id as till_merchant,
      array(select m.id from merchants m where m.account_id = u.account_id and (not exists (select from user_merchants where user_id = u.id)
        or exists (select from user_merchants um where um.user_id = u.id and um.merchant_id = m.id))) as merchant_ids
    from sessions s join users u on u.id = s.user_id join accounts a on a.id = u.account_id left join tills t on t.id = s.till_id where s.id = ${sessionId}`),
  )
  if (!row) return undefined
  return {
    caller: {
      userId: row.user_id,
      accountId: row.account_id,
      sessionId,
      role: row.role,
      merchantIds: new Set(row.merchant_ids.filter((id) => row.till_merchant === null || id === row.till_merchant)),
      disabled: row.disabled,
      mustAddFactor: row.factorless && mustHaveFactor(services.config, row.role),
      withheld: withheldFrom(row),
      sandboxOnly: row.sandbox_only,
      // A getter, because the caller is cached and the setting is read at the moment of the call.
      get undoSeconds() {
        return undoSecondsOf(row.own_undo_seconds, services.config)
      },
      ...(row.till_id !== null && { tillId: row.till_id }),
      ...(row.relation_ended && { relationEnded: true as const }),
    },
    companionHash: row.companion_hash,
    activeAt: row.active_at,
    idleMs: row.idle_seconds * 1000,
    expiresAt: row.expires_at,
    accessUntil: row.access_until,
    ended: row.ended || row.user_disabled,
    readAt,
  }
}

/** Calls denied beyond those of the role: withheld rights, and calls denied at a till, to sandbox-only members or after the relation's end. */
const withheldFrom = ({ withheld, till_id: tillId, sandbox_only: sandboxOnly, relation_ended: ended }: Row): ReadonlySet<string> =>
  new Set([
    ...withheldCalls(withheld),
    ...(tillId === null ? [] : deniedAtTill),
    ...(sandboxOnly ? deniedWhenSandboxOnly : []),
    ...(ended ? deniedAfterEnd : []),
  ])

/** Only the hash of the companion cookie is stored. */
export const companionHash = (companion: string): Buffer => hash('sha256', companion, 'buffer')

/** Whether a session's token may be used: with its companion cookie, or alone where the installation allows bearer tokens. */
export const provesSession = ({ session }: Pick<Config, 'session'>, companion: string | undefined, companionHashHex: string): boolean =>
  session === 'bearer' || (companion !== undefined && secretsMatch(companionHash(companion).toString('hex'), companionHashHex))

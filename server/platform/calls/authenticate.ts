import { hash } from 'node:crypto'
import { deniedAfterEnd, deniedAtTill, deniedWhenSandboxOnly, withheldCalls } from '#contract/permissions'
import { type InstallationLimits, undoSecondsOf } from '#domain/access/ownLimits'
import type { Role } from '#domain/access/roles'
import { tillIdleSeconds } from '#domain/access/till'
import type { Config } from '../config/config.ts'
import { sql, type Sql } from '../database/sql.ts'
import { openAccount } from '../database/openAccount.ts'
import type { Caller, Services } from './call.ts'
import { isSecret } from './token.ts'
import { mustHaveFactor } from './factor.ts'
import { Refusal } from './refusal.ts'

const cacheMs = 1_000
/** Activity is written down in steps of this part of the idle limit. */
const activitySteps = 90

type LongestIdle = Pick<InstallationLimits, 'mostIdleMinutes'>
/** No session lives longer than a day. */
const wholeLife: LongestIdle = { mostIdleMinutes: 24 * 60 }

/**
 * How long a row of `sessions` waits without anybody, in seconds: what was written down when it began or was chosen since, but no longer than the
 * installation goes now, and at a till its minute, also where a process of an earlier release began it.
 */
export const waitSeconds = ({ mostIdleMinutes }: LongestIdle): Sql =>
  sql`least(idle_seconds, case when till_id is null then ${mostIdleMinutes * 60}::integer else ${tillIdleSeconds}::integer end)`

/** Of a row of `sessions`: since when it must have been active to be still alive. What only counts sessions does without the installation's limit. */
export const aliveSince = (now: Date, longest = wholeLife): Sql => sql`${now}::timestamptz - make_interval(secs => ${waitSeconds(longest)})`

type SessionState = {
  caller: Caller
  /** In hexadecimal: a buffer would keep the far larger piece of memory alive that it was cut from. */
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

/** Finds out who calls. What the database said is trusted for one second, so a revoked session dies within it. */
export function makeAuthenticate(services: Services) {
  const known = new Map<string, SessionState>()
  const looks = new Map<string, { since: number; found: Promise<SessionState | undefined> }>()

  /** Of calls that come at once, one asks for all: its answer counts as old as its question. */
  function loadSession(sessionId: string): SessionState | undefined | Promise<SessionState | undefined> {
    const now = performance.now()
    const cached = known.get(sessionId)
    if (cached && now - cached.readAt < cacheMs) return cached
    const underWay = looks.get(sessionId)
    if (underWay && now - underWay.since < cacheMs) return underWay.found
    const begun = { since: now, found: ask(sessionId, now) }
    looks.set(sessionId, begun)
    const over = () => void (looks.get(sessionId) === begun && looks.delete(sessionId))
    begun.found.then(over, over)
    return begun.found
  }

  async function ask(sessionId: string, askedAt: number): Promise<SessionState | undefined> {
    const found = await readSession(services, sessionId, askedAt)
    if (known.size > 10_000) known.clear()
    if (found) known.set(sessionId, found)
    else known.delete(sessionId)
    return found
  }

  /** As `look`, but what does not suffice may have been given since: then it is asked for at once, not a second later. */
  async function loadSessionFor(sessionId: string, suffices: (caller: Caller) => boolean): Promise<SessionState | undefined> {
    const found = await loadSession(sessionId)
    return found === undefined || suffices(found.caller) ? found : ask(sessionId, performance.now())
  }

  /**
   * Refuses with NotAuthenticated (nothing shown), TokenExpired or InvalidToken; else the caller. `active` restarts the idle time, `suffices` says
   * whether what is known of them is enough for the call.
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
    // Temporary access ends by the clock, whatever was read when.
    if (session.accessUntil !== null && now >= session.accessUntil) throw new Refusal('InvalidToken')
    if (now.getTime() - session.activeAt.getTime() > session.idleMs) throw new Refusal('InvalidToken')
    if (!provesSession(services.config, companion, session.companionHash)) {
      services.log('warn', 'companion_mismatch', { session: sessionId })
      throw new Refusal('InvalidToken')
    }
    if (active && now.getTime() - session.activeAt.getTime() > session.idleMs / activitySteps) {
      session.activeAt = now
      await services.database.write(null, (db) =>
        db.run(sql`update sessions set active_at = ${now} where id = ${sessionId} and active_at < ${now}`),
      )
    }
    return session.caller
  }
}

/** A session and its person as the database knows them now. */
async function readSession(services: Services, sessionId: string, readAt: number): Promise<SessionState | undefined> {
  const row = await services.database.read(null, (db) =>
    db.first<Row>(sql`
    select u.id as user_id, u.account_id, u.role, a.disabled_at is not null as disabled, a.relation_ended_on is not null as relation_ended, u.disabled_at is not null as user_disabled, u.second_factor_since is null and not a.requires_onboarding as factorless,
      u.access_until, u.withheld, u.sandbox_only, u.own_undo_seconds,
      encode(s.companion_hash, 'hex') as companion_hash, s.active_at, ${waitSeconds(services.config)} as idle_seconds, s.expires_at, s.ended_at is not null or t.closed_at is not null or not ${openAccount(services.config)} as ended, s.till_id, t.merchant_id as till_merchant,
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
      // As the installation says at the moment of the call: the caller is kept for a second.
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

/** The calls that somebody may not make whatever their role: rights withheld, what is not for tills, for members limited to test mode, or after the relation's end. */
const withheldFrom = ({ withheld, till_id: tillId, sandbox_only: sandboxOnly, relation_ended: ended }: Row): ReadonlySet<string> =>
  new Set([
    ...withheldCalls(withheld),
    ...(tillId === null ? [] : deniedAtTill),
    ...(sandboxOnly ? deniedWhenSandboxOnly : []),
    ...(ended ? deniedAfterEnd : []),
  ])

/** The companion cookie rests as its hash only. */
export const companionHash = (companion: string): Buffer => hash('sha256', companion, 'buffer')

/** Whether whoever shows a token of a session may use it: with its companion cookie, or by the token alone where the installation takes that. */
export const provesSession = ({ session }: Pick<Config, 'session'>, companion: string | undefined, companionHashHex: string): boolean =>
  session === 'bearer' || (companion !== undefined && isSecret(companionHash(companion).toString('hex'), companionHashHex))

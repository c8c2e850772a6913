import { hash } from 'node:crypto'
import { deniedAfterEnd, deniedAtTill, deniedToStaffViews, deniedWhenSandboxOnly, withheldCalls } from '#contract/permissions'
import { type InstallationLimits, undoSecondsOf } from '#domain/access/ownLimits'
import type { Role } from '#domain/access/roles'
import { tillIdleSeconds } from '#domain/access/till'
import type { Config } from '../config/config.ts'
import { sql, type Sql } from '../database/sql.ts'
import { openAccount } from '../database/openAccount.ts'
import type { Caller, Membership, Services } from './call.ts'
import { secretsMatch } from './token.ts'
import { mustHaveFactor } from './factor.ts'
import { firstMembership } from './membership.ts'
import { notFound, Refusal } from './refusal.ts'
import { hexOf } from './wire.ts'

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

/** A session as stored: its person, and every account that the person may enter. */
type SessionState = {
  userId: string
  sessionId: string
  tillId: string | null
  /** The first is used where a call names no account. */
  memberships: readonly TimedMembership[]
  ownUndoSeconds: number | null
  /** In hexadecimal: a Buffer slice would keep the driver's whole read buffer alive. */
  companionHash: string
  activeAt: Date
  idleMs: number
  expiresAt: Date
  ended: boolean
  staffView: { staffId: string; endsAt: Date } | null
  readAt: number
}
type TimedMembership = Membership & { accessUntil: Date | null }
type SessionRow = {
  user_id: string
  factorless: boolean
  companion_hash: string
  active_at: Date
  idle_seconds: number
  own_undo_seconds: number | null
  expires_at: Date
  ended: boolean
  till_id: string | null
  till_merchant: string | null
  staff_id: string | null
}
type MembershipRow = {
  account_id: string
  role: Role
  disabled: boolean
  relation_ended: boolean
  requires_onboarding: boolean
  access_until: Date | null
  withheld: string[]
  sandbox_only: boolean
  merchant_ids: string[]
}
/** Without a membership that gives access the last columns are null. */
type Row = SessionRow & (MembershipRow | { account_id: null })

/** What a call says about where it is made: the merchant in its path, else the account that was chosen. */
type CallPlace = { merchantId?: string | undefined; accountId?: string | undefined }

/**
 * The caller in the account of a call: that of the merchant, else the chosen one, else the person's first. A merchant or account that is not theirs gives
 * undefined for an account, and the first account for a merchant, which the gateway refuses then as unknown.
 */
function callerIn(
  session: SessionState,
  { merchantId, accountId }: CallPlace,
  { now, config }: { now: Date; config: InstallationLimits },
): Caller | undefined {
  // Temporary access ends at its time even while the session is cached.
  const memberships = session.memberships.filter(({ accessUntil }) => accessUntil === null || now < accessUntil)
  const chosen = accountId === undefined ? memberships[0] : memberships.find((one) => one.accountId === accountId)
  const membership = (merchantId !== undefined && memberships.find((one) => one.merchantIds.has(merchantId))) || chosen
  if (!membership) return undefined
  return {
    ...membership,
    userId: session.userId,
    sessionId: session.sessionId,
    memberships,
    undoSeconds: undoSecondsOf(session.ownUndoSeconds, config),
    ...(session.tillId !== null && { tillId: session.tillId }),
    ...(session.staffView && { staffView: session.staffView }),
  }
}

/** Authenticates requests. Sessions are cached for one second, so a revoked session stops working within a second. */
export function makeAuthenticate(services: Services) {
  const known = new Map<string, SessionState>()
  const pending = new Map<string, { since: number; session: Promise<SessionState | undefined> }>()

  /** Concurrent calls share one query; its result counts as old as the query's start. */
  function loadSession(sessionId: string): SessionState | undefined | Promise<SessionState | undefined> {
    const now = performance.now()
    const cached = known.get(sessionId)
    if (cached && now - cached.readAt < cacheMs) return cached
    const running = pending.get(sessionId)
    if (running && now - running.since < cacheMs) return running.session
    const started = { since: now, session: query(sessionId, now) }
    pending.set(sessionId, started)
    const forget = () => void (pending.get(sessionId) === started && pending.delete(sessionId))
    started.session.then(forget, forget)
    return started.session
  }

  async function query(sessionId: string, startedAt: number): Promise<SessionState | undefined> {
    const found = await readSession(services, sessionId, startedAt)
    if (known.size > 10_000) known.clear()
    if (found) known.set(sessionId, found)
    else known.delete(sessionId)
    return found
  }

  /** As `loadSession`; but when the cached rights do not suffice they are read again at once, because they may have been granted since. */
  async function loadSessionFor(sessionId: string, suffices: (session: SessionState) => boolean): Promise<SessionState | undefined> {
    const found = await loadSession(sessionId)
    return found === undefined || suffices(found) ? found : query(sessionId, performance.now())
  }

  /**
   * Refuses with NotAuthenticated (no token), TokenExpired or InvalidToken, and with ObjectNotFoundException an account that is not one of the person's;
   * else returns the caller in the account of the call. `active` restarts the idle time; `suffices`: whether the cached rights allow the call.
   */
  return async function authenticate(
    bearer: string | undefined,
    companion: string | undefined,
    active: boolean,
    place: CallPlace,
    suffices: (caller: Caller) => boolean,
  ): Promise<Caller> {
    if (!bearer) throw new Refusal('NotAuthenticated')
    const now = services.now()
    const { sessionId, userId } = await services.tokens.readAccess(bearer, now)
    const callerOf = (state: SessionState) => callerIn(state, place, { now, config: services.config })
    const session = await loadSessionFor(sessionId, (state) => {
      const cached = callerOf(state)
      return cached !== undefined && suffices(cached)
    })
    if (!session || session.ended || session.userId !== userId || now > session.expiresAt) throw new Refusal('InvalidToken')
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
    const caller = callerOf(session)
    if (caller) return caller
    if (callerIn(session, {}, { now, config: services.config })) throw notFound(hexOf(place.accountId ?? ''))
    throw new Refusal('InvalidToken')
  }
}

/** Reads a session with its user and the accounts that they may enter; at a till only its own. */
async function readSession(services: Services, sessionId: string, readAt: number): Promise<SessionState | undefined> {
  const rows = await services.database.read(null, (db) =>
    db.rows<Row>(sql`
    select s.user_id, u.second_factor_since is null as factorless, u.own_undo_seconds,
      encode(s.companion_hash, 'hex') as companion_hash, s.active_at, ${idleLimitSeconds(services.config)} as idle_seconds, s.expires_at, s.ended_at is not null or t.closed_at is not null
        or (s.staff_view_id is not null and (v.id is null or p.disabled_at is not null)) as ended, v.staff_id, s.till_id, t.merchant_id as till_merchant,
      m.account_id, m.role, a.disabled_at is not null as disabled, a.relation_ended_on is not null as relation_ended, a.requires_onboarding, m.access_until, m.withheld, m.sandbox_only,
      array(select x.id from merchants x where x.account_id = m.account_id and (m.limited_to = '{}' or x.id = any(m.limited_to))) as merchant_ids
    from sessions s join users u on u.id = s.user_id left join tills t on t.id = s.till_id
      left join staff_views v on v.id = s.staff_view_id left join staff p on p.id = v.staff_id
      left join (members m join accounts a on a.id = m.account_id and ${openAccount(services.config)})
        on m.id = u.id and m.joined_at is not null and m.disabled_at is null and (t.id is null or t.account_id = m.account_id) and (v.id is null or v.account_id = m.account_id)
    where s.id = ${sessionId} order by ${firstMembership}`),
  )
  const [first] = rows
  if (!first) return undefined
  const memberships = rows.flatMap((row) => (row.account_id === null ? [] : [membershipOf(row, services)]))
  return {
    userId: first.user_id,
    sessionId,
    tillId: first.till_id,
    memberships,
    ownUndoSeconds: first.own_undo_seconds,
    companionHash: first.companion_hash,
    activeAt: first.active_at,
    idleMs: first.idle_seconds * 1000,
    expiresAt: first.expires_at,
    ended: first.ended || memberships.length === 0,
    staffView: first.staff_id === null ? null : { staffId: first.staff_id, endsAt: first.expires_at },
    readAt,
  }
}

const membershipOf = (row: SessionRow & MembershipRow, { config }: Pick<Services, 'config'>): TimedMembership => ({
  accountId: row.account_id,
  role: row.role,
  merchantIds: new Set(row.merchant_ids.filter((id) => row.till_merchant === null || id === row.till_merchant)),
  disabled: row.disabled,
  mustAddFactor: row.staff_id === null && row.factorless && !row.requires_onboarding && mustHaveFactor(config, row.role),
  withheld: withheldFrom(row),
  sandboxOnly: row.sandbox_only,
  accessUntil: row.access_until,
  ...(row.relation_ended && { relationEnded: true as const }),
})

/** Calls denied beyond those of the role: withheld rights, and calls denied at a till, to sandbox-only members or after the relation's end. */
const withheldFrom = ({
  withheld,
  till_id: tillId,
  sandbox_only: sandboxOnly,
  relation_ended: ended,
  staff_id: staffId,
}: SessionRow & MembershipRow): ReadonlySet<string> =>
  new Set([
    ...withheldCalls(withheld),
    ...(tillId === null ? [] : deniedAtTill),
    ...(sandboxOnly ? deniedWhenSandboxOnly : []),
    ...(ended ? deniedAfterEnd : []),
    ...(staffId === null ? [] : deniedToStaffViews),
  ])

/** Only the hash of the companion cookie is stored. */
export const companionHash = (companion: string): Buffer => hash('sha256', companion, 'buffer')

/** Whether a session's token may be used: with its companion cookie, or alone where the installation allows bearer tokens. */
export const provesSession = ({ session }: Pick<Config, 'session'>, companion: string | undefined, companionHashHex: string): boolean =>
  session === 'bearer' || (companion !== undefined && secretsMatch(companionHash(companion).toString('hex'), companionHashHex))

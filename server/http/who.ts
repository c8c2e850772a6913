import { hash, timingSafeEqual } from 'node:crypto'
import type { Role } from '#domain/roles'
import { awayFromSeat } from '#domain/sandboxSeat'
import { withheldCalls } from '#domain/teamRights'
import { awayFromTill, tillIdleSeconds } from '#domain/till'
import { sql, type Sql } from '../db/sql.ts'
import type { Caller, House } from './call.ts'
import { mustHaveFactor } from './mustHaveFactor.ts'
import { Refusal } from './refusal.ts'

/** Idle limit counted from the user's own activity (specification §9). */
export const idleSeconds = 30 * 60
const cacheMs = 1_000
/** Activity is written down in steps of this part of the idle limit. */
const activitySteps = 90

/** The idle limit of a session in seconds, shorter on a shared till. */
export const idleSecondsOf = (tillId: string | null): number => (tillId === null ? idleSeconds : tillIdleSeconds)

/** Of a row of `sessions`: since when it must have been active to be still alive. */
export const aliveSince = (now: Date): Sql =>
  sql`case when till_id is null then ${new Date(now.getTime() - idleSeconds * 1000)}::timestamptz else ${new Date(now.getTime() - tillIdleSeconds * 1000)}::timestamptz end`

type Known = {
  caller: Caller
  companionHash: Buffer
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
  user_disabled: boolean
  factorless: boolean
  companion_hash: Buffer
  active_at: Date
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
export function makeWho(house: House) {
  const known = new Map<string, Known>()

  async function look(sessionId: string): Promise<Known | undefined> {
    const cached = known.get(sessionId)
    if (cached && performance.now() - cached.readAt < cacheMs) return cached
    const row = await house.database.read(null, (db) =>
      db.first<Row>(sql`
      select u.id as user_id, u.account_id, u.role, a.disabled_at is not null as disabled, u.disabled_at is not null as user_disabled, u.second_factor_since is null and not a.requires_onboarding as factorless,
        u.access_until, u.withheld, u.sandbox_only,
        s.companion_hash, s.active_at, s.expires_at, s.ended_at is not null or t.closed_at is not null as ended, s.till_id, t.merchant_id as till_merchant,
        array(select m.id from merchants m where m.account_id = u.account_id and (not exists (select from user_merchants where user_id = u.id)
          or exists (select from user_merchants um where um.user_id = u.id and um.merchant_id = m.id))) as merchant_ids
      from sessions s join users u on u.id = s.user_id join accounts a on a.id = u.account_id left join tills t on t.id = s.till_id where s.id = ${sessionId}`),
    )
    if (known.size > 10_000) known.clear()
    if (!row) {
      known.delete(sessionId)
      return undefined
    }
    const found: Known = {
      caller: {
        userId: row.user_id,
        accountId: row.account_id,
        sessionId,
        role: row.role,
        merchantIds: new Set(row.merchant_ids.filter((id) => row.till_merchant === null || id === row.till_merchant)),
        disabled: row.disabled,
        mustAddFactor: row.factorless && mustHaveFactor(house.config, row.role),
        withheld: withheldFrom(row),
        sandboxOnly: row.sandbox_only,
        ...(row.till_id !== null && { tillId: row.till_id }),
      },
      companionHash: row.companion_hash,
      activeAt: row.active_at,
      idleMs: idleSecondsOf(row.till_id) * 1000,
      expiresAt: row.expires_at,
      accessUntil: row.access_until,
      ended: row.ended || row.user_disabled,
      readAt: performance.now(),
    }
    known.set(sessionId, found)
    return found
  }

  /** Refuses with NotAuthenticated (nothing shown), TokenExpired or InvalidToken; else the caller. `active` restarts the idle time. */
  return async function who(bearer: string | undefined, companion: string | undefined, active: boolean): Promise<Caller> {
    if (!bearer) throw new Refusal('NotAuthenticated')
    const now = house.now()
    const { sessionId, userId } = await house.tokens.readAccess(bearer, now)
    const session = await look(sessionId)
    if (!session || session.ended || session.caller.userId !== userId || now > session.expiresAt) throw new Refusal('InvalidToken')
    // Temporary access ends by the clock, whatever was read when.
    if (session.accessUntil !== null && now >= session.accessUntil) throw new Refusal('InvalidToken')
    if (now.getTime() - session.activeAt.getTime() > session.idleMs) throw new Refusal('InvalidToken')
    if (!companion || !timingSafeEqual(companionHash(companion), session.companionHash)) {
      house.log('warn', 'companion_mismatch', { session: sessionId })
      throw new Refusal('InvalidToken')
    }
    if (active && now.getTime() - session.activeAt.getTime() > session.idleMs / activitySteps) {
      session.activeAt = now
      await house.database.write(null, (db) =>
        db.run(sql`update sessions set active_at = ${now} where id = ${sessionId} and active_at < ${now}`),
      )
    }
    return session.caller
  }
}

/** The calls that somebody may not make whatever their role: rights withheld, what is not for tills, what is not for seats of test mode. */
const withheldFrom = ({ withheld, till_id: tillId, sandbox_only: sandboxOnly }: Row): ReadonlySet<string> =>
  new Set([...withheldCalls(withheld), ...(tillId === null ? [] : awayFromTill), ...(sandboxOnly ? awayFromSeat : [])])

/** The companion cookie rests as its hash only. */
export const companionHash = (companion: string): Buffer => hash('sha256', companion, 'buffer')

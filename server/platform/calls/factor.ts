import { handOutProblem } from '#contract/teamAccess'
import { formatDateTime } from '#domain/platform/dates'
import { centsOrNull } from '#domain/platform/money'
import type { Role } from '#domain/access/roles'
import type { WithheldRight } from '#domain/access/teamRights'
import type { Config } from '../config/config.ts'
import type { Connection } from '../database/database.ts'
import type { Mode } from '../database/scope.ts'
import { sql, type Sql } from '../database/sql.ts'
import type { Caller } from './call.ts'
import { Refusal } from './refusal.ts'

/** Who may not be without a second factor: owners and admins, where the installation says so. */
export const mustHaveFactor = ({ secondFactor }: Pick<Config, 'secondFactor'>, role: Role): boolean =>
  secondFactor === 'owners_admins' && (role === 'owner' || role === 'admin')

/** How long it is good for that somebody was asked again who they are. */
export const stepUpMs = 5 * 60_000

/**
 * Lets a verb go on only when this session gave its password, or its second factor where there is one, in the last five minutes; refuses with StepUpRequired, which ends no session and
 * is no answer to an idempotency key: the same call may be sent again. Never on a shared till: PermissionDenied.
 */
export async function requireStepUp(db: Connection, { sessionId, tillId }: Caller, now: Date): Promise<void> {
  if (tillId !== undefined) throw new Refusal('PermissionDenied', { why: 'till' })
  const fresh = await db.first(
    sql`select from sessions where id = ${sessionId} and stepped_up_at > ${new Date(now.getTime() - stepUpMs)} and stepped_up_at <= ${now}`,
  )
  if (!fresh) throw new Refusal('StepUpRequired')
}

/**
 * The same for whoever has a second factor, where everybody else's password in the form itself is enough: a password alone may be what somebody else
 * has found out.
 */
export async function requireFactorStepUp(db: Connection, caller: Caller, now: Date): Promise<void> {
  const has = await db.first(sql`select from users where id = ${caller.userId} and second_factor_since is not null`)
  if (has) await requireStepUp(db, caller, now)
}

/** SQL for the end of an account's pause at a moment; null when its ways in may be changed. */
export const pauseEnd = (accountId: Sql, now: Date): Sql =>
  sql`(select max(b.paused_until) from bank_accounts b where b.account_id = ${accountId} and b.paused_until > ${now})`

/**
 * Lets a change of a way in go on only while the account's are not paused (`contract/platform/policy.ts`). Asked in the change's own transaction, on the
 * real clock. Refuses with CredentialsPaused, which says until when.
 */
export async function refuseWhilePaused(db: Connection, accountId: string, now: Date): Promise<void> {
  const row = await db.first<{ until: Date | null }>(sql`select ${pauseEnd(sql`${accountId}::uuid`, now)} as until`)
  if (row?.until) throw new Refusal('CredentialsPaused', { why: 'until', values: { until: formatDateTime(row.until) } })
}

type Row = {
  role: Role
  withheld: WithheldRight[]
  refund_limit_cents: bigint | null
  refund_day_limit_cents: bigint | null
  temporary: boolean
}

/**
 * Lets a verb give a program these rights in real mode only if the caller holds them all, read afresh and held until the transaction ends: what they
 * were a second ago is not enough. Test mode moves no money. Refuses with PermissionDenied.
 */
export async function assertMayHandOut(db: Connection, { userId }: Caller, mode: Mode, rights: readonly WithheldRight[]): Promise<void> {
  if (mode === 'sandbox') return
  const row =
    await db.first<Row>(sql`select u.role, u.withheld, u.refund_limit_cents, u.refund_day_limit_cents, u.access_until is not null as temporary
    from users u where u.id = ${userId} and u.disabled_at is null for share`)
  if (!row) throw new Refusal('PermissionDenied')
  const limits = { refundLimitCents: centsOrNull(row.refund_limit_cents), refundDayLimitCents: centsOrNull(row.refund_day_limit_cents) }
  const why = handOutProblem({ ...row, ...limits }, rights)
  if (why) throw new Refusal('PermissionDenied', { why })
}

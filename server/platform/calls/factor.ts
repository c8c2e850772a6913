import { grantProblem } from '#contract/teamAccess'
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

/** Whether a role requires a second factor: owners and admins, where the installation says so. */
export const mustHaveFactor = ({ secondFactor }: Pick<Config, 'secondFactor'>, role: Role): boolean =>
  secondFactor === 'owners_admins' && (role === 'owner' || role === 'admin')

/** How long a step-up authentication is valid. */
export const stepUpMs = 5 * 60_000

/**
 * Step-up authentication: this session must have given its password, or its second factor where there is one, in the last five minutes. Refuses with
 * StepUpRequired, which neither ends the session nor is stored under an idempotency key: the same call may be sent again. At a shared till always
 * PermissionDenied.
 */
export async function requireStepUp(db: Connection, { sessionId, tillId }: Caller, now: Date): Promise<void> {
  if (tillId !== undefined) throw new Refusal('PermissionDenied', { why: 'till' })
  const fresh = await db.first(
    sql`select from sessions where id = ${sessionId} and stepped_up_at > ${new Date(now.getTime() - stepUpMs)} and stepped_up_at <= ${now}`,
  )
  if (!fresh) throw new Refusal('StepUpRequired')
}

/**
 * Step-up for members with a second factor, in forms where the password field is enough for everybody else: the password alone may have been
 * stolen.
 */
export async function requireFactorStepUp(db: Connection, caller: Caller, now: Date): Promise<void> {
  const has = await db.first(sql`select from users where id = ${caller.userId} and second_factor_since is not null`)
  if (has) await requireStepUp(db, caller, now)
}

/** SQL for the end of an account's pause of credential changes; null when there is none. */
export const pauseEnd = (accountId: Sql, now: Date): Sql =>
  sql`(select max(b.paused_until) from bank_accounts b where b.account_id = ${accountId} and b.paused_until > ${now})`

/**
 * Refuses with CredentialsPaused, which says until when, while the credential changes of one of these accounts are paused (`contract/platform/policy.ts`). Runs in the
 * change's own transaction; `now` is the wall clock.
 */
export async function refuseWhilePaused(db: Connection, accountIds: readonly string[], now: Date): Promise<void> {
  const row = await db.first<{ until: Date | null }>(
    sql`select max(${pauseEnd(sql`a.id`, now)}) as until from accounts a where a.id = any(${[...accountIds]}::uuid[])`,
  )
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
 * Refuses with PermissionDenied to grant a program rights in live mode that the caller does not hold. The caller's rights are read anew, not from the
 * cached session, and locked until the transaction ends. Test mode moves no money, so anything may be granted there.
 */
export async function assertMayHandOut(
  db: Connection,
  { userId, accountId }: Caller,
  mode: Mode,
  rights: readonly WithheldRight[],
): Promise<void> {
  if (mode === 'sandbox') return
  const row =
    await db.first<Row>(sql`select u.role, u.withheld, u.refund_limit_cents, u.refund_day_limit_cents, u.access_until is not null as temporary
    from memberships u where u.user_id = ${userId} and u.account_id = ${accountId} and u.disabled_at is null for share`)
  if (!row) throw new Refusal('PermissionDenied')
  const limits = { refundLimitCents: centsOrNull(row.refund_limit_cents), refundDayLimitCents: centsOrNull(row.refund_day_limit_cents) }
  const why = grantProblem({ ...row, ...limits }, rights)
  if (why) throw new Refusal('PermissionDenied', { why })
}

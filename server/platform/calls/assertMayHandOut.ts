import { handOutProblem } from '#contract/teamAccess'
import type { Role } from '#domain/access/roles'
import type { WithheldRight } from '#domain/access/teamRights'
import type { Connection } from '../database/database.ts'
import type { Mode } from '../database/scope.ts'
import { sql } from '../database/sql.ts'
import type { Caller } from './call.ts'
import { Refusal } from './refusal.ts'

type Row = {
  role: Role
  withheld: WithheldRight[]
  refund_limit_cents: bigint | null
  refund_day_limit_cents: bigint | null
  temporary: boolean
}

const numberOf = (value: bigint | null): number | null => (value === null ? null : Number(value))

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
  const limits = { refundLimitCents: numberOf(row.refund_limit_cents), refundDayLimitCents: numberOf(row.refund_day_limit_cents) }
  const why = handOutProblem({ ...row, ...limits }, rights)
  if (why) throw new Refusal('PermissionDenied', { why })
}

import type { Connection } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Caller } from './call.ts'
import { Refusal } from './refusal.ts'

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

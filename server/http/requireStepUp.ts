import type { Connection } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Caller } from './call.ts'
import { Refusal } from './refusal.ts'

/** How long a password that was asked for again is good for. */
export const stepUpMs = 5 * 60_000

/**
 * Lets a verb go on only when this session gave its password in the last five minutes; refuses with StepUpRequired, which ends no session and
 * is no answer to an idempotency key: the same call may be sent again. Never on a shared till: PermissionDenied.
 */
export async function requireStepUp(db: Connection, { sessionId, tillId }: Caller, now: Date): Promise<void> {
  if (tillId !== undefined) throw new Refusal('PermissionDenied', { why: 'till' })
  const fresh = await db.first(
    sql`select from sessions where id = ${sessionId} and stepped_up_at > ${new Date(now.getTime() - stepUpMs)} and stepped_up_at <= ${now}`,
  )
  if (!fresh) throw new Refusal('StepUpRequired')
}

import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { aliveSince } from '../../platform/calls/authenticate.ts'
import { uuidOf } from '../../platform/calls/wire.ts'

export type EndReason = 'closed_by_user' | 'password_changed' | 'email_changed' | 'change_stopped'

/**
 * Ends a person's sessions, all but `keep`; their tokens are refused within a second (`server/platform/calls/authenticate.ts`). Returns how many of them were still
 * alive: the others had been left to run out.
 */
export async function endSessions(
  db: Connection,
  { userId, keep, reason, now }: { userId: string; keep: string | null; reason: EndReason; now: Date },
): Promise<number> {
  const ended = await db.rows<{ alive: boolean }>(sql`
    update sessions set ended_at = ${now}, end_reason = ${reason} where user_id = ${userId} and ended_at is null and id is distinct from ${keep}::uuid
    returning expires_at > ${now} and active_at > ${aliveSince(now)} as alive`)
  return ended.filter(({ alive }) => alive).length
}

/** Ends what is left of whoever stood at a till. */
export async function endTillSessions(db: Connection, tillId: string, now: Date): Promise<void> {
  await db.run(sql`update sessions set ended_at = ${now}, end_reason = 'till_locked' where till_id = ${tillId} and ended_at is null`)
}

/** Ends the caller's other sessions. */
export const meSessionEndOthers: Handler<'meSessionEndOthers'> = async ({ db, caller, now, audit }) => {
  const endedSessions = await endSessions(db, { userId: caller.userId, keep: caller.sessionId, reason: 'closed_by_user', now })
  audit({ entity: 'user', entityId: caller.userId, after: { endedSessions } })
  return { endedSessions }
}

/** Ends one session of the caller, the present one too. Somebody else's, an ended one and none at all look the same: not found. */
export const meSessionEnd: Handler<'meSessionEnd'> = async ({ db, caller, params, now, audit }) => {
  const sessionId = uuidOf(params.sessionId)
  const done = await db.run(sql`update sessions set ended_at = ${now}, end_reason = 'closed_by_user'
    where id = ${sessionId ?? null}::uuid and user_id = ${caller.userId} and ended_at is null`)
  if (sessionId === undefined || done === 0) throw notFound(params.sessionId)
  audit({ entity: 'session', entityId: sessionId, after: { ended: true } })
  return undefined
}

import { changeProblem } from '#domain/team'
import { sql } from '../db/sql.ts'
import type { Handler } from '../http/call.ts'
import { requireStepUp } from '../http/requireStepUp.ts'
import { answerHeld } from './answerHeld.ts'
import { endSessions } from './endSessions.ts'
import { lockMember, teamRefusal } from './lockTeam.ts'
import { writeLetter } from './writeLetter.ts'

/**
 * Takes a person out of the account: their sessions and links end, their address is free, what they did stays theirs in the trail. Refuses with
 * StepUpRequired or TeamChangeNotAllowed.
 */
export const remove: Handler<'teamRemove'> = async ({ db, caller, params, now, audit }) => {
  await requireStepUp(db, caller, now)
  const { giver, row, member, otherOwners } = await lockMember(db, caller, 'teamRemove', params.userId, now)
  const problem = changeProblem({ giver, member, asked: null, endsOn: null, otherOwners })
  if (problem) throw teamRefusal(problem)
  await db.run(sql`update users set removed_at = ${now}, disabled_at = coalesce(disabled_at, ${now}) where id = ${row.id}`)
  await answerHeld(db, row.id, member, { leaves: true, by: caller.userId, now })
  const endedSessions = await endSessions(db, row.id, now)
  if (row.has_password) writeLetter(db, row.id, 'removed', now)
  else db.send(sql`update team_letters set sent_at = ${now} where user_id = ${row.id} and sent_at is null`)
  audit({
    entity: 'user',
    entityId: row.id,
    before: { role: row.role, disabled: row.disabled_at !== null },
    after: { removed: true, endedSessions },
  })
  return { endedSessions }
}

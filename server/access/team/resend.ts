import { changeProblem } from '#domain/access/team'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { assertApproved } from './assertApproved.ts'
import { lockMember, teamRefusal } from './lockTeam.ts'
import { memberColumns, memberOf, type StoredMember } from './memberRow.ts'
import { writeTeamEmail } from './writeTeamEmail.ts'

const restMs = 60_000

/** Sends an invitation again, for another 72 hours; the link before it dies. Refuses with TeamChangeNotAllowed, or TooManyRequests within a minute. */
export const teamResend: Handler<'teamResend'> = async ({ db, caller, params, now, audit }) => {
  const { giver, row, member, otherOwners } = await lockMember(db, caller, 'teamResend', params.userId, now)
  const problem = changeProblem({ giver, member, asked: member, endsOn: null, otherOwners })
  if (problem) throw teamRefusal(problem)
  if (row.has_password || row.disabled_at !== null) throw teamRefusal('accepted')
  await assertApproved(db, caller)
  const waitMs = (row.invited_at?.getTime() ?? 0) + restMs - now.getTime()
  if (waitMs > 0) throw new Refusal('TooManyRequests', { why: 'resend', retryAfterSeconds: Math.ceil(waitMs / 1000) })
  db.send(sql`update one_time_links set used_at = ${now} where user_id = ${row.id} and purpose = 'invitation' and used_at is null`)
  await db.run(sql`update users set invited_at = ${now}, invited_by = ${caller.userId} where id = ${row.id}`)
  writeTeamEmail(db, row.id, 'invitation', now)
  audit({ entity: 'user', entityId: row.id, after: { invited: true } })
  const fresh = await db.first<StoredMember>(sql`select ${memberColumns(now)} from users u where u.id = ${row.id}`)
  return memberOf(fresh ?? row, caller, giver, now)
}

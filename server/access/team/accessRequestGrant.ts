import { beyond } from '#domain/access/team'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { requireStepUp } from '../../platform/calls/requireStepUp.ts'
import { assertWaits, openRequest, requestOf } from './accessRequestRow.ts'
import { teamRefusal } from './lockTeam.ts'
import { writeAccess } from './writeAccess.ts'
import { writeTeamEmail } from './writeTeamEmail.ts'

/**
 * Gives the right that somebody asked for and nothing else that could be left out (`contract/teamAccess.ts`). Nobody gives what they do not hold.
 * Refuses with StepUpRequired, AccessRequestNotAllowed or TeamChangeNotAllowed.
 */
export const accessRequestGrant: Handler<'accessRequestGrant'> = async ({ db, caller, params, now, audit }) => {
  await requireStepUp(db, caller, now)
  const opened = await openRequest(db, caller, 'accessRequestGrant', params.requestId, now)
  const { request, row, member, after, problem } = opened
  assertWaits(request, now)
  if (problem) throw teamRefusal(problem)
  if (after === null || beyond(member, after) !== null) throw new Refusal('AccessRequestNotAllowed')
  await writeAccess(db, row.id, { asked: after, accessUntil: row.access_until, disabled: false, by: caller.userId, now })
  writeTeamEmail(db, row.id, 'changed', now)
  audit({
    entity: 'user',
    entityId: row.id,
    before: { role: member.role, withheld: member.withheld },
    after: { right: request.asked_right, role: after.role, withheld: after.withheld },
  })
  return requestOf(await openRequest(db, caller, 'accessRequestGrant', params.requestId, now), now)
}

import { changeProblem } from '#domain/access/team'
import type { Handler } from '../../platform/calls/call.ts'
import { requireStepUp } from '../../platform/calls/requireStepUp.ts'
import { applyRemoval } from './applyChange.ts'
import { lockMember, teamRefusal } from './lockTeam.ts'
import { askOwnerExit, leavesSlowly } from './ownerExit.ts'

/**
 * Takes a person out of the account: their sessions and links end, their address is free, what they did stays theirs in the trail. An owner goes days
 * later, unless an owner stops it. Refuses with StepUpRequired or TeamChangeNotAllowed.
 */
export const teamRemove: Handler<'teamRemove'> = async ({ db, caller, params, now, audit }) => {
  await requireStepUp(db, caller, now)
  const { giver, row, member, otherOwners } = await lockMember(db, caller, 'teamRemove', params.userId, now)
  const problem = changeProblem({ giver, member, asked: null, endsOn: null, otherOwners })
  if (problem) throw teamRefusal(problem)
  const before = { role: row.role, disabled: row.disabled_at !== null }
  if (await leavesSlowly(db, row.id, now)) {
    const effectiveAt = await askOwnerExit(db, caller, { userId: row.id, how: 'removed', access: null }, now)
    audit({ entity: 'user', entityId: row.id, before, after: { ownerExit: 'waiting', effectiveAt } })
    return { endedSessions: 0, leavesAt: effectiveAt.toISOString() }
  }
  const endedSessions = await applyRemoval(db, { row, member }, { by: caller.userId, now })
  audit({ entity: 'user', entityId: row.id, before, after: { removed: true, endedSessions } })
  return { endedSessions, leavesAt: null }
}

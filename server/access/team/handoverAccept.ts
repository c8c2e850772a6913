import { handoverEffectiveAt } from '#domain/access/handover'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { requireStepUp } from '../../platform/calls/requireStepUp.ts'
import { handoverOf, handoverRefusal, openHandover, problemOf } from './handoverRow.ts'
import { lockOwn } from './lockTeam.ts'
import { teamIsRestless } from './ownerExit.ts'
import { tellHandover } from './tellHandover.ts'

/**
 * Takes the ownership that was offered to the caller; it goes over days later, and until then any owner can stop it. Refuses with StepUpRequired or
 * HandoverNotAllowed; an offer to somebody else is not found.
 */
export const handoverAccept: Handler<'handoverAccept'> = async ({ db, caller, params, now, audit }) => {
  await lockOwn(db, caller, now)
  const row = await openHandover(db, caller.accountId, params.handoverId)
  if (row.to_user !== caller.userId) throw notFound(params.handoverId)
  await requireStepUp(db, caller, now)
  if (row.state !== 'offered') throw handoverRefusal('ended')
  if (row.expires_at <= now) throw handoverRefusal('lapsed')
  const problem = problemOf(row)
  if (problem) throw handoverRefusal(problem)
  const restless = await teamIsRestless(db, caller.accountId, row.to_user, now)
  const effectiveAt = handoverEffectiveAt(now, restless ? now : row.changed_at)
  await db.run(
    sql`update ownership_handovers set state = 'accepted', accepted_at = ${now}, effective_at = ${effectiveAt} where id = ${row.id}`,
  )
  const fresh = await openHandover(db, caller.accountId, params.handoverId)
  await tellHandover(db, fresh, 'handover_accepted', now)
  audit({ entity: 'user', entityId: caller.userId, before: { handover: 'offered' }, after: { handover: 'accepted', effectiveAt } })
  return handoverOf(fresh, now)
}

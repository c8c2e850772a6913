import { handoverOfferMs } from '#domain/access/handover'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { requireStepUp } from '../../platform/calls/requireStepUp.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { handoverOf, handoverRefusal, openHandover, problemOf } from './handoverRow.ts'
import { lockMember } from './lockTeam.ts'
import { tellHandover } from './tellHandover.ts'

/** Offers the caller's ownership to somebody of the team; nothing changes yet. One at a time. Refuses with StepUpRequired or HandoverNotAllowed. */
export const handoverOffer: Handler<'handoverOffer'> = async ({ db, caller, body, now, audit }) => {
  await requireStepUp(db, caller, now)
  const { row } = await lockMember(db, caller, 'handoverOffer', body.userId, now)
  if (row.id === caller.userId) throw handoverRefusal('self')
  // One that lapsed makes room for another.
  await db.run(sql`update ownership_handovers set state = 'cancelled', ended_at = expires_at
    where account_id = ${caller.accountId} and state = 'offered' and expires_at <= ${now}`)
  const id = newId(now)
  const made = await db.run(sql`insert into ownership_handovers (id, account_id, from_user, to_user, state, offered_at, expires_at)
    values (${id}, ${caller.accountId}, ${caller.userId}, ${row.id}, 'offered', ${now}, ${new Date(now.getTime() + handoverOfferMs)}) on conflict do nothing`)
  if (made === 0) throw handoverRefusal('pending')
  const handover = await openHandover(db, caller.accountId, hexOf(id))
  const problem = problemOf(handover)
  if (problem) throw handoverRefusal(problem)
  await tellHandover(db, handover, 'handover_offered', now)
  audit({ entity: 'user', entityId: row.id, after: { handover: 'offered' } })
  return handoverOf(handover, now)
}

import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { assertWaits, openRequest, requestOf } from './accessRequestRow.ts'
import { teamRefusal } from './lockTeam.ts'
import { tellAsker } from './tellAsker.ts'

/** Says no to a request for a right; nothing changes. Nobody answers their own. */
export const accessRequestDecline: Handler<'accessRequestDecline'> = async ({ db, caller, params, now, audit }) => {
  const { request, row, problem } = await openRequest(db, caller, 'accessRequestDecline', params.requestId, now)
  assertWaits(request, now)
  if (problem === 'self' || problem === 'above') throw teamRefusal(problem)
  await db.run(
    sql`update access_requests set state = 'declined', decided_by = ${caller.userId}, decided_at = ${now} where id = ${request.id} and state = 'pending'`,
  )
  tellAsker(db, request, 'access_declined', now)
  audit({ entity: 'user', entityId: row.id, after: { right: request.asked_right, state: 'declined' } })
  return requestOf(await openRequest(db, caller, 'accessRequestDecline', params.requestId, now), now)
}

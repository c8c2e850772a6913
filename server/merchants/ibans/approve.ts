import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { requireStepUp } from '../../platform/calls/requireStepUp.ts'
import { beginCooling } from './beginCooling.ts'
import { changed, lockChange } from './lockChange.ts'
import { assertSettledOwner } from './secondOwner.ts'

/** Another owner, of some days already, agrees with a fresh password, before or after the provider's review. Refuses with StepUpRequired or IbanChangeNotAllowed. */
export const ibanApprove: Handler<'ibanApprove'> = async ({ db, scope, caller, params, now, audit }) => {
  await requireStepUp(db, caller, now)
  const change = await lockChange(db, scope, caller, params.ibanId)
  if (change.requested_by === caller.userId) throw new Refusal('IbanChangeNotAllowed', { why: 'same' })
  if (change.state !== 'pending_review' || !change.needs_second_owner || change.second_owner_id !== null)
    throw new Refusal('IbanChangeNotAllowed')
  await assertSettledOwner(db, caller.userId, now)
  await db.run(sql`update bank_accounts set second_owner_id = ${caller.userId}, second_owner_at = ${now} where id = ${change.id}`)
  const effectiveFrom = await beginCooling(db, change, now)
  audit({
    entity: 'bank_account',
    entityId: change.id,
    before: { state: change.state },
    after: { secondOwner: caller.userId, effectiveFrom: effectiveFrom?.toISOString() ?? null },
  })
  return changed(db, change.id, caller)
}

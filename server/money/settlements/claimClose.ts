import type { Handler } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { claimOf, readClaim } from './claimRow.ts'
import { closeClaim } from './closeClaim.ts'
import { readSettlement } from './readSettlement.ts'

/**
 * The shop says that this claim is settled, or takes it back before it is answered; one that is closed stays as it is, and one that somebody opened
 * meanwhile is not touched.
 */
export const settlementClaimClose: Handler<'settlementClaimClose'> = async ({ db, scope, params, body, caller, now, audit }) => {
  const { id: settlementId } = await readSettlement(db, scope, params.settlementId)
  const claimId = uuidOf(body.claim) ?? ''
  const before = await closeClaim(db, scope, { settlementId, claimId, userId: caller.userId, now })
  const claim = await readClaim(db, scope, settlementId, claimId)
  if (!claim) throw notFound(body.claim)
  if (before !== undefined)
    audit({ entity: 'settlement', entityId: settlementId, before: { claim: claimId, state: before }, after: { state: 'closed' } })
  return claimOf(claim)
}

import { sql } from '../db/sql.ts'
import type { Handler } from '../http/call.ts'
import { notFound } from '../http/refusal.ts'
import { claimOf, readClaim } from './claimRow.ts'
import { readSettlement } from './readSettlement.ts'

/** The shop says that a claim is settled, or takes it back before it is answered; one that is closed stays as it is. */
export const claimClose: Handler<'settlementClaimClose'> = async ({ db, scope, params, caller, now, audit }) => {
  const { merchantId, mode } = scope
  const { id: settlementId } = await readSettlement(db, scope, params.settlementId)
  const closed = await db.first<{ id: string; before: string }>(sql`with standing as (
      select c.id, c.state from settlement_claims c where c.merchant_id = ${merchantId} and c.mode = ${mode} and c.settlement_id = ${settlementId} and c.state <> 'closed' for update
    ), closed as (
      update settlement_claims c set state = 'closed', closed_at = ${now}, closed_by = ${caller.userId} from standing
      where c.merchant_id = ${merchantId} and c.mode = ${mode} and c.id = standing.id
    ), struck as (delete from settlement_claim_queue q using standing where q.claim_id = standing.id)
    select id, state as before from standing`)
  const claim = await readClaim(db, scope, settlementId)
  if (!claim) throw notFound(params.settlementId)
  if (closed)
    audit({ entity: 'settlement', entityId: settlementId, before: { claim: closed.id, state: closed.before }, after: { state: 'closed' } })
  return claimOf(claim)
}

import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'

type Closing = { settlementId: string; claimId: string; userId: string; now: Date; onlyAnswered?: true }

/** Closes this claim where it still stands, and takes it off the provider's queue. The state it stood in; undefined: it stood no more. */
export async function closeClaim(db: Connection, { merchantId, mode }: Scope, closing: Closing): Promise<string | undefined> {
  const { settlementId, claimId, userId, now, onlyAnswered } = closing
  const closed = await db.first<{ before: string }>(sql`with standing as (
      select c.id, c.state from settlement_claims c where c.merchant_id = ${merchantId} and c.mode = ${mode} and c.settlement_id = ${settlementId}
        and c.id = ${claimId} and c.state ${onlyAnswered ? sql`= 'answered'` : sql`<> 'closed'`} for update
    ), closed as (
      update settlement_claims c set state = 'closed', closed_at = ${now}, closed_by = ${userId} from standing
      where c.merchant_id = ${merchantId} and c.mode = ${mode} and c.id = standing.id
    ), struck as (delete from settlement_claim_queue q using standing where q.claim_id = standing.id)
    select state as before from standing`)
  return closed?.before
}

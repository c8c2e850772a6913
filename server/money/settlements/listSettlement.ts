import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'

/**
 * Writes a live settlement and its payout, as they now are, into the provider's list over all merchants, in the caller's transaction, without waiting. To
 * be called after every change of either; the file of a payout stays listed after the payout has left the bank's queue.
 */
export function listSettlement(db: Connection, scope: Scope, id: string): void {
  if (scope.mode !== 'live') return
  db.send(sql`insert into listed_settlements as l (merchant_id, id, reference, value_on, created_at, net_cents, closing_cents, status, iban_last4, payout_state,
      payout_reference, message_id, sent_at, done_at, return_code)
    select s.merchant_id, s.id, s.reference, s.value_on, s.created_at, s.net_cents, s.closing_cents, s.status, s.iban_last4, p.state, p.reference, q.message_id,
      p.sent_at, p.done_at, p.return_code
    from settlements s left join payouts p on p.merchant_id = s.merchant_id and p.mode = s.mode and p.settlement_id = s.id
      left join payout_queue q on q.merchant_id = s.merchant_id and q.settlement_id = s.id
    where ${inScope(scope, 's')} and s.id = ${id}
    on conflict (merchant_id, id) do update set net_cents = excluded.net_cents, closing_cents = excluded.closing_cents, status = excluded.status,
      iban_last4 = excluded.iban_last4, payout_state = excluded.payout_state, payout_reference = excluded.payout_reference,
      message_id = case when l.payout_reference = excluded.payout_reference then coalesce(excluded.message_id, l.message_id) else excluded.message_id end,
      sent_at = excluded.sent_at, done_at = excluded.done_at, return_code = excluded.return_code`)
}

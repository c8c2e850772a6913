import { tellProvider } from '../../merchants/notices/providerEvents.ts'
import { queueWebhooks } from '../../merchants/notices/queueWebhooks.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { noteChanges } from '../../platform/events/noteChange.ts'

/** The data of the message about a transfer to a shop that was executed or returned. */
type Transferred = { reference: string; amountCents: number; valueOn: string; returnCode: string | null }

/** What happened to a settlement or to its payout. `payout.queued`, also again, and `payout.asked_again` (sent again after a lost answer) are told to nobody. */
type SettlementFact =
  | { type: 'settlement.closed' | 'payout.queued' | 'payout.sent' | 'payout.asked_again' }
  | ({ type: 'payout.paid' | 'payout.returned' } & Transferred)

/**
 * To be called with every change of a settlement or of its payout, in its transaction, without waiting: the provider's list over all merchants, the list of
 * changes for the provider's own systems, their event, and the shop's webhook. Who forgets it fails the proof of the books, which compares the list.
 */
export function settlementChanged(db: Connection, scope: Scope, { id, at, ...fact }: { id: string; at: Date } & SettlementFact): void {
  listSettlement(db, scope, id)
  db.send(noteChanges('settlement', scope, sql`select ${id}::uuid as id`))
  switch (fact.type) {
    case 'payout.queued':
    case 'payout.asked_again':
      return
    case 'settlement.closed':
    case 'payout.sent':
      return tellProvider(db, { type: fact.type, at, about: scope, objectId: id })
    case 'payout.paid':
    case 'payout.returned':
      queueWebhooks(db, scope, webhookOf({ id, at, ...fact }))
      return tellProvider(db, { type: fact.type, at, about: scope, objectId: id, data: { return_code: fact.returnCode } })
  }
}

function webhookOf({ id, at, ...fact }: { id: string; at: Date; type: 'payout.paid' | 'payout.returned' } & Transferred) {
  const { reference, amountCents, valueOn, returnCode } = fact
  const data = { settlement_id: hexOf(id), reference, amount: amountCents, value_on: valueOn, return_code: returnCode }
  return { type: fact.type === 'payout.paid' ? ('settlement.paid' as const) : ('settlement.returned' as const), at, data }
}

/** Writes a live settlement and its payout, as they now are. The file of a payout stays listed after the payout has left the bank's queue. */
function listSettlement(db: Connection, scope: Scope, id: string): void {
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

import { tellProvider } from '../../merchants/notices/providerEvents.ts'
import { queueWebhooks } from '../../merchants/notices/queueWebhooks.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'

/** A transfer to a shop that was executed or returned. */
export type PayoutNews = { id: string; reference: string; amountCents: number; valueOn: string; returnCode: string | null; at: Date }

/** Queues the events of a payout that was paid or returned, for the shop and for the provider's own systems, in the caller's transaction and without waiting. */
export function queuePayoutWebhook(
  db: Connection,
  scope: Scope,
  type: 'settlement.paid' | 'settlement.returned',
  { id, reference, amountCents, valueOn, returnCode, at }: PayoutNews,
): void {
  const data = { settlement_id: hexOf(id), reference, amount: amountCents, value_on: valueOn, return_code: returnCode }
  queueWebhooks(db, scope, { type, at, data })
  tellProvider(db, {
    type: type === 'settlement.paid' ? 'payout.paid' : 'payout.returned',
    at,
    about: scope,
    objectId: id,
    data: { return_code: returnCode },
  })
}

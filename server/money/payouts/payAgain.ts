import { madridDay } from '#domain/platform/dates'
import { removeProviderTask } from '../../merchants/notices/providerTasks.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { audited, type ByProvider } from '../../platform/calls/providerChange.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { withScope } from '../../platform/database/withScope.ts'
import { settlementChanged } from '../settlements/settlementChanged.ts'
import { readSettlement, rowOf } from '../settlements/settlementRow.ts'
import { paymentsPaused } from '../settlements/settleShop.ts'

/**
 * Queues a returned payment again, to the shop's current account and under the settlement's reference with a new suffix, because the bank executes each
 * id once. False when no returned payment has that reference, or payments are paused.
 */
async function queueAgain(db: Connection, scope: Scope, reference: string, now: Date): Promise<boolean> {
  const { merchantId } = scope
  const row = await db.first<{ id: string }>(sql`with again as (
      update payouts p set state = 'queued', reference = s.reference || '-' || (coalesce(nullif(substr(p.reference, length(s.reference) + 2), ''), '1')::integer + 1)::text,
        iban = b.iban, holder_name = b.holder_name, sent_at = null, done_at = null, return_code = null
      from settlements s join merchants m on m.id = s.merchant_id join bank_accounts b on b.id = m.bank_account_id
      where p.merchant_id = ${merchantId} and p.mode = 'live' and p.state = 'returned' and s.merchant_id = p.merchant_id and s.mode = p.mode and s.id = p.settlement_id
        and s.reference = ${reference} and not ${paymentsPaused} returning p.merchant_id, p.mode, p.settlement_id, p.reference, p.iban
    ), queued as (
      insert into payout_queue (merchant_id, settlement_id, reference, ask_at) select merchant_id, settlement_id, reference, ${now} from again
    ), known as (
      insert into bank_references (kind, reference, merchant_id) select 'payout', reference, merchant_id from again
    )
    update settlements s set status = 'closed', iban_last4 = right(again.iban, 4) from again
    where s.merchant_id = again.merchant_id and s.mode = again.mode and s.id = again.settlement_id returning s.id`)
  if (!row) return false
  settlementChanged(db, scope, { type: 'payout.queued', id: row.id, at: now })
  removeProviderTask(db, 'payout_returned', row.id)
  return true
}

/** A returned payment of a shop, by the reference of its settlement. */
export type ReturnedPayment = { merchantId: string; reference: string }

/**
 * The same for the provider, whatever the return code; audited in the account's trail. Refuses with PayAgainNotAllowed what is not returned, and while
 * payments to the shop are paused.
 */
export async function payAgain(db: Connection, { merchantId, reference }: ReturnedPayment, { by, now }: ByProvider): Promise<void> {
  const scope = mintScope(merchantId, 'live')
  const settlement = await withScope(db, scope, () =>
    db.first<{
      id: string
      account_id: string
      status: string
    }>(sql`select s.id, m.account_id, s.status from settlements s join merchants m on m.id = s.merchant_id
      where s.merchant_id = ${merchantId} and s.mode = 'live' and s.reference = ${reference}`),
  )
  if (!settlement) throw new Refusal('PayAgainNotAllowed', { why: 'standing' })
  const act = {
    accountId: settlement.account_id,
    merchantId,
    mode: 'live',
    call: 'operator.pay-again',
    entity: 'settlement',
    entityId: settlement.id,
  } as const
  await audited(db, by, act, async () => {
    const queued = await withScope(db, scope, () => queueAgain(db, scope, reference, now))
    if (!queued) throw new Refusal('PayAgainNotAllowed', { why: settlement.status === 'returned' ? 'shopPaused' : 'standing' })
  })
}

/**
 * Sends a returned payment again, where the return code allows it: to another account at once; to the same one only if the reason is temporary, and at
 * most once a day in Madrid's time zone.
 */
export const settlementPayAgain: Handler<'settlementPayAgain'> = async ({ db, scope, params, now, audit }) => {
  const stored = await readSettlement(db, scope, params.settlementId)
  const { returned } = rowOf(stored)
  const { back } = stored
  if (returned === null || back === null) throw new Refusal('PayAgainNotAllowed', { why: 'standing' })
  if (returned.next !== 'again') throw new Refusal('PayAgainNotAllowed', { why: returned.next })
  if (!back.moved && back.sentOn === madridDay(now)) throw new Refusal('PayAgainNotAllowed', { why: 'today' })
  const queued = await queueAgain(db, scope, stored.reference, now)
  const after = await readSettlement(db, scope, params.settlementId)
  // The second of two concurrent calls finds it queued; if it is still returned, payments are paused.
  if (!queued) throw new Refusal('PayAgainNotAllowed', { why: after.status === 'returned' ? 'paused' : 'standing' })
  audit({ entity: 'settlement', entityId: stored.id, after: { ibanLast4: after.iban_last4 } })
  return rowOf(after)
}

import { madridDay } from '#domain/platform/dates'
import { removeProviderTask } from '../../merchants/notices/providerTasks.ts'
import { record } from '../../platform/audit/record.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { readSettlement, rowOf } from '../settlements/settlementRow.ts'
import { paymentsPaused } from '../settlements/settleShop.ts'
import type { PayingServices } from './payOut.ts'

/**
 * Queues a returned payment again, to the shop's current account and under the settlement's reference with a new suffix, because the bank executes each
 * id once. False when no returned payment has that reference, or payments are paused.
 */
async function queueAgain(db: Connection, merchantId: string, reference: string, now: Date): Promise<boolean> {
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
  if (row) removeProviderTask(db, 'payout_returned', row.id)
  return row !== undefined
}

/** The same for the provider's operator, whatever the return code; audited in the account's trail. */
export const payAgain = (
  { database, now }: Pick<PayingServices, 'database' | 'now'>,
  merchantId: string,
  reference: string,
): Promise<boolean> =>
  database.write(mintScope(merchantId, 'live'), async (db) => {
    const settlement = await db.first<{
      id: string
      account_id: string
    }>(sql`select s.id, m.account_id from settlements s join merchants m on m.id = s.merchant_id
      where s.merchant_id = ${merchantId} and s.mode = 'live' and s.reference = ${reference}`)
    if (!settlement) return false
    const queued = await queueAgain(db, merchantId, reference, now())
    await record(db, {
      accountId: settlement.account_id,
      merchantId,
      mode: 'live',
      userId: null,
      role: 'operator',
      ip: null,
      call: 'operator.pay-again',
      outcome: queued ? 'done' : 'refused',
      entity: 'settlement',
      entityId: settlement.id,
    })
    return queued
  })

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
  const queued = await queueAgain(db, scope.merchantId, stored.reference, now)
  const after = await readSettlement(db, scope, params.settlementId)
  // The second of two concurrent calls finds it queued; if it is still returned, payments are paused.
  if (!queued) throw new Refusal('PayAgainNotAllowed', { why: after.status === 'returned' ? 'paused' : 'standing' })
  audit({ entity: 'settlement', entityId: stored.id, after: { ibanLast4: after.iban_last4 } })
  return rowOf(after)
}

import { cents } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { noteChange } from '../../platform/events/noteChange.ts'
import { addProviderTask } from '../../merchants/notices/providerTasks.ts'
import { postJournal } from '../ledger/postings.ts'
import type { InFile } from '../payments/bankFiles.ts'
import { listSettlement } from '../settlements/listSettlement.ts'
import { notifyShop } from '../settlements/notifyShop.ts'
import { queuePayoutEmails } from './payoutEmail.ts'
import { queuePayoutWebhook } from './payoutWebhook.ts'

type ReturnedTransfer = { reference: string }

/**
 * Stores that the bank returned a payment: the amount is owed again and waits to be sent again. A booked payment is reversed in the ledger; the shop gets
 * a notice, and its owners an e-mail after the commit.
 */
export async function returnPayout(
  db: Connection,
  scope: Scope,
  { id, reference }: InFile,
  { at, code, now }: { at: Date; code: string | null; now: Date },
): Promise<void> {
  const { merchantId } = scope
  const before = await db.first<{
    state: string
    amount_cents: bigint
    value_on: string
  }>(sql`select p.state, p.amount_cents, p.value_on from payouts p
    where ${inScope(scope, 'p')} and p.settlement_id = ${id} and p.reference = ${reference} for update`)
  await db.run(
    sql`delete from payout_queue q where q.merchant_id = ${merchantId} and q.settlement_id = ${id} and q.reference = ${reference}`,
  )
  if (!before || before.state === 'returned') return
  const back =
    await db.first<ReturnedTransfer>(sql`with back as (update payouts p set state = 'returned', done_at = ${at}, return_code = ${code}
      where ${inScope(scope, 'p')} and p.settlement_id = ${id})
    update settlements s set status = 'returned', paid_at = null, collected_on = null, collected_by = null where ${inScope(scope, 's')} and s.id = ${id}
    returning s.reference`)
  listSettlement(db, scope, id)
  const amountCents = cents(before.amount_cents)
  noteChange(db, 'settlement', scope, id)
  addProviderTask(db, { kind: 'payout_returned', id, merchantId, what: back?.reference ?? reference, amountCents, code, now })
  notifyShop(db, scope, { type: 'settlement_returned', id, reference: back?.reference ?? reference, amountCents, at }, now)
  queuePayoutEmails(db, scope, { settlementId: id, reference, now })
  queuePayoutWebhook(db, scope, 'settlement.returned', { id, reference, amountCents, valueOn: before.value_on, returnCode: code, at })
  if (before.state !== 'confirmed') return
  await postJournal(db, scope, {
    kind: 'payout',
    operationId: null,
    at,
    lines: [
      { account: 'merchant_payable', amountCents: cents(-amountCents) },
      { account: 'cash', amountCents },
    ],
  })
}

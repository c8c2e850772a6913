import type { StaffCaller } from '../../platform/calls/consoleHandler.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { withScope } from '../../platform/database/withScope.ts'
import { newFileId } from '../payments/bankFiles.ts'
import { keepSentFile } from '../payments/sentFiles.ts'
import { markSent, painFile, payoutQueue, pendingMs, type PayingServices, type Transfer } from './payOut.ts'

/** Transfers in a file that is made by hand, at most. */
const maxTransfers = 1_000

/**
 * Makes a file of the payouts that wait to be sent, in the caller's transaction, to be handed in to the bank by hand. A bank that answers is asked about
 * them after a while, and is sent the same file if it does not know them. Null: none waits, or all are being sent right now.
 */
export async function makePayoutFile(
  db: Connection,
  { config, payments }: Pick<PayingServices, 'config' | 'payments'>,
  { by, now }: { by: Pick<StaffCaller, 'staffId'>; now: Date },
): Promise<{ file: string; transfers: number; totalCents: number } | null> {
  const messageId = newFileId(payoutQueue, now)
  const rows = await db.rows<{ merchant_id: string; settlement_id: string }>(sql`update payout_queue q
    set message_id = ${messageId}, ask_at = ${new Date(now.getTime() + pendingMs)} where q.reference in (
      select w.reference from payout_queue w join listed_settlements l on l.merchant_id = w.merchant_id and l.id = w.settlement_id
      where l.payout_state = 'queued' and w.ask_at <= ${now} order by w.reference limit ${maxTransfers} for update of w skip locked)
    returning q.merchant_id, q.settlement_id`)
  const transfers: Transfer[] = []
  for (const { merchant_id: merchantId, settlement_id: id } of rows) {
    const scope = mintScope(merchantId, 'live')
    const transfer = await withScope(db, scope, () => markSent(db, scope, id, now))
    if (transfer) transfers.push(transfer)
  }
  if (transfers.length === 0) return null
  const payer = { name: config.brand.legalName, iban: payments.transfers.iban }
  const xml = painFile({ messageId, createdAt: now, payer, transfers })
  const { handsOver } = payments.transfers
  const file = {
    messageId,
    kind: 'transfers',
    xml,
    orders: transfers,
    now,
    madeBy: by.staffId,
    handsOver,
    isHandedOver: handsOver !== null,
  } as const
  const totalCents = await keepSentFile(db, file)
  return { file: messageId, transfers: transfers.length, totalCents }
}

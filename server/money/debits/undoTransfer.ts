import { cents } from '#domain/platform/money'
import type { Database } from '../../platform/database/database.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { lockDebt } from './lockDebt.ts'
import { recordOperator } from './recordOperator.ts'
import { repay } from './repay.ts'

/**
 * Takes a transfer out again that the operator booked to a shop which it was not from: the debt comes back by a line of its next settlement, and the
 * bank's reference is free for the right shop. Returns why not, in words for the console, when it is not possible.
 */
export async function undoTransfer(
  database: Database,
  { merchantId, reference }: { merchantId: string; reference: string },
  now: Date,
): Promise<string | null> {
  const scope = mintScope(merchantId, 'live')
  return database.write(scope, async (db) => {
    const shop = await db.first<{ account_id: string }>(sql`select m.account_id from merchants m where m.id = ${merchantId}`)
    if (!shop) return 'there is no shop of that id'
    await lockDebt(db, scope)
    const undone = await db.first<{ net_cents: bigint }>(sql`update settlement_lines l set repayment_undone = true
      where l.merchant_id = ${merchantId} and l.mode = ${scope.mode} and l.kind = 'repayment' and l.repayment_of = 'transfer' and l.repayment_reference = ${reference}
        and not l.repayment_undone returning l.net_cents`)
    if (!undone) return `no transfer ${reference} of that shop is booked`
    const amountCents = cents(-undone.net_cents)
    await repay(db, scope, { of: 'transfer_back', reference, amountCents, at: now }, now)
    await recordOperator(db, scope, { accountId: shop.account_id, call: 'transfer-undo', after: { reference, amount: amountCents } })
    return null
  })
}

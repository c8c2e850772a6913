import { formatEuros, ZERO, type Cents } from '#domain/platform/money'
import type { Database } from '../../platform/database/database.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { lockDebt } from './lockDebt.ts'
import { readStanding } from './readStanding.ts'
import { recordOperator } from './recordOperator.ts'
import { repay } from './repay.ts'
import { tellDebtor } from './tellDebtor.ts'

/**
 * A transfer that came from a shop for its debt. `reference`: the bank's own of this transfer, by which it is booked once, for one shop. `isForced`: also
 * where the shop owes less.
 */
export type ReceivedTransfer = { merchantId: string; amountCents: Cents; reference: string; at: Date; isForced?: boolean }

/**
 * Books what a shop paid of its debt by transfer, as the provider's operator found it at the bank. More than it owes is somebody else's money
 * until the operator insists; then the rest is paid to it by its next settlement. Returns why not, in words for the console, when it is not possible.
 */
export async function receiveTransfer(
  database: Database,
  { merchantId, amountCents, reference, at, isForced = false }: ReceivedTransfer,
  now: Date,
): Promise<string | null> {
  if (amountCents < 1) return 'a transfer has at least one cent'
  if (reference.length < 1 || reference.length > 35) return 'the bank’s reference has one to 35 letters'
  const scope = mintScope(merchantId, 'live')
  return database.write(scope, async (db) => {
    const shop = await db.first<{ account_id: string }>(sql`select m.account_id from merchants m where m.id = ${merchantId}`)
    if (!shop) return 'there is no shop of that id'
    await lockDebt(db, scope)
    const { owed } = await readStanding(db, scope, now)
    if (amountCents > owed && !isForced) return owed > ZERO ? `it owes ${formatEuros(owed)}, which is less` : 'it owes nothing'
    if (!(await repay(db, scope, { of: 'transfer', reference, amountCents, at }, now)))
      return `${reference} is booked already, for this shop or another`
    tellDebtor(db, scope, { type: 'debt_transfer', values: { amount: formatEuros(amountCents), reference } }, now)
    await recordOperator(db, scope, { accountId: shop.account_id, call: 'transfer-received', after: { reference, amount: amountCents } })
    return null
  })
}

import { randomUUID } from 'node:crypto'
import { formatEuros, type Cents } from '#domain/money'
import { record } from '../audit/record.ts'
import type { Database } from '../db/database.ts'
import { mintScope } from '../db/scope.ts'
import { sql } from '../db/sql.ts'
import { repay } from './repay.ts'
import { tellDebtor } from './tellDebtor.ts'

/** A transfer that came from a shop for its debt. `reference`: the bank's own of this transfer, by which it is booked once. */
export type ReceivedTransfer = { merchantId: string; amountCents: Cents; reference: string; at: Date }

/**
 * Books what a shop paid of its debt by transfer, as the provider's operator found it at the bank. What is more than it owes is paid back to it by its next
 * settlement. Returns why not, in words for the console, when it is not possible.
 */
export async function receiveTransfer(
  database: Database,
  { merchantId, amountCents, reference, at }: ReceivedTransfer,
  now: Date,
): Promise<string | null> {
  if (amountCents < 1) return 'a transfer has at least one cent'
  if (reference.length < 1 || reference.length > 35) return 'the bank’s reference has one to 35 letters'
  const scope = mintScope(merchantId, 'live')
  return database.write(scope, async (db) => {
    const shop = await db.first<{ account_id: string }>(sql`select m.account_id from merchants m where m.id = ${merchantId}`)
    if (!shop) return 'there is no shop of that id'
    if (!(await repay(db, scope, { of: 'transfer', reference, amountCents, at }, now))) return `${reference} is booked already`
    tellDebtor(db, scope, { type: 'debt_transfer', values: { amount: formatEuros(amountCents), reference } }, now)
    await record(db, {
      accountId: shop.account_id,
      merchantId,
      mode: 'live',
      userId: null,
      role: 'operator',
      ip: null,
      call: 'operator.transfer-received',
      outcome: 'done',
      entity: 'merchant',
      entityId: merchantId,
      after: { reference, amount: amountCents },
      requestId: randomUUID(),
    })
    return null
  })
}

import type { Services } from '../../platform/calls/call.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'

type Place = Pick<Scope, 'merchantId' | 'mode'> & { deliveryId: string }

/** What a partner is told that a text message is about: ids alone. */
export const receiptReference = ({ merchantId, mode, deliveryId }: Place): string => `${merchantId}/${mode}/${deliveryId}`

const pattern = /^([0-9a-f-]{36})\/(live|sandbox)\/([0-9a-f-]{36})$/

/**
 * Records whether a text message arrived, and notifies the till. Receipts come in any order and more than once: one that arrived has arrived, whatever is
 * reported afterwards.
 */
export async function recordReceipt({ database, now }: Pick<Services, 'database' | 'now'>, about: string, state: string): Promise<void> {
  const [, merchantId, mode, deliveryId] = pattern.exec(about) ?? []
  if (merchantId === undefined || deliveryId === undefined || (state !== 'delivered' && state !== 'failed')) return
  const scope = mintScope(merchantId, mode === 'sandbox' ? 'sandbox' : 'live')
  await database.write(scope, (db) =>
    db.run(sql`with received as (
        update deliveries d set receipt = ${state}, receipt_at = ${now()} where ${inScope(scope, 'd')} and d.id = ${deliveryId} and d.channel = 'sms'
          and (d.receipt is null or (d.receipt = 'failed' and ${state} = 'delivered')) returning d.checkout_id
      ), notified as (
        update checkouts c set version = c.version + 1 from received r where ${inScope(scope, 'c')} and c.id = r.checkout_id returning c.id
      ) select pg_notify('checkout', n.id::text) from notified n`),
  )
}

import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'

/** Marks one of the caller's shops as the one to begin with; any other is not found. */
export const mePreferredMerchant: Handler<'mePreferredMerchant'> = async ({ db, caller, body, audit }) => {
  const merchantId = uuidOf(body.preferedMerchantUuid)
  if (merchantId === undefined || !caller.merchantIds.has(merchantId)) throw notFound(body.preferedMerchantUuid)
  await db.run(sql`update users set prefered_merchant_id = ${merchantId} where id = ${caller.userId}`)
  audit({ entity: 'user', entityId: caller.userId, after: { preferedMerchantId: merchantId } })
  return undefined
}

import { record } from '../../platform/audit/record.ts'
import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/**
 * The provider has spoken with the company: the ways into its account may be changed again before the pause ends by itself. Leaves its line in the
 * trail; returns why not, in words for the console, when it is not possible.
 */
export function liftPause(database: Database, ibanId: string, now: Date): Promise<string | null> {
  return database.write(null, async (db) => {
    const change = await db.first<{ account_id: string; merchant_id: string }>(sql`update bank_accounts set paused_until = null
      where id = ${ibanId} and paused_until > ${now} returning account_id, merchant_id`)
    if (!change) return 'there is no such frozen change of bank account, or its pause is over'
    await record(db, {
      accountId: change.account_id,
      merchantId: change.merchant_id,
      mode: 'live',
      userId: null,
      role: 'operator',
      ip: null,
      call: 'operator.lift-pause',
      entity: 'bank_account',
      entityId: ibanId,
      after: { pause: 'lifted' },
    })
    return null
  })
}

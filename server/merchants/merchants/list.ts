import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { merchantColumns, merchantOf, type MerchantRow } from './merchantRow.ts'

/** The shops that the caller may enter, the oldest first: the first is where a session begins. */
export const merchantList: Handler<'merchantList'> = async ({ db, caller }) => {
  const rows = await db.rows<MerchantRow>(
    sql`select ${merchantColumns} from merchants where account_id = ${caller.accountId} and id = any(${[...caller.merchantIds]}::uuid[]) order by created_at, id`,
  )
  return rows.map(merchantOf)
}

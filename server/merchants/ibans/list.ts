import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { readIbans } from './readIbans.ts'

/** The bank accounts of the company, those of shops that the caller may enter. */
export const ibanList: Handler<'ibanList'> = ({ db, caller }) => {
  const mine = [...caller.merchantIds]
  return readIbans(
    db,
    sql`b.account_id = ${caller.accountId} and (b.merchant_id = any(${mine}::uuid[]) or exists (select from merchants p where p.bank_account_id = b.id and p.id = any(${mine}::uuid[])))`,
    caller.merchantIds,
  )
}

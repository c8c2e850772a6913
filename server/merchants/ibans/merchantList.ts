import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { readIbans } from './readIbans.ts'

/** The bank accounts of one shop: the one that it is paid to, changes under way, and earlier ones. */
export const merchantIbanList: Handler<'merchantIbanList'> = ({ db, scope, caller }) =>
  readIbans(
    db,
    sql`b.account_id = ${caller.accountId} and (b.merchant_id = ${scope.merchantId}
      or exists (select from merchants p where p.bank_account_id = b.id and p.id = ${scope.merchantId}))`,
    caller.merchantIds,
  )

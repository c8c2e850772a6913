import { sql } from '../db/sql.ts'
import type { Handler } from '../http/call.ts'

/** Where a shop's invoices are announced (specification §7): its own address, or its owner's as long as nobody gave one. */
export const account: Handler<'merchantAccount'> = async ({ db, scope }) => {
  const row = await db.first<{ email: string | null }>(sql`select billing_email_of(${scope.merchantId}) as email`)
  return { billingEmail: row?.email ?? '' }
}

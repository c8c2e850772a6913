import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'

/** A shop's account as it stands: where its invoices are announced, its own address or its owner's as long as nobody gave one. */
export const merchantAccount: Handler<'merchantAccount'> = ({ db, scope }) => readAccount(db, scope)

/** The address, and the mandate that stands: nobody ended it, and the shop is still paid to its account. */
export async function readAccount(
  db: Connection,
  { merchantId, mode }: Scope,
): Promise<{ billingEmail: string; sepaMandateRef: string | null; revision: number }> {
  const row = await db.first<{
    email: string | null
    revision: number
    mandate: string | null
  }>(sql`select billing_email_of(${merchantId}) as email, (select m.billing_revision from merchants m where m.id = ${merchantId}) as revision,
      (select d.reference from debit_mandates d join merchants m on m.id = d.merchant_id and m.bank_account_id = d.bank_account_id
        where d.merchant_id = ${merchantId} and d.mode = ${mode} and d.ended_at is null) as mandate`)
  return { billingEmail: row?.email ?? '', sepaMandateRef: row?.mandate ?? null, revision: row?.revision ?? 0 }
}

import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { wholeColumns, type WholeInvoice } from './invoiceRow.ts'

/**
 * One invoice of the shop by its id as it travels, as a person sees it. Refuses with ObjectNotFoundException, another shop's or mode's like one
 * that is not there.
 */
export async function readInvoice(db: Connection, { merchantId, mode }: Scope, hex: string, userId: string): Promise<WholeInvoice> {
  const id = uuidOf(hex)
  const row =
    id === undefined
      ? undefined
      : await db.first<WholeInvoice>(
          sql`select ${wholeColumns(userId)} from invoices i where i.merchant_id = ${merchantId} and i.mode = ${mode} and i.id = ${id}`,
        )
  if (!row) throw notFound(hex)
  return row
}

import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'

/** The id of an invoice of the shop by how it travels. Refuses with ObjectNotFoundException, another shop's or mode's like one that is not there. */
export async function findInvoice(db: Connection, { merchantId, mode }: Scope, hex: string): Promise<string> {
  const id = uuidOf(hex)
  const row =
    id === undefined
      ? undefined
      : await db.first(sql`select from invoices i where i.merchant_id = ${merchantId} and i.mode = ${mode} and i.id = ${id}`)
  if (id === undefined || !row) throw notFound(hex)
  return id
}

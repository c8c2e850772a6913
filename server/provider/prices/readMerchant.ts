import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export type Merchant = { id: string; accountId: string; name: string }

/** The merchant of an address. Refuses with ObjectNotFoundException. */
export async function readMerchant(db: Connection, hex: string): Promise<Merchant> {
  const row = await db.first<{ id: string; account_id: string; name: string }>(
    sql`select m.id, m.account_id, m.name from merchants m where m.id = ${idFrom(hex)}`,
  )
  if (!row) throw notFound(hex)
  return { id: row.id, accountId: row.account_id, name: row.name }
}

import { sql } from '../db/sql.ts'
import type { Handler } from '../http/call.ts'
import { notFound } from '../http/refusal.ts'
import { hexOf } from '../http/wire.ts'

type Row = { name: string; ownership_type: 'full' | 'majority' | 'minority' }

/** The company behind an enterprise account (specification §3); a self-employed account has none. */
export const enterprise: Handler<'enterprise'> = async ({ db, caller }) => {
  const row = await db.first<Row>(sql`select name, ownership_type from enterprises where account_id = ${caller.accountId}`)
  if (!row) throw notFound(hexOf(caller.accountId))
  return { name: row.name, ownershipType: row.ownership_type }
}

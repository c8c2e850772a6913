import type { Connection } from '../db/database.ts'
import type { Scope } from '../db/scope.ts'
import { sql } from '../db/sql.ts'

/** What the lines of a settlement add up to as they stand, net in cents: read from the lines, never from the terms that were written with them. */
export async function sumLines(db: Connection, { merchantId, mode }: Scope, settlementId: string): Promise<number> {
  const row = await db.first<{ net: string }>(sql`select coalesce(sum(l.net_cents), 0) as net from settlement_lines l
    where l.merchant_id = ${merchantId} and l.mode = ${mode} and l.settlement_id = ${settlementId}`)
  return Number(row?.net ?? 0)
}

import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'

/** The lines of a settlement as they stand: what they add up to, and how many of them have a subsidy. */
type LineSums = { netCents: number; subsidised: number }

/** Sums the lines of a settlement, net in cents: read from the lines, never from the terms that were written with them. */
export async function sumLines(db: Connection, { merchantId, mode }: Scope, settlementId: string): Promise<LineSums> {
  const row = await db.first<{ net: string; subsidised: number }>(sql`select coalesce(sum(l.net_cents), 0) as net,
      (count(*) filter (where l.subsidy_cents <> 0))::integer as subsidised
    from settlement_lines l where l.merchant_id = ${merchantId} and l.mode = ${mode} and l.settlement_id = ${settlementId}`)
  return { netCents: Number(row?.net ?? 0), subsidised: row?.subsidised ?? 0 }
}

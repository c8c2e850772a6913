import { localDate, type LocalDate } from '#domain/dates'
import type { Connection } from '../db/database.ts'
import type { Scope } from '../db/scope.ts'
import { sql } from '../db/sql.ts'

/** What a shop owes after its last settlement. */
export type Debt = { amountCents: number; since: LocalDate }

/** A shop's debt and the value day since which it has owed without a break; null: its last settlement left none. */
export async function readDebt(db: Connection, { merchantId, mode }: Scope): Promise<Debt | null> {
  const row = await db.first<{ closing_cents: bigint; since: string }>(sql`
    with last as (select s.value_on, s.closing_cents from settlements s where s.merchant_id = ${merchantId} and s.mode = ${mode} order by s.value_on desc limit 1)
    select last.closing_cents, (select min(s.value_on) from settlements s where s.merchant_id = ${merchantId} and s.mode = ${mode}
        and s.value_on > coalesce((select max(p.value_on) from settlements p where p.merchant_id = ${merchantId} and p.mode = ${mode} and p.closing_cents >= 0), '-infinity')) as since
    from last where last.closing_cents < 0`)
  return row ? { amountCents: -Number(row.closing_cents), since: localDate(row.since) } : null
}

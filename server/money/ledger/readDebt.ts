import { localDate, type LocalDate } from '#domain/platform/dates'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'

/** What a shop owes after its last settlement. */
export type Debt = { amountCents: number; since: LocalDate }

/**
 * A shop's debt and the value day since which it has owed without a break; null: its last settlement left none. A debt that a debit seemed to have
 * repaid, until the bank gave that back, is as old as it was before.
 */
export async function readDebt(db: Connection, { merchantId, mode }: Scope): Promise<Debt | null> {
  const row = await db.first<{ closing_cents: bigint; since: string }>(sql`
    with last as (select s.value_on, s.closing_cents from settlements s where s.merchant_id = ${merchantId} and s.mode = ${mode} order by s.value_on desc limit 1),
      began as (select min(s.value_on) as value_on from settlements s where s.merchant_id = ${merchantId} and s.mode = ${mode}
        and s.value_on > coalesce((select max(p.value_on) from settlements p where p.merchant_id = ${merchantId} and p.mode = ${mode} and p.closing_cents >= 0), '-infinity'))
    select last.closing_cents, least(began.value_on, (select min(d.debt_since) from settlement_lines l
        join debits d on d.merchant_id = l.merchant_id and d.mode = l.mode and d.reference = l.repayment_reference
        where l.merchant_id = ${merchantId} and l.mode = ${mode} and l.kind = 'repayment' and l.repayment_of = 'debit_return' and l.settlement_id is not null and l.value_on >= began.value_on)) as since
    from last, began where last.closing_cents < 0`)
  return row ? { amountCents: -Number(row.closing_cents), since: localDate(row.since) } : null
}

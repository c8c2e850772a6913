import { type LocalDate, startOfNextMadridDay } from '#domain/platform/dates'
import type { Database } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { StoredReport } from './reportRow.ts'

/**
 * What a month's package still waits for: the month's end with all its settlements, and, but for test mode, which has none, that its invoice was
 * issued or is not needed.
 */
export async function packageLacks(
  database: Database,
  { merchantId, mode }: Scope,
  to: LocalDate,
  now: Date,
): Promise<StoredReport['missing']> {
  if (now < startOfNextMadridDay(to)) return ['month_end']
  const turns = await database.read(null, (db) =>
    db.first<{ settled: boolean | null; invoiced: boolean | null }>(
      sql`select (select t.settled_until >= ${to}::date from settlement_turns t where t.merchant_id = ${merchantId} and t.mode = ${mode}) as settled,
        (select t.invoiced_until >= ${to}::date from invoice_turns t where t.merchant_id = ${merchantId}) as invoiced`,
    ),
  )
  if (turns?.settled !== true) return ['month_end']
  return mode === 'live' && turns.invoiced !== true ? ['invoice'] : []
}

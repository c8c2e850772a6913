import { startOfNextMadridDay } from '#domain/platform/dates'
import { sql } from '../../platform/database/sql.ts'
import { timeKey, type Table } from '../../platform/files/table.ts'
import { amount, code, count, currency, customer, day, instalmentWords, madridDate, mid, operation, ours, product } from './lineColumns.ts'
import type { RowSource, Wanted } from './rowSource.ts'
import { tableSource } from './tableSource.ts'

const columns = [
  day('dueOn', sql`i.due_on`),
  count('number', sql`i.number`),
  count('instalments', sql`o.num_instalments`),
  operation,
  mid,
  customer,
  product,
  amount('amount', sql`i.amount_cents`),
  amount('principal', sql`i.principal_cents`),
  amount('interest', sql`i.interest_cents`),
  code('state', sql`i.state`, instalmentWords),
  day('paid', madridDate(sql`i.paid_at`)),
  currency,
]
/** Operations in a batch: each may have sixty instalments. */
const batchOperations = 300

/**
 * The instalments that customers pay on the wanted days, operation by operation, the newest first; what was cancelled or given back is not due.
 * It walks the accepted operations, whose index is there anyway, not the instalments: an index of those by day would burden every sale.
 */
export function calendarSource(wanted: Wanted): RowSource {
  const { scope, from, to } = wanted
  const table: Table = {
    columns,
    from: sql`operations o`,
    where: sql`${ours(sql`o`, scope)} and o.category = 'accepted' and o.created_at < ${startOfNextMadridDay(to)}`,
    key: timeKey(sql`o.created_at`, sql`o.id`),
    newestFirst: true,
    perKey: {
      of: sql`o`,
      join: sql`left join instalments i on i.merchant_id = o.merchant_id and i.mode = o.mode and i.operation_id = o.id and i.due_on between ${from}::date and ${to}::date
        and i.state in ('pending', 'paid', 'overdue') and i.amount_cents > 0`,
      isThere: sql`i.operation_id is not null`,
      order: sql`i.number`,
      keys: batchOperations,
    },
  }
  return tableSource(wanted, table, { sums: ['amount', 'principal', 'interest'], total: 'amount' })
}

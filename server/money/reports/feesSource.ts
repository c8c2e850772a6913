import { sql } from '../../platform/database/sql.ts'
import { timeKey } from '../../platform/files/table.ts'
import {
  amount,
  code,
  count,
  currency,
  day,
  inDays,
  itsOperation,
  kindWords,
  madridDate,
  mid,
  operation,
  ours,
  product,
} from './lineColumns.ts'
import type { RowSource, Wanted } from './rowSource.ts'
import { tableSource } from './tableSource.ts'

/**
 * What the shop was charged and given back, capture by capture and refund by refund, by the day on which it happened, oldest first; amounts are
 * those of the settlement lines, what is given back is negative. What the shop paid of a debt is none of it.
 */
export const feesSource = (wanted: Wanted): RowSource =>
  tableSource(
    wanted,
    {
      columns: [
        day('created', madridDate(sql`l.occurred_at`)),
        code('kind', sql`l.kind`, kindWords),
        operation,
        mid,
        product,
        count('instalments', sql`o.num_instalments`),
        amount('gross', sql`l.gross_cents`),
        amount('feeRate', sql`o.fee_bps`),
        amount('fee', sql`l.fee_cents`),
        amount('vatRate', sql`o.vat_bps`),
        amount('vat', sql`l.vat_cents`),
        amount('subsidy', sql`l.subsidy_cents`),
        amount('charged', sql`l.fee_cents + l.vat_cents + l.subsidy_cents`),
        amount('net', sql`l.net_cents`),
        currency,
      ],
      from: sql`settlement_lines l ${itsOperation(sql`l`)}`,
      where: sql`${ours(sql`l`, wanted.scope)} and l.kind <> 'repayment' and ${inDays(sql`l.occurred_at`, wanted)}`,
      key: timeKey(sql`l.occurred_at`, sql`l.id`),
    },
    { sums: ['gross', 'fee', 'vat', 'subsidy', 'charged', 'net'], total: 'charged' },
  )

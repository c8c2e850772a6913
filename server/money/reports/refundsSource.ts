import { sql } from '../../platform/database/sql.ts'
import { timeKey } from '../../platform/files/table.ts'
import {
  amount,
  code,
  currency,
  customer,
  day,
  id,
  inDays,
  itsOperation,
  kindWords,
  madridDate,
  mid,
  operation,
  ours,
  product,
  refundWords,
  typed,
} from './lineColumns.ts'
import type { RowSource, Wanted } from './rowSource.ts'
import { tableSource } from './tableSource.ts'

/** Refunds and cancellations by the day on which they were asked for, newest first; those that were undone did not happen. */
export const refundsSource = (wanted: Wanted): RowSource =>
  tableSource(
    wanted,
    {
      columns: [
        day('created', madridDate(sql`r.created_at`)),
        id('refund', sql`r.id`),
        operation,
        mid,
        customer,
        product,
        code('kind', sql`r.kind`, kindWords),
        code('state', sql`r.state`, refundWords),
        day('completed', madridDate(sql`r.completed_at`)),
        amount('amount', sql`r.amount_cents`),
        amount('feeBack', sql`r.fee_back_cents`),
        amount('vatBack', sql`r.vat_back_cents`),
        amount('subsidyBack', sql`r.subsidy_back_cents`),
        amount('toCustomer', sql`r.credit_to_customer_cents`),
        typed('ownReference', sql`r.merchant_reference`),
        currency,
      ],
      from: sql`refunds r ${itsOperation(sql`r`)}`,
      where: sql`${ours(sql`r`, wanted.scope)} and r.state <> 'undone' and ${inDays(sql`r.created_at`, wanted)}`,
      key: timeKey(sql`r.created_at`, sql`r.id`),
      newestFirst: true,
    },
    { sums: ['amount', 'feeBack', 'vatBack', 'subsidyBack', 'toCustomer'], total: 'amount' },
  )

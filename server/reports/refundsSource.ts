import { sql } from '../db/sql.ts'
import {
  amount,
  code,
  currency,
  customer,
  day,
  id,
  inDays,
  itsOperation,
  kindKey,
  madridDate,
  mid,
  operation,
  ours,
  product,
  refundKey,
  typed,
} from './lineColumns.ts'
import { lineSource } from './lineSource.ts'
import type { RowSource, Wanted } from './rowSource.ts'

/** Refunds and cancellations by the day on which they were asked for, newest first; those that were undone did not happen (our choice). */
export const refundsSource = (wanted: Wanted): RowSource =>
  lineSource(wanted, {
    columns: [
      day('created', madridDate(sql`r.created_at`)),
      id('refund', sql`r.id`),
      operation,
      mid,
      customer,
      product,
      code('kind', sql`r.kind`, kindKey),
      code('state', sql`r.state`, refundKey),
      day('completed', madridDate(sql`r.completed_at`)),
      amount('amount', sql`r.amount_cents`),
      amount('feeBack', sql`r.fee_back_cents`),
      amount('vatBack', sql`r.vat_back_cents`),
      amount('subsidyBack', sql`r.subsidy_back_cents`),
      amount('toCustomer', sql`r.credit_to_customer_cents`),
      typed('ownReference', sql`r.merchant_reference`),
      currency,
    ],
    sums: ['amount', 'feeBack', 'vatBack', 'subsidyBack', 'toCustomer'],
    total: 'amount',
    rows: sql`from refunds r ${itsOperation(sql`r`)} where ${ours(sql`r`, wanted.scope)} and r.state <> 'undone' and ${inDays(sql`r.created_at`, wanted)}`,
    key: [
      { by: sql`r.created_at`, type: 'timestamptz' },
      { by: sql`r.id`, type: 'uuid' },
    ],
    newestFirst: true,
  })

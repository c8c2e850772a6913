import { sql } from '../../platform/database/sql.ts'
import { amount, code, count, currency, day, ours, settlementWords, typed } from './lineColumns.ts'
import type { RowSource, Wanted } from './rowSource.ts'
import { tableSource } from './tableSource.ts'

const terms = [
  amount('opening', sql`s.opening_cents`),
  amount('repayments', sql`s.repayments_cents`),
  amount('sales', sql`s.sales_cents`),
  amount('refundsOf', sql`s.refunds_cents`),
  amount('cancellations', sql`s.cancellations_cents`),
  amount('fees', sql`s.fees_cents`),
  amount('feeRefunds', sql`s.fee_refunds_cents`),
  amount('minimumFees', sql`s.minimum_fees_cents`),
  amount('vatCharged', sql`s.vat_cents`),
  amount('vatRefunds', sql`s.vat_refunds_cents`),
  amount('subsidies', sql`s.subsidies_cents`),
  amount('subsidyRefunds', sql`s.subsidy_refunds_cents`),
  amount('reserveHeld', sql`s.reserve_held_cents`),
  amount('reserveReleased', sql`s.reserve_released_cents`),
  amount('paidOut', sql`s.net_cents`),
  amount('closingBalance', sql`s.closing_cents`),
]

/** Settlements by their value dates, newest first, each term of the equation in a column of its own: opening + terms = paid out + closing. */
export const settlementsSource = (wanted: Wanted): RowSource =>
  tableSource(
    wanted,
    {
      columns: [
        typed('reference', sql`s.reference`),
        day('valueOn', sql`s.value_on`),
        day('periodFrom', sql`s.period_from`),
        day('periodTo', sql`s.period_to`),
        code('status', sql`s.status`, settlementWords),
        ...terms,
        count(
          'lines',
          sql`s.order_count + s.refund_count + s.cancel_count + s.minimum_fee_count + s.repayment_count + s.vat_rounding_count`,
        ),
        typed('account', sql`s.iban_last4`),
        currency,
      ],
      // What a balance was at one end is the other's at the next: adding those up would say nothing.
      from: sql`settlements s`,
      where: sql`${ours(sql`s`, wanted.scope)} and s.value_on between ${wanted.from}::date and ${wanted.to}::date`,
      key: [{ by: sql`s.value_on`, type: 'date' }],
      newestFirst: true,
    },
    { sums: terms.map(({ name }) => name).filter((name) => name !== 'opening' && name !== 'closingBalance'), total: 'paidOut' },
  )

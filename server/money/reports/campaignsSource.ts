import { sql } from '../../platform/database/sql.ts'
import { timeKey } from '../../platform/files/table.ts'
import { amount, count, currency, customer, day, inDays, madridDate, mid, operation, ours, product, typed } from './lineColumns.ts'
import type { RowSource, Wanted } from './rowSource.ts'
import { tableSource } from './tableSource.ts'

/**
 * Accepted sales by a campaign, and others whose customers pay less interest than usual because the shop bears the rest, by the day on which they
 * began, newest first.
 */
export const campaignsSource = (wanted: Wanted): RowSource =>
  tableSource(
    wanted,
    {
      columns: [
        day('created', madridDate(sql`o.created_at`)),
        typed('campaign', sql`c.name`),
        operation,
        mid,
        customer,
        product,
        count('instalments', sql`o.num_instalments`),
        count('waitingMonths', sql`o.waiting_months`),
        amount('customerRate', sql`o.tin_bps`),
        amount('usualRate', sql`o.reference_tin_bps`),
        amount('captured', sql`o.captured_cents`),
        amount('refunded', sql`o.refunded_cents`),
        amount('subsidy', sql`o.subsidy_cents`),
        currency,
      ],
      from: sql`operations o left join campaigns c on c.merchant_id = o.merchant_id and c.mode = o.mode and c.id = o.campaign_id`,
      where: sql`${ours(sql`o`, wanted.scope)} and o.category = 'accepted' and (o.campaign_id is not null or o.tin_bps < o.reference_tin_bps) and ${inDays(sql`o.created_at`, wanted)}`,
      key: timeKey(sql`o.created_at`, sql`o.id`),
      newestFirst: true,
    },
    { sums: ['captured', 'refunded', 'subsidy'], total: 'subsidy' },
  )

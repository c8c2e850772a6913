import type { LocalDate } from '#domain/platform/dates'
import { minimumFeeShortfall } from '#domain/sales/plans/fees'
import { cents, ZERO, type Cents } from '#domain/platform/money'
import { monthsToCharge, monthStart } from '#domain/money/settlement'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'

/** The minimum fee that a shop is charged for each month from the one that begins on `from`. */
export type MinimumFee = { cents: Cents; from: LocalDate }
/** The difference between a month's fees and its minimum fee, in cents. */
export type MinimumFeeDue = { month: LocalDate; feeCents: Cents; vatCents: Cents }

/** The minimum fees due for each month that ended before a day and after the shop's last settlement; most shops have none. */
export async function minimumFeesDue(
  db: Connection,
  scope: Scope,
  { minimumFee, lastValueOn }: { minimumFee: MinimumFee | null; lastValueOn: LocalDate | null },
  day: LocalDate,
): Promise<MinimumFeeDue[]> {
  const months = minimumFee === null ? [] : monthsToCharge(day, lastValueOn, minimumFee.from)
  const [first] = months
  if (minimumFee === null || first === undefined) return []
  // A month's fees are those deducted by its settlements, net of refunded fees, as on its invoice.
  const sums = await db.rows<{
    month: string
    charged: string
  }>(sql`select date_trunc('month', s.value_on)::date as month, -sum(s.fees_cents + s.fee_refunds_cents) as charged
    from settlements s where ${inScope(scope, 's')} and s.value_on >= ${first} and s.value_on < ${monthStart(day)} group by 1`)
  const charged = new Map(sums.map((one) => [one.month, cents(Number(one.charged))]))
  return months.flatMap((month) => {
    const lacking = minimumFeeShortfall(minimumFee.cents, charged.get(month) ?? ZERO)
    return lacking === null ? [] : [{ month, ...lacking }]
  })
}

import type { LocalDate } from '#domain/platform/dates'
import { minimumFeeOf } from '#domain/money/payoutTerms'
import { minimumFeeShortfall } from '#domain/sales/plans/fees'
import { cents, ZERO, type Cents } from '#domain/platform/money'
import { monthOf } from '#domain/money/invoice'
import { monthsToCharge, monthStart } from '#domain/money/settlement'
import { type Tax, taxOn } from '#domain/money/taxTerritory'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { ShopPayout } from './payoutTerms.ts'
import { readTaxHistory } from './readTax.ts'

/** The difference between a month's fees and its minimum fee, with the tax of the month's last day; in cents. */
export type MinimumFeeDue = { month: LocalDate; feeCents: Cents; vatCents: Cents; tax: Tax }

/** The minimum fees due for each month that ended before a day and after the shop's last settlement; most shops have none. */
export async function minimumFeesDue(
  db: Connection,
  scope: Scope,
  { payout: { versions, minimumFrom }, lastValueOn }: { payout: ShopPayout; lastValueOn: LocalDate | null },
  day: LocalDate,
): Promise<MinimumFeeDue[]> {
  const ended = minimumFrom === null ? [] : monthsToCharge(day, lastValueOn, minimumFrom)
  const months = ended.filter((month) => minimumFeeOf(versions, month) > 0)
  const [first] = months
  if (first === undefined) return []
  // A month's fees are those deducted by its settlements, net of refunded fees, as on its invoice.
  const sums = await db.rows<{
    month: string
    charged: string
  }>(sql`select date_trunc('month', s.value_on)::date as month, -sum(s.fees_cents + s.fee_refunds_cents) as charged
    from settlements s where ${inScope(scope, 's')} and s.value_on >= ${first} and s.value_on < ${monthStart(day)} group by 1`)
  const charged = new Map(sums.map((one) => [one.month, cents(Number(one.charged))]))
  const taxes = await readTaxHistory(db, scope.merchantId)
  return months.flatMap((month) => {
    const tax = taxOn(taxes, monthOf(month).to)
    const lacking = minimumFeeShortfall(minimumFeeOf(versions, month), charged.get(month) ?? ZERO, tax.rate)
    return lacking === null ? [] : [{ month, ...lacking, tax }]
  })
}

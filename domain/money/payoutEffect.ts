import { addDays, addMonths, type LocalDate } from '../platform/dates.ts'
import { percentOf, sum, ZERO, type Cents } from '../platform/money.ts'
import { minimumFeeShortfall, STANDARD_VAT } from '../sales/plans/fees.ts'
import type { PayoutTerms } from './payoutTerms.ts'
import { monthStart, valueDayFrom } from './settlement.ts'

/** What a shop sold and was settled from one day to another, both included. Amounts in cents. */
export interface PayoutHistory {
  from: LocalDate
  to: LocalDate
  weekday: number
  /** Days of Madrid with lines. */
  soldOn: readonly LocalDate[]
  /** What each settlement earned after debt: the reserve is held from it. Negative: nothing is. */
  earnedCents: readonly Cents[]
  /** Net fees by month of value date. */
  chargedByMonth: ReadonlyMap<LocalDate, Cents>
  /** The first month with a minimum fee, if one is agreed; null: none is charged. */
  minimumFrom: LocalDate | null
}

/** What terms mean for a history: transfers, what is held back, and what is charged to reach the minimum fee in its whole months, without VAT. */
interface PayoutEffect {
  payments: number
  reservedCents: Cents
  minimumFeesCents: Cents
}

export function payoutEffect(history: PayoutHistory, { frequency, reserve, minimumFeeCents }: PayoutTerms): PayoutEffect {
  const rhythm = { frequency, weekday: history.weekday }
  const payments = new Set(history.soldOn.map((day) => valueDayFrom(addDays(day, 1), rhythm))).size
  const reserved = history.earnedCents.map((earned) => (earned > 0 ? percentOf(earned, reserve.rate) : ZERO))
  const lacking = wholeMonths(history).map(
    (month) => minimumFeeShortfall(minimumFeeCents, history.chargedByMonth.get(month) ?? ZERO, STANDARD_VAT)?.feeCents ?? ZERO,
  )
  return { payments, reservedCents: sum(ZERO, ...reserved), minimumFeesCents: sum(ZERO, ...lacking) }
}

/** The months that lie between two days as a whole and may have a minimum fee. */
function wholeMonths({ from, to, minimumFrom }: PayoutHistory): LocalDate[] {
  const months: LocalDate[] = []
  if (minimumFrom === null) return months
  for (let month = monthStart(from); addDays(addMonths(month, 1), -1) <= to; month = addMonths(month, 1))
    if (month >= from && month >= minimumFrom) months.push(month)
  return months
}

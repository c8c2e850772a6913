import { addDays, type LocalDate } from '../platform/dates.ts'
import { minimumFeeShortfall } from '../sales/plans/fees.ts'
import { cents, sum, ZERO, type Cents } from '../platform/money.ts'
import { minimumFeeOf, payoutTermsOn, type PayoutVersions } from './payoutTerms.ts'
import {
  addLines,
  closeSettlement,
  linesNetOf,
  monthStart,
  monthsToCharge,
  nextValueDay,
  noSums,
  type PaymentRhythm,
  type SettledLine,
  type SettlementEnd,
  type SettlementSums,
} from './settlement.ts'
import type { Tax } from './taxTerritory.ts'
import { vatRounding, type VatSum } from './vatRounding.ts'

/** Lines of one day in Madrid and one kind, added up. */
export type ComingLines = SettledLine & { on: LocalDate; many: number }

/** The data of a forecast: a shop's terms, unsettled and future lines. Amounts in cents, days in Madrid. */
export type SettlementOutlook = {
  rhythm: PaymentRhythm
  versions: PayoutVersions
  /** The first month with a minimum fee, if one is agreed; null: none is charged. */
  minimumFrom: LocalDate | null
  openingCents: Cents
  lastValueOn: LocalDate | null
  lines: readonly ComingLines[]
  /** Reserves held by earlier settlements, and when they are due. */
  held: readonly { releaseOn: LocalDate; amountCents: Cents }[]
  /** Net fees charged by settlements, by month of value date, for months whose minimum fee is not charged yet. */
  chargedByMonth: ReadonlyMap<LocalDate, Cents>
  /** Charges with VAT and their VAT, for months that have further settlements. */
  vatByMonth: ReadonlyMap<LocalDate, MonthTax>
  /** The tax on the shop's charges now: of all of them, unless it moves. */
  tax: Tax
}

type MonthTax = Omit<VatSum, 'vatRate'>

/** A forecast settlement; amounts in cents, signed as in the equation. */
export type ExpectedSettlement = SettlementEnd & {
  valueOn: LocalDate
  openingCents: Cents
  linesNetCents: Cents
  minimumFeesCents: Cents
  releasedCents: Cents
  lineCount: number
}

/** Forecasts the settlements up to a value date, by the rules of the real run. */
export function expectedSettlements(outlook: SettlementOutlook, until: LocalDate): ExpectedSettlement[] {
  const { rhythm, versions, minimumFrom } = outlook
  const expected: ExpectedSettlement[] = []
  const charged = new Map(outlook.chargedByMonth)
  const vat = new Map(outlook.vatByMonth)
  let { openingCents, lastValueOn } = outlook
  let waiting = [...outlook.lines]
  let held = [...outlook.held]
  for (;;) {
    const valueOn = nextValueDay(
      { oldestOn: first(waiting.map(({ on }) => on)), releaseOn: first(held.map(({ releaseOn }) => releaseOn)), lastValueOn },
      rhythm,
    )
    if (valueOn === null || valueOn > until) return expected
    const taken = waiting.filter(({ on }) => on < valueOn)
    const releasedCents = total(held.filter(({ releaseOn }) => releaseOn <= valueOn))
    const months = minimumFrom === null ? [] : monthsToCharge(valueOn, lastValueOn, minimumFrom)
    const minimums = months.flatMap((month): SettledLine[] => {
      const lacking = minimumFeeShortfall(minimumFeeOf(versions, month), charged.get(month) ?? ZERO, outlook.tax.rate)
      return lacking ? [{ kind: 'fee_minimum', grossCents: 0, ...lacking, subsidyCents: 0 }] : []
    })
    const many = taken.reduce((all, one) => all + one.many, minimums.length)
    const { sums, rounded } = withRounding(addLines(noSums, [...taken, ...minimums]), many, monthStart(valueOn), { vat, tax: outlook.tax })
    const linesNetCents = linesNetOf(sums)
    const { reserve } = payoutTermsOn(versions, valueOn)
    const repaidCents = sums.repaymentsCents
    const end = closeSettlement({ openingCents, linesNetCents, repaidCents, reserveRate: reserve.rate, releasedCents })
    const lineCount = many + rounded
    expected.push({ ...end, valueOn, openingCents, linesNetCents, minimumFeesCents: sums.minimumFeesCents, releasedCents, lineCount })
    waiting = waiting.filter(({ on }) => on >= valueOn)
    held = held.filter(({ releaseOn }) => releaseOn > valueOn)
    if (end.reserveHeldCents < 0) held.push({ releaseOn: addDays(valueOn, reserve.days), amountCents: cents(-end.reserveHeldCents) })
    const month = monthStart(valueOn)
    charged.set(month, cents((charged.get(month) ?? 0) - sums.feesCents - sums.feeRefundsCents))
    openingCents = end.closingCents
    lastValueOn = valueOn
  }
}

/** Adds the tax rounding of a month's settlements so far, at the shop's rate, as the last line. */
function withRounding(
  sums: SettlementSums,
  many: number,
  month: LocalDate,
  { vat, tax }: { vat: Map<LocalDate, MonthTax>; tax: Tax },
): { sums: SettlementSums; rounded: number } {
  const before = vat.get(month) ?? { count: 0, baseCents: ZERO, vatCents: ZERO }
  const count = before.count + many
  const baseCents = cents(before.baseCents - sums.feesCents - sums.feeRefundsCents - sums.minimumFeesCents)
  const vatCents = cents(before.vatCents - sums.vatCents - sums.vatRefundsCents)
  const [rounding] = vatRounding([{ vatRate: tax.rate, count, baseCents, vatCents }])
  vat.set(month, { count: count + (rounding ? 1 : 0), baseCents, vatCents: sum(vatCents, rounding?.vatCents ?? ZERO) })
  if (!rounding) return { sums, rounded: 0 }
  const line: SettledLine = { kind: 'vat_rounding', grossCents: 0, feeCents: 0, vatCents: rounding.vatCents, subsidyCents: 0 }
  return { sums: addLines(sums, [line]), rounded: 1 }
}

const first = (days: readonly LocalDate[]): LocalDate | null => days.toSorted()[0] ?? null
const total = (parts: readonly { amountCents: Cents }[]) => cents(parts.reduce((all, { amountCents }) => all + amountCents, 0))

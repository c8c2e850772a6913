import { addDays, type LocalDate } from '../platform/dates.ts'
import { minimumFeeShortfall } from '../sales/plans/fees.ts'
import { cents, ZERO, type Cents } from '../platform/money.ts'
import { invoicePeriod, monthOf } from './invoice.ts'
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
  roundingLine,
  type SettlementEnd,
} from './settlement.ts'
import { type TaxHistory, taxOn } from './taxTerritory.ts'
import { chargesOf, settlementRounding, type TaxedCharges, type TaxedLines } from './vatRounding.ts'

/** Lines of one day in Madrid, added up. */
export type ComingLines = TaxedLines & { on: LocalDate }

/** Charges of settlements of one value date that are not on an invoice yet. */
export type UninvoicedCharges = TaxedCharges & { valueOn: LocalDate }

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
  uninvoiced: readonly UninvoicedCharges[]
  /** Last day that is invoiced; null: none. */
  invoicedUntil: LocalDate | null
  /** Of the minimum fees to come. */
  taxes: TaxHistory
}

/** A forecast settlement; amounts in cents, signed as in the equation. */
export type ExpectedSettlement = SettlementEnd & {
  valueOn: LocalDate
  openingCents: Cents
  linesNetCents: Cents
  minimumFeesCents: Cents
  releasedCents: Cents
  lineCount: number
}

/** Forecasts the settlements to come, one after the other, by the rules of the real run. */
export function* expectedSettlements(outlook: SettlementOutlook): Generator<ExpectedSettlement, void> {
  const { rhythm, versions, minimumFrom } = outlook
  const charged = new Map(outlook.chargedByMonth)
  const uninvoiced = [...outlook.uninvoiced]
  let { openingCents, lastValueOn } = outlook
  let waiting = [...outlook.lines]
  let held = [...outlook.held]
  for (;;) {
    const valueOn = nextValueDay(
      { oldestOn: first(waiting.map(({ on }) => on)), releaseOn: first(held.map(({ releaseOn }) => releaseOn)), lastValueOn },
      rhythm,
    )
    if (valueOn === null) return
    const taken = waiting.filter(({ on }) => on < valueOn)
    const releasedCents = total(held.filter(({ releaseOn }) => releaseOn <= valueOn))
    const months = minimumFrom === null ? [] : monthsToCharge(valueOn, lastValueOn, minimumFrom)
    const minimums = months.flatMap((month): TaxedLines[] => {
      const tax = taxOn(outlook.taxes, monthOf(month).to)
      const lacking = minimumFeeShortfall(minimumFeeOf(versions, month), charged.get(month) ?? ZERO, tax.rate)
      return lacking ? [{ kind: 'fee_minimum', grossCents: 0, ...lacking, subsidyCents: 0, many: 1, tax }] : []
    })
    const lines = [...taken, ...minimums]
    uninvoiced.push(...lines.map((line) => ({ valueOn, ...chargesOf(line) })))
    const { from, to } = invoicePeriod(valueOn, outlook.invoicedUntil)
    const rounding = settlementRounding(uninvoiced.filter((one) => one.valueOn <= to && (from === null || one.valueOn >= from)))
    uninvoiced.push(...rounding.map(({ tax, vatCents }) => ({ valueOn, tax, count: 1, baseCents: ZERO, vatCents })))
    const sums = addLines(noSums, [...lines, ...rounding.map(({ vatCents }) => roundingLine(vatCents))])
    const linesNetCents = linesNetOf(sums)
    const { reserve } = payoutTermsOn(versions, valueOn)
    const repaidCents = sums.repaymentsCents
    const end = closeSettlement({ openingCents, linesNetCents, repaidCents, reserveRate: reserve.rate, releasedCents })
    const lineCount = lines.reduce((all, { many }) => all + many, rounding.length)
    yield { ...end, valueOn, openingCents, linesNetCents, minimumFeesCents: sums.minimumFeesCents, releasedCents, lineCount }
    waiting = waiting.filter(({ on }) => on >= valueOn)
    held = held.filter(({ releaseOn }) => releaseOn > valueOn)
    if (end.reserveHeldCents < 0) held.push({ releaseOn: addDays(valueOn, reserve.days), amountCents: cents(-end.reserveHeldCents) })
    const month = monthStart(valueOn)
    charged.set(month, cents((charged.get(month) ?? 0) - sums.feesCents - sums.feeRefundsCents))
    openingCents = end.closingCents
    lastValueOn = valueOn
  }
}

const first = (days: readonly LocalDate[]): LocalDate | null => days.toSorted()[0] ?? null
const total = (parts: readonly { amountCents: Cents }[]) => cents(parts.reduce((all, { amountCents }) => all + amountCents, 0))

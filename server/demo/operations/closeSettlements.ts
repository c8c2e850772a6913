import { addDays, type LocalDate } from '#domain/platform/dates'
import { STANDARD_VAT } from '#domain/sales/plans/fees'
import { basisPoints, type BasisPoints, cents, type Cents, sum, ZERO } from '#domain/platform/money'
import {
  addLines,
  closeSettlement,
  cutOffOf,
  linesNetOf,
  monthStart,
  periodOf,
  type SettledLine,
  type SettlementEnd,
  type SettlementSums,
  valueDayFrom,
} from '#domain/money/settlement'
import type { Tax } from '#domain/money/taxTerritory'
import { vatRounding, type VatSum } from '#domain/money/vatRounding'
import type { Calendar } from '../calendar.ts'
import { instant, instantOrNull, type Rows } from '../collectRows.ts'
import type { PayTerms } from './terms.ts'

/** The shop and mode of this ledger. */
export type Place = { merchantId: string; mode: 'live' | 'sandbox'; slot: number; pay: PayTerms }

/** Of every demo commission. */
const tax: Tax = { territory: 'peninsula', rate: STANDARD_VAT }
type MonthVat = Omit<VatSum, 'vatRate'>

/** A settlement while its lines are collected. */
export type OpenSettlement = { id: string; reference: string; sums: SettlementSums; counts: Record<SettledLine['kind'], number> }

type Gathered = { settlements: ReadonlyMap<LocalDate, OpenSettlement>; open(valueOn: LocalDate): OpenSettlement; calendar: Calendar }
/** Books the difference between a settlement's VAT and the VAT of its base. */
type Rounded = { settlementId: string; valueOn: LocalDate; vatRate: BasisPoints; vatCents: Cents }
type Payment = { id: string; reference: string; netCents: number; valueOn: LocalDate }
type Closed = OpenSettlement & {
  valueOn: LocalDate
  openingCents: Cents
  releasedCents: Cents
  end: SettlementEnd
  lastValueOn: LocalDate | null
  releaseOn: LocalDate
  releasedIn: string | null
}

/**
 * Closes the settlements of a shop one after the other and writes them; `payOut` books a payment and returns its time in milliseconds; `round` books a
 * VAT rounding.
 */
export function closeSettlements(
  place: Place,
  gathered: Gathered,
  rows: Rows,
  { payOut, round }: { payOut(payment: Payment): number; round(rounded: Rounded): void },
): void {
  for (const settlement of closeAll(place, gathered, round)) {
    const isPaid = place.mode === 'live' && settlement.end.netCents > 0
    const paidMs = isPaid
      ? payOut({ id: settlement.id, reference: settlement.reference, netCents: settlement.end.netCents, valueOn: settlement.valueOn })
      : null
    write(place, settlement, paidMs, gathered.calendar.nowMs, rows)
  }
}

/** The equation of each, whose opening balance is the closing balance of the one before; a released reserve may need a settlement of its own. */
function closeAll({ pay }: Place, { settlements, open, calendar }: Gathered, round: (rounded: Rounded) => void): Closed[] {
  const closed: Closed[] = []
  const months = new Map<LocalDate, MonthVat>()
  const waiting = [...settlements.keys()].toSorted()
  for (;;) {
    const holding = closed.filter((one) => one.end.reserveHeldCents < 0 && one.releasedIn === null)
    const [first] = holding
    const valueOn = [...waiting.slice(0, 1), ...(first ? [valueDayFrom(first.releaseOn, pay.rhythm)] : [])].toSorted()[0]
    if (valueOn === undefined || valueOn > calendar.today.on) return closed
    if (waiting[0] === valueOn) waiting.shift()
    const gathered = withRounding(settlements.get(valueOn) ?? open(valueOn), valueOn, months, round)
    const freed = holding.filter(({ releaseOn }) => releaseOn <= valueOn)
    for (const one of freed) one.releasedIn = gathered.id
    const openingCents = closed.at(-1)?.end.closingCents ?? ZERO
    const releasedCents = cents(-freed.reduce((all, { end }) => all + end.reserveHeldCents, 0))
    const end = closeSettlement({
      openingCents,
      linesNetCents: linesNetOf(gathered.sums),
      reserveRate: basisPoints(pay.reserveBps),
      releasedCents,
    })
    closed.push({
      ...gathered,
      valueOn,
      openingCents,
      releasedCents,
      end,
      lastValueOn: closed.at(-1)?.valueOn ?? null,
      releaseOn: addDays(valueOn, pay.reserveDays),
      releasedIn: null,
    })
  }
}

/** A settlement with the VAT rounding of its month so far; every demo commission has the same rate. */
function withRounding(
  gathered: OpenSettlement,
  valueOn: LocalDate,
  months: Map<LocalDate, MonthVat>,
  round: (rounded: Rounded) => void,
): OpenSettlement {
  const { sums, counts, id } = gathered
  const before = months.get(monthStart(valueOn)) ?? { count: 0, baseCents: ZERO, vatCents: ZERO }
  const count = before.count + counts.order + counts.refund + counts.cancel + counts.chargeback
  const baseCents = cents(before.baseCents - sums.feesCents - sums.feeRefundsCents - sums.disputeFeesCents)
  const vatCents = cents(before.vatCents - sums.vatCents - sums.vatRefundsCents)
  const [rounding] = vatRounding([{ vatRate: tax.rate, count, baseCents, vatCents }])
  months.set(monthStart(valueOn), { count: count + (rounding ? 1 : 0), baseCents, vatCents: sum(vatCents, rounding?.vatCents ?? ZERO) })
  if (!rounding) return gathered
  round({ settlementId: id, valueOn, ...rounding })
  const line: SettledLine = { kind: 'vat_rounding', grossCents: 0, feeCents: 0, vatCents: rounding.vatCents, subsidyCents: 0 }
  return { ...gathered, sums: addLines(sums, [line]), counts: { ...counts, vat_rounding: 1 } }
}

function write({ merchantId, mode, pay }: Place, settlement: Closed, paidMs: number | null, nowMs: number, rows: Rows): void {
  const { id, reference, valueOn, sums, counts, end } = settlement
  const period = periodOf(valueOn, { oldestOn: null, lastValueOn: settlement.lastValueOn }, pay.rhythm)
  const cutOffMs = cutOffOf(valueOn).getTime()
  rows.add('settlements', [
    merchantId,
    mode,
    id,
    reference,
    valueOn,
    end.netCents,
    period.from,
    period.to,
    instant(cutOffMs),
    end.netCents === 0 ? 'compensated' : paidMs === null ? 'closed' : 'paid',
    settlement.openingCents,
    sums.salesCents,
    sums.refundsCents,
    sums.cancellationsCents,
    sums.chargebacksCents,
    sums.disputeFeesCents,
    sums.feesCents,
    sums.feeRefundsCents,
    sums.vatCents,
    sums.vatRefundsCents,
    sums.subsidiesCents,
    sums.subsidyRefundsCents,
    end.reserveHeldCents,
    settlement.releasedCents,
    end.closingCents,
    counts.order,
    counts.refund,
    counts.cancel,
    counts.vat_rounding,
    counts.chargeback,
    end.reserveHeldCents < 0 ? settlement.releaseOn : null,
    settlement.releasedIn,
    paidMs === null ? null : (pay.account?.iban.slice(-4) ?? null),
    instantOrNull(paidMs),
    instant(Math.min(cutOffMs + 120_000, nowMs)),
    ...(Object.values(counts).some((many) => many > 0) ? [tax.rate, tax.territory] : [null, null]),
  ])
  if (paidMs === null || pay.account === null) return
  const { iban, holderName } = pay.account
  const times = [instant(paidMs), instant(paidMs)]
  rows.add('payouts', [merchantId, mode, id, reference, end.netCents, iban, holderName, 'confirmed', 1, valueOn, ...times])
}

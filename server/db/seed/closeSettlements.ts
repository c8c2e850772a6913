import { addDays, type LocalDate } from '#domain/dates'
import { basisPoints, cents, ZERO, type Cents } from '#domain/money'
import {
  closeSettlement,
  cutOffOf,
  linesNetOf,
  periodOf,
  valueDayFrom,
  type SettledLine,
  type SettlementEnd,
  type SettlementSums,
} from '#domain/settlement'
import type { Place } from './books.ts'
import type { Calendar } from './calendar.ts'
import { instant, instantOrNull, type Rows } from './tables.ts'

/** A settlement while its lines are gathered. */
export type OpenSettlement = { id: string; reference: string; sums: SettlementSums; counts: Record<SettledLine['kind'], number> }

type Gathered = { settlements: ReadonlyMap<LocalDate, OpenSettlement>; open(valueOn: LocalDate): OpenSettlement; calendar: Calendar }
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

/** Closes the settlements of a shop one after the other and writes them; `payOut` books a payment and answers when it was made, in milliseconds. */
export function closeSettlements(place: Place, gathered: Gathered, rows: Rows, payOut: (payment: Payment) => number): void {
  for (const one of closeAll(place, gathered)) {
    const isPaid = place.mode === 'live' && one.end.netCents > 0
    const paidMs = isPaid ? payOut({ id: one.id, reference: one.reference, netCents: one.end.netCents, valueOn: one.valueOn }) : null
    write(place, one, paidMs, gathered.calendar.nowMs, rows)
  }
}

/** The equation of each, opening with what the one before left; a reserve that comes free may need a settlement of its own. */
function closeAll({ pay }: Place, { settlements, open, calendar }: Gathered): Closed[] {
  const closed: Closed[] = []
  const waiting = [...settlements.keys()].toSorted()
  for (;;) {
    const holding = closed.filter((one) => one.end.reserveHeldCents < 0 && one.releasedIn === null)
    const [first] = holding
    const valueOn = [...waiting.slice(0, 1), ...(first ? [valueDayFrom(first.releaseOn, pay.rhythm)] : [])].toSorted()[0]
    if (valueOn === undefined || valueOn > calendar.today.on) return closed
    if (waiting[0] === valueOn) waiting.shift()
    const gathered = settlements.get(valueOn) ?? open(valueOn)
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

function write({ merchantId, mode, pay }: Place, one: Closed, paidMs: number | null, nowMs: number, rows: Rows): void {
  const { id, reference, valueOn, sums, counts, end } = one
  const period = periodOf(valueOn, { oldestOn: null, lastValueOn: one.lastValueOn }, pay.rhythm)
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
    one.openingCents,
    sums.salesCents,
    sums.refundsCents,
    sums.cancellationsCents,
    sums.feesCents,
    sums.feeRefundsCents,
    sums.vatCents,
    sums.vatRefundsCents,
    sums.subsidiesCents,
    sums.subsidyRefundsCents,
    end.reserveHeldCents,
    one.releasedCents,
    end.closingCents,
    counts.order,
    counts.refund,
    counts.cancel,
    end.reserveHeldCents < 0 ? one.releaseOn : null,
    one.releasedIn,
    paidMs === null ? null : (pay.account?.iban.slice(-4) ?? null),
    instantOrNull(paidMs),
    instant(Math.min(cutOffMs + 120_000, nowMs)),
  ])
  if (paidMs === null || pay.account === null) return
  const { iban, holderName } = pay.account
  const times = [instant(paidMs), instant(paidMs)]
  rows.add('payouts', [merchantId, mode, id, reference, end.netCents, iban, holderName, 'confirmed', 1, valueOn, ...times])
}

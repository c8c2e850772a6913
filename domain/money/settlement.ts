import { addDays, addMonths, localDate, startOfMadridDay, weekday, type LocalDate } from '../platform/dates.ts'
import { isTargetBusinessDay, nextTargetBusinessDay } from '../platform/targetCalendar.ts'
import { cents, percentOf, sum, ZERO, type BasisPoints, type Cents } from '../platform/money.ts'

/** Minimum payment: a smaller amount is carried forward. 1.00 €. */
export const MIN_PAYOUT_CENTS = cents(100)

/** Days after booking in which a payment may be returned. */
export const PAYMENT_RETURN_DAYS = 10

export const payoutFrequencies = ['daily', 'weekly'] as const
export type PayoutFrequency = (typeof payoutFrequencies)[number]

/** How often a shop is paid. `weekday`: 1 Monday to 7 Sunday, the one on which it went live; used while it is paid weekly. `changes`: later frequencies, in order. */
export type PaymentRhythm = {
  frequency: PayoutFrequency
  weekday: number
  changes?: readonly { from: LocalDate; frequency: PayoutFrequency }[]
}

/** How often a shop is paid on a day. */
export const frequencyOn = ({ frequency, changes = [] }: PaymentRhythm, day: LocalDate): PayoutFrequency =>
  changes.findLast(({ from }) => from <= day)?.frequency ?? frequency

/** `closed`: not yet paid; `compensated`: nothing was paid; `returned`: the bank returned the payment. */
const settlementStates = ['closed', 'paid', 'compensated', 'returned'] as const
export type SettlementState = (typeof settlementStates)[number]

/**
 * Whether a shop is paid on a day: every TARGET business day, or, weekly, the first one after its weekday.
 */
export function isValueDay(day: LocalDate, rhythm: PaymentRhythm): boolean {
  if (!isTargetBusinessDay(day)) return false
  if (frequencyOn(rhythm, day) === 'daily') return true
  for (let before = addDays(day, -1); ; before = addDays(before, -1)) {
    if (weekday(before) === rhythm.weekday) return true
    if (isTargetBusinessDay(before)) return false
  }
}

/** The first value day of a shop on or after a day. */
export function valueDayFrom(day: LocalDate, rhythm: PaymentRhythm): LocalDate {
  let next = day
  while (!isValueDay(next, rhythm)) next = addDays(next, 1)
  return next
}

/** The last value day of a shop strictly before a day. */
export function valueDayBefore(day: LocalDate, rhythm: PaymentRhythm): LocalDate {
  let before = addDays(day, -1)
  while (!isValueDay(before, rhythm)) before = addDays(before, -1)
  return before
}

/** The requested execution date: the value date or, once it has passed, the first TARGET day from today on (banks reject past dates: DT01). */
export function executionDay(valueOn: LocalDate, today: LocalDate): LocalDate {
  const soonest = isTargetBusinessDay(today) ? today : nextTargetBusinessDay(today)
  return valueOn > soonest ? valueOn : soonest
}

/** The cut-off of a value date: midnight in Madrid at the start of that day, also on days of 23 and 25 hours. */
export const cutOffOf = (valueOn: LocalDate): Date => startOfMadridDay(valueOn)

/** What the next settlement depends on. Days in Madrid; null: none. */
export type Waiting = {
  /** Day of the oldest unsettled line. */
  oldestOn: LocalDate | null
  /** The first day on which a reserve is due. */
  releaseOn: LocalDate | null
  /** Value date of the shop's last settlement. */
  lastValueOn: LocalDate | null
}

/**
 * The value date of the next settlement: the first one whose cut-off is after the oldest line, or on which a reserve is due, after all earlier
 * settlements. Null when nothing is unsettled: there are no empty settlements.
 */
export function nextValueDay({ oldestOn, releaseOn, lastValueOn }: Waiting, rhythm: PaymentRhythm): LocalDate | null {
  const targetDay = [...(oldestOn ? [addDays(oldestOn, 1)] : []), ...(releaseOn ? [releaseOn] : [])].toSorted()[0]
  if (targetDay === undefined) return null
  const after = lastValueOn === null ? targetDay : addDays(lastValueOn, 1)
  return valueDayFrom(targetDay > after ? targetDay : after, rhythm)
}

/**
 * The days in Madrid of a settlement's lines: from the previous value date to the day before its own; earlier if an older line was too late for its own
 * settlement, and never overlapping the previous settlement when the frequency changed.
 */
export function periodOf(
  valueOn: LocalDate,
  { oldestOn, lastValueOn }: Omit<Waiting, 'releaseOn'>,
  rhythm: PaymentRhythm,
): { from: LocalDate; to: LocalDate } {
  const to = addDays(valueOn, -1)
  const usual = valueDayBefore(valueOn, rhythm)
  const from = lastValueOn !== null && lastValueOn > usual ? lastValueOn : usual
  return { from: oldestOn !== null && oldestOn < from ? oldestOn : from, to }
}

/** The first day of a day's month. */
export const monthStart = (day: LocalDate): LocalDate => localDate(`${day.slice(0, 8)}01`)

/**
 * First days of the months whose minimum fee a settlement charges: those that ended since the shop's previous settlement, none before `firstMonth`. Only the
 * first settlement of a month has any, also for months without a settlement.
 */
export function monthsToCharge(valueOn: LocalDate, lastValueOn: LocalDate | null, firstMonth: LocalDate): LocalDate[] {
  const since = lastValueOn === null ? firstMonth : monthStart(lastValueOn)
  const months: LocalDate[] = []
  for (let month = since > firstMonth ? since : firstMonth; month < monthStart(valueOn); month = addMonths(month, 1)) months.push(month)
  return months
}

/** The last instant of a month in Madrid, at which its minimum fee is booked. */
export const monthEnd = (month: LocalDate): Date => new Date(startOfMadridDay(addMonths(month, 1)).getTime() - 1)

/** Sums of a settlement's lines in cents, signed as in the equation: charges are negative, refunded charges positive. */
export type SettlementSums = {
  salesCents: Cents
  refundsCents: Cents
  cancellationsCents: Cents
  /** Lost card disputes that the shop bears, and their fees; the VAT of these is in `vatCents`. */
  chargebacksCents: Cents
  disputeFeesCents: Cents
  feesCents: Cents
  feeRefundsCents: Cents
  /** Minimum fees of months; their VAT is in `vatCents`. */
  minimumFeesCents: Cents
  /** What the shop paid of its debt, less what its bank took back. */
  repaymentsCents: Cents
  vatCents: Cents
  vatRefundsCents: Cents
  subsidiesCents: Cents
  subsidyRefundsCents: Cents
}

/** No lines at all. */
export const noSums: SettlementSums = {
  salesCents: ZERO,
  refundsCents: ZERO,
  cancellationsCents: ZERO,
  chargebacksCents: ZERO,
  disputeFeesCents: ZERO,
  feesCents: ZERO,
  feeRefundsCents: ZERO,
  minimumFeesCents: ZERO,
  repaymentsCents: ZERO,
  vatCents: ZERO,
  vatRefundsCents: ZERO,
  subsidiesCents: ZERO,
  subsidyRefundsCents: ZERO,
}

/** Kind of a settlement line. `fee_minimum` is of a month, `repayment` of the shop's debt, `vat_rounding` of all charges, all others of an operation. */
type LineKind = 'order' | 'refund' | 'cancel' | 'fee_minimum' | 'repayment' | 'vat_rounding' | 'chargeback'

/** A line's amounts in cents, from the shop's view: those of a refund are negative. */
export type SettledLine = {
  kind: LineKind
  grossCents: number
  feeCents: number
  vatCents: number
  subsidyCents: number
}

/** The line of a settlement that rounds its tax. */
export const roundingLine = (vatCents: Cents): SettledLine => ({
  kind: 'vat_rounding',
  grossCents: 0,
  feeCents: 0,
  vatCents,
  subsidyCents: 0,
})

/** Adds lines to sums; one line may itself be the sum of many of its kind. */
export function addLines(sums: SettlementSums, lines: readonly SettledLine[]): SettlementSums {
  const added = { ...sums }
  const add = (name: keyof SettlementSums, amount: number) => (added[name] = cents(added[name] + amount))
  for (const { kind, grossCents, feeCents, vatCents, subsidyCents } of lines) {
    if (kind === 'repayment') {
      add('repaymentsCents', grossCents)
      continue
    }
    if (kind === 'chargeback') {
      add('chargebacksCents', grossCents)
      add('disputeFeesCents', -feeCents)
      add('vatCents', -vatCents)
      continue
    }
    const isCharge = kind === 'order' || kind === 'fee_minimum' || kind === 'vat_rounding'
    add(isCharge ? 'salesCents' : kind === 'refund' ? 'refundsCents' : 'cancellationsCents', grossCents)
    add(kind === 'fee_minimum' ? 'minimumFeesCents' : isCharge ? 'feesCents' : 'feeRefundsCents', -feeCents)
    add(isCharge ? 'vatCents' : 'vatRefundsCents', -vatCents)
    add(isCharge ? 'subsidiesCents' : 'subsidyRefundsCents', -subsidyCents)
  }
  return added
}

/** The net of all lines, in cents. */
export const linesNetOf = (sums: SettlementSums): Cents => sum(...Object.values(sums))

/** The result of a settlement, in cents: opening + lines + held + released = net + closing. */
export type SettlementEnd = {
  /** Never positive. */
  reserveHeldCents: Cents
  /** The payment; never negative, and zero below the minimum. */
  netCents: Cents
  /** Carried forward: negative is the shop's debt, positive is below the minimum payment. */
  closingCents: Cents
}

/**
 * Closes the equation of a settlement. Debt is repaid first; the reserve is held from the rest of the lines, but not from the shop's own repayments
 * (`repaidCents`, part of the lines); the rest is paid if it reaches the minimum, else carried forward.
 */
export function closeSettlement(start: {
  openingCents: Cents
  linesNetCents: Cents
  repaidCents?: Cents
  reserveRate: BasisPoints
  releasedCents: Cents
}): SettlementEnd {
  const { openingCents, linesNetCents, repaidCents = ZERO, reserveRate, releasedCents } = start
  const earned = linesNetCents - repaidCents + Math.min(openingCents + repaidCents, 0)
  const reserveHeldCents = earned > 0 ? cents(-percentOf(cents(earned), reserveRate)) : ZERO
  const balance = sum(openingCents, linesNetCents, reserveHeldCents, releasedCents)
  const netCents = balance >= MIN_PAYOUT_CENTS ? balance : ZERO
  return { reserveHeldCents, netCents, closingCents: cents(balance - netCents) }
}

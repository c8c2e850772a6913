import { type LocalDate, madridDay } from '#domain/platform/dates'
import { refundReversal, type RefundReversal } from '#domain/sales/plans/fees'
import { nextState, type OperationEvent, type OperationState } from '#domain/sales/operations/lifecycle'
import { cents, type Cents, sum, ZERO } from '#domain/platform/money'
import { earlyRepayment, type EarlyRepayment } from '#domain/sales/plans/earlyRepayment'
import { planAfterCancellation, planAfterRefund, type BookedInstalment } from '#domain/sales/plans/plan'
import { nextTargetBusinessDay } from '#domain/platform/targetCalendar'
import type { OperationBooks } from './books.ts'

export type RefundInput = { kind: 'refund' | 'cancel'; amountCents: Cents }

/** When the refund was requested, which decides what the shop gets back; and when it goes out, which is later for a held refund. */
export type RefundMoments = { askedAt: Date; goesOutAt: Date }

/** Everything that one refund or cancellation does, in cents. The preview shows it and the posting writes it: both use one computation. */
export type SettledRefund = RefundInput & {
  /** Nothing captured remains: the operation ends (T17). */
  whole: boolean
  instalments: BookedInstalment[]
  creditToCustomerCents: Cents
  /** Principal that the customer no longer owes. */
  writtenOffCents: Cents
  outstandingAfterCents: Cents
  reversal: RefundReversal
  event: OperationEvent
  after: OperationState
  valueOn: LocalDate
}

/** What has already been refunded, excluding held refunds; in cents. */
export const completedCents = (books: OperationBooks): Cents => cents(books.facts.refundedCents - books.heldCents)

/**
 * Computes what a refund does. Its amount may already be part of `facts.refundedCents` as held. Fee, VAT and subsidy are returned by the cumulative method; a
 * cancellation requested on the day of the sale, before the cut-off at midnight in Madrid, also returns the fixed part, even when it goes out after midnight.
 * No instalment may be under collection (`instalmentUnderCollection`).
 */
export function settleRefund(books: OperationBooks, asked: RefundInput, { askedAt, goesOutAt }: RefundMoments): SettledRefund {
  const today = madridDay(goesOutAt)
  const capturedCents = books.facts.capturedCents
  const refundedBeforeCents = completedCents(books)
  const whole = refundedBeforeCents + asked.amountCents === capturedCents
  const sameDay = whole && books.captures.every((capture) => madridDay(capture.capturedAt) === madridDay(askedAt))
  const reversal = refundReversal({
    capturedCents,
    refundedBeforeCents,
    refundCents: asked.amountCents,
    plan: books.feePlan,
    subsidyCents: books.fullSubsidyCents,
    keepFixed: !sameDay,
  })
  const plan = whole ? cancelledPlan(books) : refundedPlan(books, asked.amountCents, today)
  const event = eventOf(books, asked, whole, plan.completed)
  return {
    ...asked,
    ...plan,
    whole,
    reversal,
    event,
    after: nextState(books.facts, event) ?? stateOnly(books.facts),
    valueOn: nextTargetBusinessDay(today),
  }
}

function refundedPlan(books: OperationBooks, amountCents: Cents, today: LocalDate) {
  const plan = planAfterRefund(books.instalments, books.tin, amountCents, today)
  return { ...plan, writtenOffCents: cents(plan.outstandingBeforeCents - plan.outstandingAfterCents) }
}

function cancelledPlan(books: OperationBooks) {
  const plan = planAfterCancellation({
    instalments: books.instalments,
    paidAtSignatureCents: sum(books.downpaymentCents, books.openingFeeCents),
    alreadyCreditedCents: books.creditedCents,
  })
  return {
    ...plan,
    writtenOffCents: outstanding(books.instalments),
    outstandingAfterCents: ZERO,
    completed: true,
  }
}

const isUnpaid = ({ state }: BookedInstalment) => state === 'pending' || state === 'overdue'
/** Unpaid principal, in cents. */
export const outstanding = (instalments: readonly BookedInstalment[]): Cents =>
  sum(...instalments.filter(isUnpaid).map((one) => one.principalCents))

function eventOf(books: OperationBooks, asked: RefundInput, whole: boolean, debtGone: boolean): OperationEvent {
  if (whole) return asked.kind === 'cancel' || books.cancelled ? 'cancelled' : 'fully_refunded'
  return debtGone && books.facts.substatus === 'payment_process' ? 'debt_refunded' : 'partially_refunded'
}

/** An operation that the provider suspended while the refund was held stays suspended. */
const stateOnly = ({ substatus, statusReason, suspensionReason }: OperationState): OperationState => ({
  substatus,
  statusReason,
  suspensionReason,
})

/** The operation's books after the refund, for refunds that follow one another. `wasHeld`: its amount was part of the held amount. */
export function afterRefund(books: OperationBooks, settled: SettledRefund, wasHeld: boolean): OperationBooks {
  const { facts } = books
  return {
    ...books,
    facts: { ...facts, ...settled.after, refundedCents: wasHeld ? facts.refundedCents : sum(facts.refundedCents, settled.amountCents) },
    heldCents: wasHeld ? cents(books.heldCents - settled.amountCents) : books.heldCents,
    instalments: settled.instalments,
    creditedCents: sum(books.creditedCents, settled.creditToCustomerCents),
    subsidyCents: cents(books.subsidyCents - settled.reversal.subsidyBackCents),
    netCents: cents((books.netCents ?? 0) + settled.reversal.netCents),
  }
}

/** The next unpaid instalment with a non-zero amount, if any. */
export function nextDue(instalments: readonly BookedInstalment[]): BookedInstalment | undefined {
  return instalments.find((one) => isUnpaid(one) && one.amountCents > 0)
}

type CollectionBooks = Pick<OperationBooks, 'facts' | 'instalments' | 'askedInstalment'>

/**
 * The number of the instalment that is being collected: the card was charged and has not answered, or is about to be charged for what falls due today. Until
 * the answer is booked nothing may be refunded or cancelled: a payment on its way would be refunded before it arrived, or never be charged again. `books`
 * is read under the operation's lock.
 */
export function instalmentUnderCollection({ facts, instalments, askedInstalment }: CollectionBooks, now: Date): number | undefined {
  if (askedInstalment !== null) return askedInstalment
  const due = nextDue(instalments)
  return facts.substatus === 'payment_process' && due?.state === 'pending' && due.dueOn === madridDay(now) ? due.number : undefined
}

/** What a customer pays today to repay the next instalment, or all that is left, before it is due; null while the plan does not run. */
export function earlyRepaymentOf(books: OperationBooks, all: boolean, today: LocalDate): EarlyRepayment | null {
  const lastCapture = books.captures.at(-1)
  if (books.facts.substatus !== 'payment_process' || !lastCapture) return null
  return earlyRepayment({ ...books, since: madridDay(lastCapture.capturedAt) }, all, today)
}

/** The books that a refund going out at `now` will find: it waits for the card, which usually approves. */
export function onceCollected(books: OperationBooks, now: Date): OperationBooks {
  const number = instalmentUnderCollection(books, now)
  if (number === undefined) return books
  const early = books.askedEarly && earlyRepaymentOf(books, books.askedEarly.all, books.askedEarly.on)
  const instalments = (early?.instalments ?? books.instalments).map((one) =>
    one.number === number ? { ...one, state: 'paid' as const } : one,
  )
  return { ...books, instalments, askedInstalment: null, askedEarly: null }
}

import { type LocalDate, madridDay } from '#domain/platform/dates'
import { refundReversal, type RefundReversal } from '#domain/sales/plans/fees'
import { nextState, type OperationEvent, type OperationState } from '#domain/sales/operations/lifecycle'
import { cents, type Cents, sum, ZERO } from '#domain/platform/money'
import { planAfterCancellation, planAfterRefund, type BookedInstalment } from '#domain/sales/plans/plan'
import { nextTargetBusinessDay } from '#domain/platform/targetCalendar'
import type { OperationBooks } from './books.ts'
import { outstanding } from './collection.ts'

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
export function settleRefund(books: OperationBooks, refund: RefundInput, { askedAt, goesOutAt }: RefundMoments): SettledRefund {
  const today = madridDay(goesOutAt)
  const capturedCents = books.facts.capturedCents
  const refundedBeforeCents = completedCents(books)
  const whole = refundedBeforeCents + refund.amountCents === capturedCents
  const sameDay = whole && books.captures.every((capture) => madridDay(capture.capturedAt) === madridDay(askedAt))
  const reversal = refundReversal({
    capturedCents,
    refundedBeforeCents,
    refundCents: refund.amountCents,
    plan: books.feePlan,
    subsidyCents: books.fullSubsidyCents,
    keepFixed: !sameDay,
  })
  const plan = whole ? cancelledPlan(books) : refundedPlan(books, refund.amountCents, today)
  const event = eventOf(books, refund, whole, plan.completed)
  return {
    ...refund,
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

function eventOf(books: OperationBooks, refund: RefundInput, whole: boolean, debtGone: boolean): OperationEvent {
  if (whole) return refund.kind === 'cancel' || books.cancelled ? 'cancelled' : 'fully_refunded'
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

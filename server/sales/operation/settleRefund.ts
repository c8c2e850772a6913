import { type LocalDate, madridDay } from '#domain/platform/dates'
import { refundReversal, type RefundReversal } from '#domain/sales/plans/fees'
import { nextState, type OperationEvent, type OperationState } from '#domain/sales/operations/lifecycle'
import { cents, type Cents, sum, ZERO } from '#domain/platform/money'
import { planAfterCancellation, planAfterRefund, type StandingInstalment } from '#domain/sales/plans/plan'
import { nextTargetBusinessDay } from '#domain/platform/targetCalendar'
import type { Standing } from './standing.ts'

export type AskedRefund = { kind: 'refund' | 'cancel'; amountCents: Cents }

/** When the refund was requested, which decides what the shop gets back; and when it goes out, which is later for a held refund. */
export type RefundMoments = { askedAt: Date; goesOutAt: Date }

/** Everything that one refund or cancellation does, in cents. The preview shows it and the posting writes it: both use one computation. */
export type SettledRefund = AskedRefund & {
  /** Nothing captured remains: the operation ends (T17). */
  whole: boolean
  instalments: StandingInstalment[]
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
export const completedCents = (standing: Standing): Cents => cents(standing.facts.refundedCents - standing.heldCents)

/**
 * Computes what a refund does. Its amount may already be part of `facts.refundedCents` as held. Fee, VAT and subsidy are returned by the cumulative method; a
 * cancellation requested on the day of the sale, before the cut-off at midnight in Madrid, also returns the fixed part, even when it goes out after midnight.
 * No instalment may be under collection (`instalmentUnderCollection`).
 */
export function settleRefund(standing: Standing, asked: AskedRefund, { askedAt, goesOutAt }: RefundMoments): SettledRefund {
  const today = madridDay(goesOutAt)
  const capturedCents = standing.facts.capturedCents
  const refundedBeforeCents = completedCents(standing)
  const whole = refundedBeforeCents + asked.amountCents === capturedCents
  const sameDay = whole && standing.captures.every((capture) => madridDay(capture.capturedAt) === madridDay(askedAt))
  const reversal = refundReversal({
    capturedCents,
    refundedBeforeCents,
    refundCents: asked.amountCents,
    plan: standing.feePlan,
    subsidyCents: standing.fullSubsidyCents,
    keepFixed: !sameDay,
  })
  const plan = whole ? cancelledPlan(standing) : refundedPlan(standing, asked.amountCents, today)
  const event = eventOf(standing, asked, whole, plan.completed)
  return {
    ...asked,
    ...plan,
    whole,
    reversal,
    event,
    after: nextState(standing.facts, event) ?? stateOnly(standing.facts),
    valueOn: nextTargetBusinessDay(today),
  }
}

function refundedPlan(standing: Standing, amountCents: Cents, today: LocalDate) {
  const plan = planAfterRefund(standing.instalments, standing.tin, amountCents, today)
  return { ...plan, writtenOffCents: cents(plan.outstandingBeforeCents - plan.outstandingAfterCents) }
}

function cancelledPlan(standing: Standing) {
  const plan = planAfterCancellation({
    instalments: standing.instalments,
    paidAtSignatureCents: sum(standing.downpaymentCents, standing.openingFeeCents),
    alreadyCreditedCents: standing.creditedCents,
  })
  return {
    ...plan,
    writtenOffCents: outstanding(standing.instalments),
    outstandingAfterCents: ZERO,
    completed: true,
  }
}

const isUnpaid = ({ state }: StandingInstalment) => state === 'pending' || state === 'overdue'
/** Unpaid principal, in cents. */
export const outstanding = (instalments: readonly StandingInstalment[]): Cents =>
  sum(...instalments.filter(isUnpaid).map((one) => one.principalCents))

function eventOf(standing: Standing, asked: AskedRefund, whole: boolean, debtGone: boolean): OperationEvent {
  if (whole) return asked.kind === 'cancel' || standing.cancelled ? 'cancelled' : 'fully_refunded'
  return debtGone && standing.facts.substatus === 'payment_process' ? 'debt_refunded' : 'partially_refunded'
}

/** An operation that the provider suspended while the refund was held stays suspended. */
const stateOnly = ({ substatus, statusReason, suspensionReason }: OperationState): OperationState => ({
  substatus,
  statusReason,
  suspensionReason,
})

/** The operation's books after the refund, for refunds that follow one another. `wasHeld`: its amount was part of the held amount. */
export function afterRefund(standing: Standing, settled: SettledRefund, wasHeld: boolean): Standing {
  const { facts } = standing
  return {
    ...standing,
    facts: { ...facts, ...settled.after, refundedCents: wasHeld ? facts.refundedCents : sum(facts.refundedCents, settled.amountCents) },
    heldCents: wasHeld ? cents(standing.heldCents - settled.amountCents) : standing.heldCents,
    instalments: settled.instalments,
    creditedCents: sum(standing.creditedCents, settled.creditToCustomerCents),
    subsidyCents: cents(standing.subsidyCents - settled.reversal.subsidyBackCents),
    netCents: cents((standing.netCents ?? 0) + settled.reversal.netCents),
  }
}

/** The next unpaid instalment with a non-zero amount, if any. */
export function nextDue(instalments: readonly StandingInstalment[]): StandingInstalment | undefined {
  return instalments.find((one) => isUnpaid(one) && one.amountCents > 0)
}

type Books = Pick<Standing, 'facts' | 'instalments' | 'askedInstalment'>

/**
 * The number of the instalment that is being collected: the card was charged and has not answered, or is about to be charged for what falls due today. Until
 * the answer is booked nothing may be refunded or cancelled: a payment on its way would be refunded before it arrived, or never be charged again. `standing`
 * is read under the operation's lock.
 */
export function instalmentUnderCollection({ facts, instalments, askedInstalment }: Books, now: Date): number | undefined {
  if (askedInstalment !== null) return askedInstalment
  const due = nextDue(instalments)
  return facts.substatus === 'payment_process' && due?.state === 'pending' && due.dueOn === madridDay(now) ? due.number : undefined
}

/** The books that a refund going out at `now` will find: it waits for the card, which usually approves. */
export function onceCollected(standing: Standing, now: Date): Standing {
  const number = instalmentUnderCollection(standing, now)
  if (number === undefined) return standing
  const instalments = standing.instalments.map((one) => (one.number === number ? { ...one, state: 'paid' as const } : one))
  return { ...standing, instalments, askedInstalment: null }
}

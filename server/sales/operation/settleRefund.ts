import { type LocalDate, madridDay } from '#domain/platform/dates'
import { refundReversal, type RefundReversal } from '#domain/sales/plans/fees'
import { nextState, type OperationEvent, type OperationState } from '#domain/sales/operations/lifecycle'
import { cents, type Cents, sum, ZERO } from '#domain/platform/money'
import { planAfterCancellation, planAfterRefund, type StandingInstalment } from '#domain/sales/plans/plan'
import { nextTargetBusinessDay } from '#domain/platform/targetCalendar'
import type { Standing } from './standing.ts'

export type AskedRefund = { kind: 'refund' | 'cancel'; amountCents: Cents }

/** When it was asked for, which decides what the shop gets back; and when it goes out, which is later when it is held. */
export type RefundMoments = { askedAt: Date; goesOutAt: Date }

/** All that one refund or cancellation does, in cents. The preview shows it and the posting writes it: one computation for both. */
export type SettledRefund = AskedRefund & {
  /** Nothing is left of what was captured: the operation ends (T17). */
  whole: boolean
  instalments: StandingInstalment[]
  creditToCustomerCents: Cents
  /** Principal that the customer owes no more. */
  writtenOffCents: Cents
  outstandingAfterCents: Cents
  reversal: RefundReversal
  event: OperationEvent
  after: OperationState
  valueOn: LocalDate
}

/** What has been given back already, held refunds apart; in cents. */
export const completedCents = (standing: Standing): Cents => cents(standing.facts.refundedCents - standing.heldCents)

/**
 * What a refund does. It may be part of `facts.refundedCents` already, as held. Fee, VAT and subsidy come back by the cumulative method; a
 * cancellation that is asked for on the day of the sale, before the cut-off at midnight in Madrid, gives the fixed part back too, also when it
 * goes out after midnight. No instalment may be under collection (`instalmentUnderCollection`).
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

/** When the provider suspended the operation while the refund was held, it stays so. */
const stateOnly = ({ substatus, statusReason, suspensionReason }: OperationState): OperationState => ({
  substatus,
  statusReason,
  suspensionReason,
})

/** The books after it, for refunds that come one after another. `wasHeld`: its amount was among the held ones. */
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

/** The next unpaid instalment with an amount, if any. */
export function nextDue(instalments: readonly StandingInstalment[]): StandingInstalment | undefined {
  return instalments.find((one) => isUnpaid(one) && one.amountCents > 0)
}

type Books = Pick<Standing, 'facts' | 'instalments' | 'askedInstalment'>

/**
 * The number of the instalment that is being collected: the card was asked and has not answered, or is about to be asked for what falls due today.
 * Until the answer is booked nothing may be refunded or cancelled: what is on its way would be given back before it came, or never be asked for
 * again. `standing` is read under the operation's lock.
 */
export function instalmentUnderCollection({ facts, instalments, askedInstalment }: Books, now: Date): number | undefined {
  if (askedInstalment !== null) return askedInstalment
  const due = nextDue(instalments)
  return facts.substatus === 'payment_process' && due?.state === 'pending' && due.dueOn === madridDay(now) ? due.number : undefined
}

/** The books that a refund finds which goes out at `now`: it waits for the card, which most often says yes. */
export function onceCollected(standing: Standing, now: Date): Standing {
  const number = instalmentUnderCollection(standing, now)
  if (number === undefined) return standing
  const instalments = standing.instalments.map((one) => (one.number === number ? { ...one, state: 'paid' as const } : one))
  return { ...standing, instalments, askedInstalment: null }
}

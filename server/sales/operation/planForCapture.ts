import { madridDay, type LocalDate } from '#domain/platform/dates'
import { feeFor, subsidyFor } from '#domain/sales/plans/fees'
import { cents, proportion, sum, ZERO, type Cents } from '#domain/platform/money'
import { computePayLater, computePlan, type StandingInstalment } from '#domain/sales/plans/plan'
import type { Charges } from '../../money/ledger/postings.ts'
import { completedCents, outstanding } from './settleRefund.ts'
import type { Standing } from './standing.ts'

/** What a capture makes of an operation, in cents: its new plan and what the shop is charged and paid for this capture. */
export type PlannedCapture = Charges & {
  amountCents: Cents
  /** All instalments afterwards; the unpaid ones are new. */
  instalments: StandingInstalment[]
  /** Principal that this capture adds to what the consumer owes. */
  financedCents: Cents
  downpaymentCents: Cents
  openingFeeCents: Cents
}

/**
 * The plan on all that is captured then, its dates counted from this capture; charges by the difference to what was charged before, so that
 * several captures cost as much as one (docs/domain.md#cancel-capture-void).
 */
export function planForCapture(standing: Standing, amountCents: Cents, now: Date): PlannedCapture {
  const capturedOn = madridDay(now)
  const kept = standing.instalments.filter((one) => one.state === 'paid')
  const fresh = kept.length === 0 && completedCents(standing) === 0
  const plan = fresh ? wholePlan(standing, amountCents, capturedOn) : addedPlan(standing, amountCents, capturedOn, kept)
  return { amountCents, ...plan, ...chargesFor(standing, amountCents) }
}

/** Nothing was paid or given back yet: the plan is simply made again. */
function wholePlan(standing: Standing, amountCents: Cents, capturedOn: LocalDate) {
  const orderCents = sum(standing.facts.capturedCents, amountCents)
  const { numInstalments, waitingMonths } = standing
  const downpayment = standing.downpaymentCents > 0 ? 'equal' : 'none'
  const plan = terms(standing, { orderCents, numInstalments, downpayment, waitingMonths }, capturedOn)
  const first = standing.facts.capturedCents === 0
  const paid = first ? { downpaymentCents: ZERO, openingFeeCents: ZERO } : standing
  const agreedOn = first ? standing.facts.totalCents - standing.downpaymentCents : standing.facts.capturedCents - standing.downpaymentCents
  const openingFeeCents = standing.openingFeeCents === 0 ? ZERO : proportion(standing.openingFeeCents, plan.principalCents, agreedOn)
  return {
    instalments: standingOf(plan.instalments, 0),
    financedCents: cents(plan.principalCents - (first ? 0 : outstanding(standing.instalments))),
    downpaymentCents: cents(plan.downpaymentCents - paid.downpaymentCents),
    openingFeeCents: cents(openingFeeCents - paid.openingFeeCents),
  }
}

/** Something was paid or given back: the amount is added to what is still owed and spread over as many instalments as are left. */
function addedPlan(standing: Standing, amountCents: Cents, capturedOn: LocalDate, kept: StandingInstalment[]) {
  const open = standing.instalments.length - kept.length
  const orderCents = sum(outstanding(standing.instalments), amountCents)
  // The waiting is over, or was never: what is added is paid with the rest.
  const plan = terms(standing, { orderCents, numInstalments: Math.max(open, 1), downpayment: 'none', waitingMonths: 0 }, capturedOn)
  return {
    instalments: [...kept, ...standingOf(plan.instalments, Math.max(0, ...kept.map((one) => one.number)))],
    financedCents: amountCents,
    downpaymentCents: ZERO,
    openingFeeCents: ZERO,
  }
}

type Terms = { orderCents: Cents; numInstalments: number; downpayment: 'none' | 'equal'; waitingMonths: number }

function terms({ facts, tin }: Standing, asked: Terms, capturedOn: LocalDate) {
  if (facts.product === 'pay_later') return computePayLater({ orderCents: asked.orderCents, capturedOn })
  return computePlan({ ...asked, tin, signedOn: capturedOn })
}

const standingOf = (instalments: readonly Omit<StandingInstalment, 'state'>[], after: number): StandingInstalment[] =>
  instalments.map(({ number, dueOn, amountCents, principalCents, interestCents }) => ({
    number: number + after,
    dueOn,
    amountCents,
    principalCents,
    interestCents,
    state: 'pending',
  }))

/** Fees on what is left with this capture less fees on what was left without it; the fixed part comes once. */
function chargesFor(standing: Standing, amountCents: Cents): Charges {
  const { feePlan } = standing
  const captured = standing.facts.capturedCents
  const left = cents(captured - completedCents(standing))
  const before = left === 0 ? { feeCents: ZERO, vatCents: ZERO } : feeFor(left, feePlan)
  const after = feeFor(sum(left, amountCents), feePlan)
  const [feeCents, vatCents] = [cents(after.feeCents - before.feeCents), cents(after.vatCents - before.vatCents)]
  const subsidyCents = cents(subsidyOn(standing, sum(captured, amountCents)) - standing.fullSubsidyCents)
  return { feeCents, vatCents, subsidyCents, netCents: cents(amountCents - feeCents - vatCents - subsidyCents) }
}

function subsidyOn(standing: Standing, orderCents: Cents): Cents {
  const { tin, referenceTin, waitingMonths } = standing
  if ((tin >= referenceTin && waitingMonths === 0) || standing.facts.product === 'pay_later') return ZERO
  return subsidyFor({
    orderCents,
    numInstalments: standing.numInstalments,
    referenceTin,
    consumerTin: tin,
    waitingMonths,
    downpayment: standing.downpaymentCents > 0 ? 'equal' : 'none',
  })
}

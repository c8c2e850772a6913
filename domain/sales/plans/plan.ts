import { amortise, annualRate, annuityPayment, annuityPaymentWithFirstToday } from './annuity.ts'
import { addDays, addMonths, dayOfMonth, type LocalDate } from '../../platform/dates.ts'
import { basisPoints, cents, percentOf, sum, ZERO, type BasisPoints, type Cents } from '../../platform/money.ts'

// Re-exported here: the plan after a refund or cancellation belongs to the plan.
export {
  planAfterCancellation,
  planAfterRefund,
  type PlanAfterCancellation,
  type PlanAfterRefund,
  type BookedInstalment,
} from './planAfterRefund.ts'

/** Maximum instalments of a plan; products set their own lower limit (docs/domain.md#instalment-plans). */
export const MAX_INSTALMENTS = 120

/** Days from capture to the only payment of the 15-day product. */
export const PAY_LATER_DAYS = 15

/** The terms of a plan. Amounts in cents, yearly rates in basis points, Madrid days. */
export interface PlanTerms {
  orderCents: Cents
  /** Instalments after the down payment. */
  numInstalments: number
  /** The customer's nominal yearly interest. */
  tin: BasisPoints
  /** Paid at signature: nothing, the amount of an instalment, or an amount below the order's. */
  downpayment: 'none' | 'equal' | Cents
  /** Share of the principal charged at signature; 0 by default. */
  openingFeeRate?: BasisPoints
  /** Months that every due date is postponed, free of interest for the customer; 0 by default. */
  waitingMonths?: number
  signedOn: LocalDate
  /** Day of the month, 1 to 28, that the customer chose to pay on. */
  payday?: number
  /** Fixed cost added to each instalment; 0 by default. */
  customerFeeFixedCents?: Cents
}

/** One payment of a plan; `amountCents` = principal + interest + fee. */
interface PlanInstalment {
  /** 1 to n; the down payment is not an instalment. */
  number: number
  dueOn: LocalDate
  amountCents: Cents
  principalCents: Cents
  interestCents: Cents
  feeCents: Cents
  /** Outstanding principal after this payment. */
  outstandingCents: Cents
}

/** A computed plan. `totalDueCents` is credit plus its cost; `totalPriceCents` adds the down payment. */
export interface Plan {
  downpaymentCents: Cents
  principalCents: Cents
  openingFeeCents: Cents
  /** The regular instalment; the last one may differ by some cents. */
  instalmentCents: Cents
  instalments: PlanInstalment[]
  totalInterestCents: Cents
  totalDueCents: Cents
  totalPriceCents: Cents
  tin: BasisPoints
  /** Annual cost of the credit with 2 decimals of a percent; never a range. */
  tae: BasisPoints
  firstDueOn: LocalDate
}

/**
 * Computes an instalment plan by the French system, exactly: payment rounded half up, interest per
 * month rounded half up, the last instalment absorbs the cents (docs/domain.md#instalment-plans).
 * @throws RangeError when order, number, rates, down payment or payday are out of range
 */
export function computePlan(terms: PlanTerms): Plan {
  const { orderCents, numInstalments, tin, openingFeeRate, waitingMonths = 0 } = terms
  checkTerms(terms)
  const feeCents = terms.customerFeeFixedCents ?? ZERO
  const downpaymentCents = downpaymentOf(terms)
  const principalCents = cents(orderCents - downpaymentCents)
  const payment = terms.downpayment === 'equal' ? downpaymentCents : annuityPayment(principalCents, numInstalments, tin)
  const openingFeeCents = openingFeeRate ? percentOf(principalCents, openingFeeRate) : ZERO
  const dueDates = dueDatesOf(terms)
  const instalments = amortise(principalCents, numInstalments, tin, payment).map((period, index) => ({
    number: index + 1,
    dueOn: dueDates(index),
    amountCents: sum(period.principalCents, period.interestCents, feeCents),
    feeCents,
    ...period,
  }))
  const amounts = instalments.map((instalment) => instalment.amountCents)
  const totalDueCents = sum(openingFeeCents, ...amounts)
  return {
    downpaymentCents,
    principalCents,
    openingFeeCents,
    instalmentCents: sum(payment, feeCents),
    instalments,
    totalInterestCents: sum(...instalments.map((instalment) => instalment.interestCents)),
    totalDueCents,
    totalPriceCents: sum(totalDueCents, downpaymentCents),
    tin,
    tae: annualRate(cents(principalCents - openingFeeCents), amounts, waitingMonths + 1),
    firstDueOn: dueDates(0),
  }
}

/** The 15-day product: one payment {@link PAY_LATER_DAYS} days after the capture, at no cost. */
export function computePayLater(input: { orderCents: Cents; capturedOn: LocalDate }): Plan {
  const { orderCents, capturedOn } = input
  const dueOn = addDays(capturedOn, PAY_LATER_DAYS)
  const plan = computePlan({
    orderCents,
    numInstalments: 1,
    tin: basisPoints(0),
    downpayment: 'none',
    signedOn: capturedOn,
  })
  return { ...plan, firstDueOn: dueOn, instalments: plan.instalments.map((only) => ({ ...only, dueOn })) }
}

/** Four equal payments at no interest, the first at purchase as a down payment. */
export function computePayIn4(input: Pick<PlanTerms, 'orderCents' | 'signedOn' | 'payday' | 'customerFeeFixedCents'>): Plan {
  return computePlan({ ...input, numInstalments: 3, tin: basisPoints(0), downpayment: 'equal' })
}

function checkTerms(terms: PlanTerms): void {
  const within = (value: number, low: number, high: number, name: string) => {
    if (!Number.isInteger(value) || value < low || value > high) throw new RangeError(`${name} out of range: ${value}`)
  }
  within(terms.orderCents, 1, Number.MAX_SAFE_INTEGER, 'orderCents')
  within(terms.numInstalments, 1, MAX_INSTALMENTS, 'numInstalments')
  within(terms.tin, 0, 100_000, 'tin')
  within(terms.openingFeeRate ?? 0, 0, 9_999, 'openingFeeRate')
  within(terms.waitingMonths ?? 0, 0, MAX_INSTALMENTS, 'waitingMonths')
  within(terms.payday ?? 1, 1, 28, 'payday')
  within(terms.customerFeeFixedCents ?? 0, 0, Number.MAX_SAFE_INTEGER, 'customerFeeFixedCents')
  if (typeof terms.downpayment === 'number') within(terms.downpayment, 0, terms.orderCents - 1, 'downpayment')
}

function downpaymentOf({ downpayment, orderCents, numInstalments, tin }: PlanTerms): Cents {
  if (downpayment === 'none') return ZERO
  if (downpayment === 'equal') return annuityPaymentWithFirstToday(orderCents, numInstalments, tin)
  return downpayment
}

/**
 * Due dates by index. The first is one month after signature, postponed to the payday if there is one; all are postponed by the waiting months and anchored
 * on the same day of the month.
 */
function dueDatesOf({ signedOn, waitingMonths = 0, payday }: PlanTerms): (index: number) => LocalDate {
  if (payday === undefined) return (index) => addMonths(signedOn, 1 + waitingMonths + index)
  const earliest = addMonths(signedOn, 1)
  const wait = waitingMonths + (dayOfMonth(earliest) > payday ? 1 : 0)
  return (index) => addMonths(earliest, wait + index, payday)
}

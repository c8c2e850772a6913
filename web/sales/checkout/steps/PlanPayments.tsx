import type { CheckoutPlanOffer } from '#contract/sales/checkout'
import { date, money } from '../../../platform/i18n/format.ts'
import { offeredMarks, PaymentLine, type PaymentMark } from '../../../platform/ui/figures/PaymentDots.tsx'
import { signingDay } from './planName.ts'

/** The payments of a plan, drawn: that of the signature, the first and the last with day and amount. `signed`: of one that was signed, on whatever day. */
export function PlanPayments({ plan, signed = false }: { plan: CheckoutPlanOffer; signed?: boolean }) {
  const { firstPaymentAmount, instalments } = plan
  const [first, last] = [instalments[0], instalments.at(-1)]
  const named = [
    ...(firstPaymentAmount > 0 ? [{ when: signingDay(signed), amount: money(firstPaymentAmount) }] : []),
    ...(first ? [{ when: date(first.dueOn), amount: money(first.amount) }] : []),
    ...(last && last !== first ? [{ when: date(last.dueOn), amount: money(last.amount) }] : []),
  ]
  const atSigning = firstPaymentAmount > 0 ? 1 : 0
  const marks: PaymentMark[] =
    signed && atSigning ? ['paid', ...offeredMarks(instalments.length)] : offeredMarks(instalments.length + atSigning)
  return <PaymentLine marks={marks} named={named} />
}

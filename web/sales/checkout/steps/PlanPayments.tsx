import type { CheckoutPlanOffer } from '#contract/sales/checkout'
import { date, money } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { offeredMarks, PaymentLine } from '../../../platform/ui/figures/PaymentDots.tsx'

/** The payments of an offered plan, drawn: today's, the first and the last with day and amount. */
export function PlanPayments({ plan }: { plan: CheckoutPlanOffer }) {
  const { firstPaymentAmount, instalments } = plan
  const [first, last] = [instalments[0], instalments.at(-1)]
  const named = [
    ...(firstPaymentAmount > 0 ? [{ when: t('consumerScreens.plan.dateToday'), amount: money(firstPaymentAmount) }] : []),
    ...(first ? [{ when: date(first.dueOn), amount: money(first.amount) }] : []),
    ...(last && last !== first ? [{ when: date(last.dueOn), amount: money(last.amount) }] : []),
  ]
  return <PaymentLine marks={offeredMarks(instalments.length + (firstPaymentAmount > 0 ? 1 : 0))} named={named} />
}

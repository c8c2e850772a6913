import type { CheckoutPlanOffer } from '#contract/sales/checkout'
import { date, money } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'

/** Short description of a plan: `6 cuotas de 26,46 €`, with the amount paid today, or a single payment. */
export function planName(plan: CheckoutPlanOffer): string {
  const { product, numInstalments, instalmentAmount, totalDue, firstPaymentAmount } = plan
  if (product === 'pay_later') return t('consumerScreens.plan.later', { amount: money(totalDue) })
  const instalments = { count: numInstalments, amount: money(instalmentAmount) }
  if (firstPaymentAmount > 0) return t('consumerScreens.plan.withToday', { ...instalments, today: money(firstPaymentAmount) })
  return t('consumerScreens.plan.instalments', instalments)
}

/** What was paid at signing and the next payment: `Pagas la 1.ª cuota, de 26,46 €, el 26.12.2026.` */
export function paymentText({ firstPaymentAmount, instalments }: CheckoutPlanOffer): string {
  const paid = firstPaymentAmount > 0 && t('consumerScreens.approved.paidToday', { amount: money(firstPaymentAmount) })
  const [first] = instalments
  const next =
    first &&
    t(`consumerScreens.approved.${paid ? 'then' : instalments.length === 1 ? 'once' : 'first'}`, {
      number: first.number,
      amount: money(first.amount),
      day: date(first.dueOn),
    })
  return [paid, next].filter(Boolean).join(' ')
}

import type { CheckoutPlanOffer } from '#contract/checkout'
import { money } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'

/** A plan in a few words: `6 cuotas de 26,46 €`, with what is paid today, or one payment. */
export function planName(plan: CheckoutPlanOffer): string {
  const { product, numInstalments, instalmentAmount, totalDue, firstPaymentAmount } = plan
  if (product === 'pay_later') return t('consumerScreens.plan.later', { amount: money(totalDue) })
  const instalments = { count: numInstalments, amount: money(instalmentAmount) }
  if (firstPaymentAmount > 0) return t('consumerScreens.plan.withToday', { ...instalments, today: money(firstPaymentAmount) })
  return t('consumerScreens.plan.instalments', instalments)
}

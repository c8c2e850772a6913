import type { CheckoutPlanOffer } from '#contract/checkout'
import { money } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'

/** A plan in a few words: `6 cuotas de 26,46 €`, or one payment. */
export function planName({ product, numInstalments, instalmentAmount, totalDue }: CheckoutPlanOffer): string {
  if (product === 'pay_later') return t('consumerScreens.plan.later', { amount: money(totalDue) })
  return t('consumerScreens.plan.instalments', { count: numInstalments, amount: money(instalmentAmount) })
}

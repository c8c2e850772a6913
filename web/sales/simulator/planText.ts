import type { AnswerOf } from '#contract/platform/endpoint'
import type { planSimulator } from '#contract/sales/simulator'
import { date, money, percent } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'

/** A plan of the simulator. */
export type SimulatedPlan = AnswerOf<typeof planSimulator>['plans'][number]

/** "6 cuotas", "4 pagos", "1 pago a los 15 días". */
export const planText = ({ product, numInstalments }: Pick<SimulatedPlan, 'product' | 'numInstalments'>): string =>
  product === 'pay_later' ? t('operations.simulator.later') : t(`operations.productRow.${product}`, { count: numInstalments })

/** The same with the amount of each: "6 cuotas de 26,46 €", "1 pago de 149,90 € a los 15 días". */
export const planOfText = (plan: SimulatedPlan): string => {
  const amount = money(plan.instalmentAmount)
  return plan.product === 'pay_later'
    ? t('operations.simulator.laterOf', { amount })
    : t('operations.simulator.planOf', { plan: planText(plan), amount })
}

/** The instalment and how many of them. */
export function paymentText(plan: SimulatedPlan): string {
  if (plan.product === 'pay_later')
    return t('operations.simulator.single', { amount: money(plan.instalmentAmount), date: date(plan.firstDueOn) })
  return t('operations.simulator.perMonth', { amount: money(plan.instalmentAmount) })
}

/** First to last payment date; null for a single payment, whose date is shown with its amount. */
export const datesText = ({ firstDueOn, lastDueOn }: SimulatedPlan): string | null =>
  firstDueOn === lastDueOn ? null : t('operations.simulator.dates', { first: date(firstDueOn), last: date(lastDueOn) })

/** The amount paid at signing: down payment and opening fee, in cents. */
export const todayCents = (plan: SimulatedPlan): number => plan.downpaymentAmount + plan.openingFeeAmount

/** TIN and TAE, always together. */
export const ratesText = (plan: SimulatedPlan): string => t('operations.simulator.rate', { tin: percent(plan.tin), tae: percent(plan.tae) })

/** A plan in one line, to copy or print. */
export function planLine(plan: SimulatedPlan): string {
  const dates = datesText(plan)
  const words = {
    plan: planText(plan),
    payment: paymentText(plan),
    today: money(todayCents(plan)),
    total: money(plan.totalPrice),
    rates: ratesText(plan),
  }
  return dates === null ? t('operations.simulator.copyLine', words) : t('simulator.copyLine', { ...words, dates })
}

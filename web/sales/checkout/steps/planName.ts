import type { CheckoutPlanOffer } from '#contract/sales/checkout'
import { joinTexts } from '#domain/platform/direction'
import { isFreePlan } from '#domain/sales/plans/planGroups'
import { date, money, percent } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'

/** When the first payment of a plan is: today, until it is signed. */
export const signingDay = (signed: boolean): string => t(signed ? 'consumerScreens.repayment.signature' : 'consumerScreens.plan.dateToday')

/** Short description of a plan: `6 cuotas de 26,46 €`, with the amount paid at the signature, or a single payment. `signed`: of one that was signed, on whatever day. */
export function planName(plan: CheckoutPlanOffer, { signed = false } = {}): string {
  const { product, numInstalments, instalmentAmount, totalDue, firstPaymentAmount } = plan
  if (product === 'pay_later') return t('consumerScreens.plan.later', { amount: money(totalDue) })
  const instalments = { count: numInstalments, amount: money(instalmentAmount) }
  if (firstPaymentAmount > 0)
    return t(signed ? 'consumerScreens.plan.withSigned' : 'consumerScreens.plan.withToday', {
      ...instalments,
      today: money(firstPaymentAmount),
    })
  return t('consumerScreens.plan.instalments', instalments)
}

/** When it is paid: `del 26.12.2026 al 26.05.2027`. */
function planDates({ instalments }: Pick<CheckoutPlanOffer, 'instalments'>): string {
  const [first, last] = [instalments[0]?.dueOn ?? '', instalments.at(-1)?.dueOn ?? '']
  return first === last
    ? t('consumerScreens.plan.dateOne', { first: date(first) })
    : t('consumerScreens.plan.dateMany', { first: date(first), last: date(last) })
}

/** What it costs in euros, and in all: `8,86 € de intereses · 158,76 € en total · TIN 19,99 % · TAE 21,93 %`. */
export function planCosts(plan: CheckoutPlanOffer): string {
  const { totalInterest, openingFeeAmount, totalPrice, tin, tae, firstPaymentAmount } = plan
  return joinTexts([
    firstPaymentAmount > 0 && t('consumerScreens.plan.todayPays', { today: money(firstPaymentAmount) }),
    totalInterest > 0 && t('consumerScreens.plan.costs', { amount: money(totalInterest) }),
    openingFeeAmount > 0 && t('consumerScreens.plan.costsFee', { amount: money(openingFeeAmount) }),
    isFreePlan(plan) && planDates(plan),
    t('consumerScreens.plan.inTotal', { total: money(totalPrice) }),
    t('consumerScreens.plan.rates', { tin: percent(tin), tae: percent(tae) }),
  ])
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

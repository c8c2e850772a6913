import type { WidgetPlan } from '#contract/sales/widget'
import { madridDay } from '#domain/platform/dates'
import { cents } from '#domain/platform/money'
import { planOffered } from '#domain/sales/plans/offer'
import type { WidgetView } from '#domain/sales/widget/widgetViews'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { ShopHandler, ShopVerbCall } from '../../platform/calls/shopHandler.ts'
import { readCartOffers } from '../lifecycle/offers.ts'

type Call = Pick<ShopVerbCall<'planSimulate'>, 'verb'>
type Cart = { amount: number; articles?: string | undefined }

/** The plans of the widgets, with the winning campaign: there is one computation of them. */
const plansOf = ({ verb }: Call, view: WidgetView, { amount, articles }: Cart) =>
  verb('widgetPlans', { params: { view }, query: { publicKey: '', amount, articles } })

/** Whether an amount can be paid by any product, or the given one. Refuses with CreditNotAvailable. */
export const checkoutAvailable: ShopHandler<'checkoutAvailable'> = async (call) => {
  const { amount, currency = 'EUR', 'product[type]': type } = call.query
  const { plans } = await plansOf(call, 'product', { amount })
  const fits = plans.some(({ product }) => type === undefined || product === type)
  if (!fits || currency.toUpperCase() !== 'EUR') throw new Refusal('CreditNotAvailable')
  return { allowed: true as const }
}

/** Every plan for an amount, and the shop's display preferences. */
export const planSimulate: ShopHandler<'planSimulate'> = async (call) => {
  const { query, db, scope, now } = call
  const { plans, chosen, limits, preferences } = await plansOf(call, query.view, query)
  const first = chosen === null ? undefined : plans[chosen]
  const offers = await readCartOffers(db, scope, now)
  const offer = offers.find(({ product }) => product === first?.product)
  const reference = offer && first && planOffered(offer, first.numInstalments, cents(query.amount), madridDay(now), null)
  const products = [...new Set(['instalments' as const, ...plans.map(({ product }) => product)])]
  const { type, textColor, btnTextColor, btnBgColor, disabled, defaultInstalments } = preferences
  return {
    choices: products.map((product) => ({
      product,
      instalments: plans.filter((plan) => plan.product === product).map((plan) => planOf(plan, query.amount)),
    })),
    options: {
      annualEquivalent: first?.tae ?? null,
      referenceAnnualEquivalent: reference?.tae ?? null,
      highlightedNumInstalments: defaultInstalments === null ? [] : [defaultInstalments],
      minAmount: limits?.minAmount ?? null,
      maxCreditAmount: limits?.maxAmount ?? null,
      widget: { type, preferences, styles: { textColor, btnTextColor, btnBgColor }, disabled },
    },
  }
}

const planOf = (
  { tae, instalmentAmount, numInstalments, downpaymentAmount, openingFeeAmount, totalPrice }: WidgetPlan,
  amount: number,
) => ({
  annualEquivalent: tae,
  amount: instalmentAmount,
  numInstalments,
  downpaymentAmount,
  totalInterest: totalPrice - amount - openingFeeAmount,
  totalFees: openingFeeAmount,
  discounts: { applied: 0, social: 0, financial: 0 },
})

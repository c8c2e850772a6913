import { feeFor, subsidyFor } from '#domain/sales/plans/fees'
import { localDate } from '#domain/platform/dates'
import { basisPoints, cents } from '#domain/platform/money'
import { openingTerms, type ProductTerms } from '#domain/sales/plans/openingTerms'
import { computePayIn4, computePayLater, computePlan, type Plan } from '#domain/sales/plans/plan'
import type { Product } from '#domain/sales/operations/states'
import type { ShopPlan } from './accountPlans.ts'

export type ShopTerms = Readonly<Record<Product, ProductTerms>>

/** The products of a shop: those that every shop begins with, or as it captures by hand and asks for a first payment. */
export function shopTerms({ manual = false, openingFeeBps = 0 }: Pick<ShopPlan, 'manual' | 'openingFeeBps'>): ShopTerms {
  const byHand = { downpayment: 'equal', captureMode: 'manual' } as const
  return { ...openingTerms, instalments: { ...openingTerms.instalments, openingFeeBps, ...(manual && byHand) } }
}

/** What is chosen at the checkout. */
export type Choice = { product: Product; numInstalments: number; tinBps: number; referenceTinBps: number; campaignId: string | null }

/** An amount on these terms: the customer's plan without dates, and what the shop pays and gets. Amounts in cents. */
export type Agreed = {
  downpaymentCents: number
  openingFeeCents: number
  taeBps: number
  periods: readonly { principalCents: number; interestCents: number }[]
  feeCents: number
  vatCents: number
  subsidyCents: number
  netCents: number
}

/** Any day: dates are put in later, amounts do not depend on them. */
const someDay = localDate('2026-01-15')

/** Computes plan, fees and campaign subsidy of an amount by the rules of the business. */
export function agree(amountCents: number, choice: Choice, { fees, downpayment, openingFeeBps }: ProductTerms): Agreed {
  const orderCents = cents(amountCents)
  const plan = planOf(amountCents, choice, downpayment, openingFeeBps)
  const { feeCents, vatCents } = feeFor(orderCents, fees)
  const subsidyCents =
    choice.referenceTinBps === choice.tinBps
      ? 0
      : subsidyFor({
          orderCents,
          numInstalments: choice.numInstalments,
          referenceTin: basisPoints(choice.referenceTinBps),
          consumerTin: basisPoints(choice.tinBps),
          downpayment,
        })
  return {
    downpaymentCents: plan.downpaymentCents,
    openingFeeCents: plan.openingFeeCents,
    taeBps: plan.tae,
    periods: plan.instalments.map(({ principalCents, interestCents }) => ({ principalCents, interestCents })),
    feeCents,
    vatCents,
    subsidyCents,
    netCents: amountCents - feeCents - vatCents - subsidyCents,
  }
}

function planOf(amountCents: number, choice: Choice, downpayment: 'none' | 'equal', openingFeeBps: number): Plan {
  const orderCents = cents(amountCents)
  if (choice.product === 'pay_in_4') return computePayIn4({ orderCents, signedOn: someDay })
  if (choice.product === 'pay_later') return computePayLater({ orderCents, capturedOn: someDay })
  return computePlan({
    orderCents,
    numInstalments: choice.numInstalments,
    tin: basisPoints(choice.tinBps),
    downpayment,
    openingFeeRate: basisPoints(openingFeeBps),
    signedOn: someDay,
  })
}

import { defaultFeePlans, feeFor, subsidyFor, type FeePlan } from '#domain/fees'
import { localDate } from '#domain/dates'
import { basisPoints, cents } from '#domain/money'
import { computePayIn4, computePayLater, computePlan, type Plan } from '#domain/plan'
import type { Product } from '#domain/states'
import type { ShopPlan } from './houses.ts'

/** What a shop sells on instalments; a row of `merchant_products`. */
export type ProductTerms = {
  minCents: number
  maxCents: number
  instalmentsAllowed: readonly number[]
  tinBps: number
  openingFeeBps: number
  downpayment: 'none' | 'equal'
  captureMode: 'automatic' | 'manual'
  fees: FeePlan
}

export type ShopTerms = Readonly<Record<Product, ProductTerms>>

/** Yearly nominal interest without a campaign, in basis points. */
export const REFERENCE_TIN = 1999

/** The products of a shop with the limits of domain defaults: 30–3 000 €, 30–800 €, 20–500 €. */
export function shopTerms({ manual = false, openingFeeBps = 0 }: Pick<ShopPlan, 'manual' | 'openingFeeBps'>): ShopTerms {
  return {
    instalments: {
      minCents: 3_000,
      maxCents: 300_000,
      instalmentsAllowed: [2, 3, 4, 5, 6, 8, 10, 12],
      tinBps: REFERENCE_TIN,
      openingFeeBps,
      downpayment: manual ? 'equal' : 'none',
      captureMode: manual ? 'manual' : 'automatic',
      fees: defaultFeePlans.instalments,
    },
    // Four payments: the first today, three instalments after it.
    pay_in_4: {
      minCents: 3_000,
      maxCents: 80_000,
      instalmentsAllowed: [3],
      tinBps: 0,
      openingFeeBps: 0,
      downpayment: 'equal',
      captureMode: 'automatic',
      fees: defaultFeePlans.pay_in_4,
    },
    pay_later: {
      minCents: 2_000,
      maxCents: 50_000,
      instalmentsAllowed: [1],
      tinBps: 0,
      openingFeeBps: 0,
      downpayment: 'none',
      captureMode: 'manual',
      fees: defaultFeePlans.pay_later,
    },
  }
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

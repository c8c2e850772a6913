import { localDate, type LocalDate, weekday } from '#domain/platform/dates'
import { feeFor, subsidyFor } from '#domain/sales/plans/fees'
import { spanishIban } from '#domain/money/iban'
import { basisPoints, cents } from '#domain/platform/money'
import { openingTerms, type ProductTerms } from '#domain/sales/plans/openingTerms'
import { computePayIn4, computePayLater, computePlan, type Plan } from '#domain/sales/plans/plan'
import type { PaymentRhythm } from '#domain/money/settlement'
import type { Product } from '#domain/sales/operations/states'
import type { ShopPlan } from '../accountPlans.ts'
import { makeRandom } from '../random.ts'

export type ShopTerms = Readonly<Record<Product, ProductTerms>>

/** The products of a shop: the default ones, or those for manual capture with a first payment. */
export function shopTerms({ manual = false, openingFeeBps = 0 }: Pick<ShopPlan, 'manual' | 'openingFeeBps'>): ShopTerms {
  const byHand = { downpayment: 'equal', captureMode: 'manual' } as const
  return { ...openingTerms, instalments: { ...openingTerms.instalments, openingFeeBps, ...(manual && byHand) } }
}

/** The customer's choice at checkout. */
export type Choice = { product: Product; numInstalments: number; tinBps: number; referenceTinBps: number; campaignId: string | null }

/** An amount on these terms: the customer's plan without dates, and fees and net of the shop. Amounts in cents. */
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

/** Any day: dates are set later, amounts do not depend on them. */
const someDay = localDate('2026-01-15')

/** Computes plan, fees and campaign subsidy of an amount by the domain rules. */
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

/** Payout rhythm and account of a demo shop. */
export type PayTerms = {
  rhythm: PaymentRhythm
  /** Share of each settlement held in reserve, in basis points, and for how many days. */
  reserveBps: number
  reserveDays: number
  /** Null before the shop is live: no account was requested yet. */
  account: { id: string; iban: string; holderName: string } | null
}

/** No bank has this code: demo accounts belong to nobody. */
const BANK = '9001'

/** The terms of a shop; its account number is derived from its name. */
export function payTerms(plan: ShopPlan, holderName: string, liveOn: LocalDate): PayTerms {
  const random = makeRandom(`account/${plan.name}`)
  return {
    rhythm: { frequency: plan.weekly ? 'weekly' : 'daily', weekday: weekday(liveOn) },
    reserveBps: plan.reserveBps ?? 0,
    reserveDays: 90,
    account:
      plan.status === 'pending'
        ? null
        : {
            id: random.uuid(Date.UTC(2025, 0, 1)),
            iban: spanishIban(BANK, '0001', String(random.int(1_000_000, 9_999_999)).padStart(10, '0')),
            holderName,
          },
  }
}

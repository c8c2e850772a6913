import { localDate, type LocalDate, weekday } from '#domain/platform/dates'
import { feeFor, type FeePlan, subsidyFor } from '#domain/sales/plans/fees'
import { spanishIban } from '#domain/money/iban'
import { basisPoints, cents } from '#domain/platform/money'
import type { ShopOffer } from '#domain/sales/plans/offer'
import { computePayIn4, computePayLater, computePlan, type Plan } from '#domain/sales/plans/plan'
import type { PaymentRhythm } from '#domain/money/settlement'
import { allTermsInForce, type OwnVersion, versionInForce } from '#domain/sales/plans/termsVersions'
import type { Product } from '#domain/sales/operations/states'
import type { ShopPlan } from '../accountPlans.ts'
import type { Calendar } from '../calendar.ts'
import { makeRandom } from '../random.ts'
import { demoPriceList } from './priceHistory.ts'

export type ShopTerms = Readonly<Record<Product, ShopOffer>>

type Agreement = Pick<ShopPlan, 'manual' | 'openingFeeBps'>

/** The terms that a shop has of its own since the first day: manual capture with a first payment, or an opening fee. They were agreed at today's prices. */
export function ownTerms(
  { manual = false, openingFeeBps = 0 }: Agreement,
  { past, today }: Pick<Calendar, 'past' | 'today'>,
): OwnVersion[] {
  const history = demoPriceList({ past, today })
  const [first] = history
  const now = history.findLast(({ effectiveOn }) => effectiveOn <= today.on)?.versions.find(({ terms }) => terms.product === 'instalments')
  if (!first || !now || (!manual && openingFeeBps === 0)) return []
  const byHand = { downpayment: 'equal', captureMode: 'manual' } as const
  const terms = { ...now.terms, openingFeeRate: basisPoints(openingFeeBps), ...(manual && byHand) }
  return [{ product: 'instalments', effectiveOn: first.effectiveOn, enabled: true, terms }]
}

/** The terms of a shop at an instant in the demo's history. They differ in fees only. */
export function shopTerms(plan: Agreement, calendar: Calendar): (atMs: number) => ShopTerms {
  const history = demoPriceList(calendar)
  const versions = { list: history.flatMap((one) => one.versions), own: ownTerms(plan, calendar) }
  const dated = history.map(({ effectiveOn }) => ({
    effectiveOn,
    terms: Object.fromEntries(allTermsInForce(versions, effectiveOn).map(({ terms }) => [terms.product, terms])) as ShopTerms, // one for each product
  }))
  return (atMs) => {
    const found = versionInForce(dated, calendar.dayOf(atMs).on) ?? dated[0]
    if (!found) throw new RangeError('the demo has a price list')
    return found.terms
  }
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
export function agree(amountCents: number, choice: Choice, offer: ShopOffer): Agreed {
  const orderCents = cents(amountCents)
  const { downpayment } = offer
  const plan = planOf(amountCents, choice, offer)
  const { feeCents, vatCents } = feeFor(orderCents, feePlanOf(offer))
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

/** The merchant's fee by these terms. */
export const feePlanOf = ({ feeRate: rate, feeFixedCents: fixedCents, vatRate }: ShopOffer): FeePlan => ({ rate, fixedCents, vatRate })

function planOf(amountCents: number, choice: Choice, { downpayment, openingFeeRate }: ShopOffer): Plan {
  const orderCents = cents(amountCents)
  if (choice.product === 'pay_in_4') return computePayIn4({ orderCents, signedOn: someDay })
  if (choice.product === 'pay_later') return computePayLater({ orderCents, capturedOn: someDay })
  const { numInstalments, tinBps } = choice
  return computePlan({ orderCents, numInstalments, tin: basisPoints(tinBps), downpayment, openingFeeRate, signedOn: someDay })
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

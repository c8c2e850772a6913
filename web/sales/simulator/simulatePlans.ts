import type { AnswerOf } from '#contract/platform/endpoint'
import type { planSimulator } from '#contract/sales/simulator'
import { dealFor } from '#domain/sales/campaigns/campaignDeal'
import { madridDay } from '#domain/platform/dates'
import { cents } from '#domain/platform/money'
import { fitsLimits, simulatedPlan, type ProductOffer } from '#domain/sales/plans/offer'
import type { Channel } from '#domain/sales/operations/states'
import type { OfferedDeal } from './campaignsOf.ts'

/** What the simulator's call answers; computed here by the same rules, so that it works while one types and without network. */
export type Simulation = AnswerOf<typeof planSimulator>

/** What plans depend on besides the amount. */
export type SimulatedSale = {
  now: Date
  /** Leaves out what the shop receives. */
  buyerOnly: boolean
  /** Of these those count that run at `now` and reach a sale by `channel`. */
  campaigns?: readonly OfferedDeal[]
  /** A sale in the shop, when nothing else is said. */
  channel?: Channel
}

/**
 * Every plan on offer for an amount in cents, and the products that it does not fit. Figures are those of the server, to the cent: both call the
 * same rules.
 */
export function simulatePlans(
  offers: readonly ProductOffer[],
  amountCents: number,
  { now, buyerOnly, campaigns = [], channel = 'in_store' }: SimulatedSale,
): Simulation {
  const orderCents = cents(amountCents)
  const today = madridDay(now)
  const running = campaigns.filter(({ startsAt, endsAt }) => startsAt <= now && (endsAt === null || endsAt > now))
  const about = { orderCents, channel, articlesCents: 0, audienceIds: new Set<string>() } as const
  const planOf = (offer: ProductOffer, numInstalments: number) => {
    const deal = dealFor(running, { ...about, offer, numInstalments })
    return { ...simulatedPlan(offer, numInstalments, orderCents, today, buyerOnly, deal), campaignId: deal?.campaignId ?? null }
  }
  return {
    plans: offers
      .filter((offer) => fitsLimits(offer, orderCents))
      .flatMap((offer) => offer.instalmentsAllowed.map((count) => planOf(offer, count))),
    outside: offers
      .filter((offer) => !fitsLimits(offer, orderCents))
      .map(({ product, minCents, maxCents }) => ({ product, minAmount: minCents, maxAmount: maxCents })),
  }
}

import type { AnswerOf } from '#contract/endpoint'
import type { planSimulator } from '#contract/simulator'
import { dealFor } from '#domain/campaignDeal'
import { madridDay } from '#domain/dates'
import { cents } from '#domain/money'
import { fitsLimits, simulatedPlan, type ProductOffer } from '#domain/offer'
import type { OfferedDeal } from './campaignsOf.ts'

/** What the simulator's call answers; computed here by the same rules, so that it works while one types and without network. */
export type Simulation = AnswerOf<typeof planSimulator>

/**
 * Every plan on offer for an amount in cents, and the products that it does not fit. `buyerOnly` leaves out what the shop receives.
 * Figures are those of the server, to the cent: both call the same rules (our choice). Of `campaigns` those count that run at `now` and reach a
 * sale in the shop.
 */
export function simulatePlans(
  offers: readonly ProductOffer[],
  amountCents: number,
  now: Date,
  buyerOnly: boolean,
  campaigns: readonly OfferedDeal[] = [],
): Simulation {
  const orderCents = cents(amountCents)
  const today = madridDay(now)
  const running = campaigns.filter(({ startsAt, endsAt }) => startsAt <= now && (endsAt === null || endsAt > now))
  const about = { orderCents, channel: 'in_store', articlesCents: 0, audienceIds: new Set<string>() } as const
  const deal = (offer: ProductOffer, numInstalments: number) => dealFor(running, { ...about, offer, numInstalments })
  return {
    plans: offers
      .filter((offer) => fitsLimits(offer, orderCents))
      .flatMap((offer) =>
        offer.instalmentsAllowed.map((count) => simulatedPlan(offer, count, orderCents, today, buyerOnly, deal(offer, count))),
      ),
    outside: offers
      .filter((offer) => !fitsLimits(offer, orderCents))
      .map(({ product, minCents, maxCents }) => ({ product, minAmount: minCents, maxAmount: maxCents })),
  }
}

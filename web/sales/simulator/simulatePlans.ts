import type { AnswerOf } from '#contract/platform/endpoint'
import type { planSimulator } from '#contract/sales/simulator'
import { dealFor } from '#domain/sales/campaigns/campaignDeal'
import { madridDay } from '#domain/platform/dates'
import { cents } from '#domain/platform/money'
import { fitsLimits, simulatedPlan, type ProductOffer } from '#domain/sales/plans/offer'
import type { Channel } from '#domain/sales/operations/states'
import type { OfferedDeal } from './campaignsOf.ts'

/** The simulator endpoint's response, computed on the client by the same rules, so that it updates on each keystroke and works offline. */
type Simulation = AnswerOf<typeof planSimulator>

/** Inputs of a plan besides the amount. */
type SimulatedSale = {
  now: Date
  /** Omits what the shop receives. */
  buyerOnly: boolean
  /** Only those apply that run at `now` and cover `channel`. */
  campaigns?: readonly OfferedDeal[]
  /** In store by default. */
  channel?: Channel
}

/**
 * Every plan for an amount in cents, and the products whose limits it misses. Equal to the server's to the cent: both call the
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

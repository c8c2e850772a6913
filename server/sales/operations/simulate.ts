import { madridDay } from '#domain/platform/dates'
import { cents } from '#domain/platform/money'
import { fitsLimits, simulatedPlan } from '#domain/sales/plans/offer'
import type { Handler } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { readDeals } from '../lifecycle/deals.ts'
import { readCartOffers } from '../lifecycle/offers.ts'

/**
 * What the buyer pays and the shop gets today for every plan on offer, with the campaign open to everybody and the whole catalogue that an in-store sale
 * would get; a guest sees the buyer's side only.
 */
export const planSimulator: Handler<'planSimulator'> = async ({ query, scope, caller, db, now, services }) => {
  const orderCents = cents(query.amount)
  const [offers, deals] = await Promise.all([
    readCartOffers(db, scope, now),
    readDeals(db, scope, {
      totalCents: orderCents,
      channel: 'in_store',
      articles: [],
      customer: null,
      secrets: services.config.sessionSecrets,
      now,
    }),
  ])
  const today = madridDay(now)
  return {
    plans: offers
      .filter((one) => fitsLimits(one, orderCents))
      .flatMap((offer) =>
        offer.instalmentsAllowed.map((count) => {
          const deal = deals(offer, count)
          const campaignId = deal === null ? null : hexOf(deal.campaignId)
          return { ...simulatedPlan(offer, count, orderCents, today, caller.role === 'guest', deal), campaignId }
        }),
      ),
    outside: offers
      .filter((one) => !fitsLimits(one, orderCents))
      .map(({ product, minCents, maxCents }) => ({ product, minAmount: minCents, maxAmount: maxCents })),
  }
}

import { addDays, daysBetween, madridDay, startOfMadridDay } from '#domain/platform/dates'
import { dealOf } from '#domain/sales/campaigns/campaignDeal'
import { basisPoints, cents, proportion, ZERO, type Cents } from '#domain/platform/money'
import { netOffered } from '#domain/sales/plans/offer'
import { channels } from '#domain/sales/operations/states'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { type CampaignOffer, readCampaign, readCampaignOffer } from './campaignRow.ts'
import { audienceCondition, pastOrders, type PastOrders } from './pastOrders.ts'

/** How many days of the shop's own orders are read. */
const days = 90
const month = 30

type Terms = { interest: number; waitingPeriod: number; numInstalments: readonly number[] }

/**
 * What a campaign would have cost on the shop's own orders of the last 90 days, each with its number of instalments. Computed on the sum of the orders per
 * number, so that it may differ by some cents from the sum of single computations.
 */
export const campaignEstimate: Handler<'campaignEstimate'> = async ({ db, scope, query, now, services }) => {
  const to = madridDay(now)
  const from = addDays(to, 1 - days)
  const articlesOf = query.campaignId === undefined ? null : (await readCampaign(db, scope, query.campaignId, now)).id
  const { minOrderAmount = null, maxOrderAmount = null, waitingPeriod, interest } = query
  const terms: Terms = { interest, waitingPeriod, numInstalments: query.numInstalments.split(',').map(Number) }
  const asked = { numInstalments: terms.numInstalments, channels: channelsOf(query.channels), minOrderAmount, maxOrderAmount }
  const since = startOfMadridDay(from)
  const { audienceUuid } = query
  const ofAudience =
    audienceUuid === undefined
      ? sql`true`
      : await audienceCondition(db, scope, { audienceUuid, since, secret: services.config.sessionSecret })
  const [offer, first, orders] = await Promise.all([
    readCampaignOffer(db, scope),
    db.first<{
      at: Date
    }>(sql`select o.created_at as at from operations o where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode}
      order by o.created_at, o.id limit 1`),
    pastOrders(db, scope, { ...asked, since, articlesOf, ofAudience }),
  ])
  const amount = orders.reduce((sum, one) => sum + one.amountCents, 0)
  const many = orders.reduce((sum, one) => sum + one.many, 0)
  const subsidy = cents(orders.reduce((sum, one) => sum + subsidyOn(offer, terms, one), 0))
  const averageAmount = cents(many === 0 ? 0 : Math.round(amount / many))
  // For a younger shop the monthly figure is extrapolated from the days it has.
  const sold = first ? Math.min(days, daysBetween(madridDay(first.at), to) + 1) : days
  return {
    from,
    to,
    orders: many,
    amount,
    subsidy,
    averageAmount,
    choices: choicesOf(offer, terms, averageAmount),
    monthly: proportion(subsidy, month, Math.max(sold, month)),
  }
}

/** The requested channels, or all. */
const channelsOf = (list: string | undefined) => (list === undefined ? channels : channels.filter((one) => list.split(',').includes(one)))

/** For orders with one number of instalments and one share of campaign articles. */
function subsidyOn(offer: CampaignOffer, terms: Terms, { numInstalments, amountCents, share }: PastOrders): Cents {
  if (offer === null || amountCents === 0) return ZERO
  const campaign = { id: '', consumerTin: basisPoints(terms.interest), waitingMonths: terms.waitingPeriod }
  const deal = dealOf({ ...campaign, scope: share === 100 ? 'bulk' : 'single', reachedCents: share }, { offer, articlesCents: 100 })
  return netOffered(offer, numInstalments, cents(amountCents), deal).subsidyCents
}

/** For the average order, for each number of instalments allowed by the campaign and the shop. */
function choicesOf(offer: CampaignOffer, terms: Terms, averageAmount: Cents) {
  if (averageAmount === 0) return []
  const allowed = offer?.instalmentsAllowed.filter((count) => terms.numInstalments.includes(count)) ?? []
  return allowed.map((numInstalments) => {
    const subsidy = subsidyOn(offer, terms, { numInstalments, amountCents: averageAmount, share: 100, many: 1 })
    return { numInstalments, subsidy, share: Math.round((subsidy * 10_000) / averageAmount) }
  })
}

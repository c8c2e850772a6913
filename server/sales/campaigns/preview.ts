import { dealFor, type RunningCampaign } from '#domain/sales/campaigns/campaignDeal'
import { madridDay } from '#domain/platform/dates'
import { basisPoints, cents } from '#domain/platform/money'
import { fitsLimits, planOffered } from '#domain/sales/plans/offer'
import type { Handler } from '../../platform/calls/call.ts'
import { offeredPlan } from '../lifecycle/offers.ts'
import { readCampaignOffer } from './campaignRow.ts'

const orNull = (amount: number | undefined) => (amount === undefined ? null : cents(amount))

/**
 * What a customer would see of such a campaign for a cart of campaign articles only, by the rules and words of the checkout: a plan for each of its numbers
 * of instalments that the shop offers; none for an amount outside the shop's limits.
 */
export const campaignPreview: Handler<'campaignPreview'> = async ({ db, scope, query, now }) => {
  const offer = await readCampaignOffer(db, scope, now)
  if (offer === null) return { usual: null, limits: null, isReached: false, plans: [] }
  const limits = { min: offer.minCents, max: offer.maxCents }
  const orderCents = cents(query.amount)
  if (!fitsLimits(offer, orderCents)) return { usual: offer.tin, limits, isReached: false, plans: [] }
  const counts = query.numInstalments.split(',').map(Number)
  const campaign: RunningCampaign = {
    id: '',
    scope: 'bulk',
    numInstalments: counts,
    minOrderCents: orNull(query.minOrderAmount),
    maxOrderCents: orNull(query.maxOrderAmount),
    waitingMonths: query.waitingPeriod,
    channels: ['online'],
    audienceId: null,
    consumerTin: basisPoints(query.interest),
    createdAt: now,
    reachedCents: orderCents,
  }
  const order = { offer, orderCents, channel: 'online' as const, articlesCents: orderCents, audienceIds: new Set<string>() }
  const choices = offer.instalmentsAllowed
    .filter((count) => counts.includes(count))
    .map((numInstalments) => ({ numInstalments, deal: dealFor([campaign], { ...order, numInstalments }) }))
  const plans = choices.map(({ numInstalments, deal }) => {
    const plan = planOffered(offer, numInstalments, orderCents, madridDay(now), deal)
    const usual = { referenceTin: offer.tin, waitingMonths: deal?.waitingMonths ?? 0 }
    return offeredPlan({ product: offer.product, numInstalments }, plan, usual)
  })
  return { usual: offer.tin, limits, isReached: choices.some(({ deal }) => deal !== null), plans }
}

import type { CampaignTerms } from './campaign.ts'
import { localDate } from '../../platform/dates.ts'
import { basisPoints, divideHalfUp, type BasisPoints, type Cents } from '../../platform/money.ts'
import { planOffered, type PlanDeal, type ProductOffer } from '../plans/offer.ts'
import { normaliseText } from '../operations/search.ts'
import type { Channel } from '../operations/states.ts'

/** An active campaign, as far as one order is concerned. */
export type RunningCampaign = Pick<
  CampaignTerms,
  'scope' | 'numInstalments' | 'minOrderCents' | 'maxOrderCents' | 'waitingMonths' | 'channels' | 'audienceId'
> & {
  id: string
  consumerTin: BasisPoints
  createdAt: Date
  /** Cents of the cart that belong to the campaign's articles; ignored for the whole catalogue. */
  reachedCents: number
}

/** The order that campaigns are evaluated for. */
export type OrderReached = {
  offer: ProductOffer
  numInstalments: number
  orderCents: Cents
  channel: Channel
  /** The sum of the cart's articles without shipping, which gets the same terms (docs/domain.md#campaigns). */
  articlesCents: number
  /** Audiences that the customer belongs to. */
  audienceIds: ReadonlySet<string>
}

/** The terms that an order gets, and from which campaign. */
export type Deal = NonNullable<PlanDeal> & { campaignId: string }

/** The key of a cart article: the shop's number when the line has one, else its name, without accents or case. */
export const articleKey = (text: string): string => normaliseText(text)

/** The part of a cart that belongs to a set of articles, by the keys of its lines; in cents. */
export function reachedCents(lines: readonly { id?: string; name: string; total: number }[], keys: ReadonlySet<string>): number {
  const isReached = ({ id, name }: { id?: string; name: string }) =>
    keys.has(articleKey(name)) || (id !== undefined && keys.has(articleKey(id)))
  return lines.reduce((sum, line) => sum + (isReached(line) ? line.total : 0), 0)
}

/**
 * The campaign that an order gets for a product and number of instalments: of those that apply, the one with the lowest cost to the customer, on a tie the
 * newest; campaigns are never combined (docs/domain.md#campaigns). Null when none applies, or none is cheaper for the customer. Only the product with
 * interest can get one.
 */
export function dealFor(campaigns: readonly RunningCampaign[], order: OrderReached): Deal | null {
  const { offer, numInstalments, orderCents } = order
  if (offer.product !== 'instalments') return null
  const deals = campaigns.flatMap((campaign) => {
    const deal = reaches(campaign, order) ? dealOf(campaign, order) : null
    return deal ? [{ deal, createdAt: campaign.createdAt }] : []
  })
  if (deals.length === 0) return null
  const costOf = (deal: Deal | null) => planOffered(offer, numInstalments, orderCents, anyDay, deal).totalPriceCents
  const usual = costOf(null)
  const [best] = deals
    .map((one) => ({ ...one, cost: costOf(one.deal) }))
    .filter(({ cost }) => cost <= usual)
    .toSorted(
      (a, b) => a.cost - b.cost || b.createdAt.getTime() - a.createdAt.getTime() || (a.deal.campaignId < b.deal.campaignId ? 1 : -1),
    )
  return best?.deal ?? null
}

/**
 * The offers for which a campaign applies to an order, including those where another campaign is cheaper and wins, and the number that the customer has
 * already chosen. Empty: the campaign does not apply to the order.
 */
export function offersOfCampaign<Offer extends ProductOffer>(
  offers: readonly Offer[],
  isReached: (offer: Offer, numInstalments: number) => boolean,
  isChosen: (offer: Offer, numInstalments: number) => boolean,
): Offer[] {
  if (!offers.some((offer) => offer.instalmentsAllowed.some((count) => isReached(offer, count)))) return []
  return offers
    .map((offer) => ({
      ...offer,
      instalmentsAllowed: offer.instalmentsAllowed.filter((count) => isReached(offer, count) || isChosen(offer, count)),
    }))
    .filter(({ instalmentsAllowed }) => instalmentsAllowed.length > 0)
}

/** Amounts do not depend on the date. */
const anyDay = localDate('2026-01-15')

function reaches(campaign: RunningCampaign, { numInstalments, orderCents, channel, audienceIds }: OrderReached): boolean {
  return (
    campaign.numInstalments.includes(numInstalments) &&
    campaign.channels.includes(channel) &&
    orderCents >= (campaign.minOrderCents ?? 0) &&
    orderCents <= (campaign.maxOrderCents ?? Infinity) &&
    (campaign.audienceId === null || audienceIds.has(campaign.audienceId))
  )
}

/**
 * The campaign's rate for this cart: in a mixed cart the discount is weighted by the share of campaign articles (docs/domain.md#campaigns). Waiting months
 * cannot be prorated: only a cart of campaign articles alone gets them.
 */
export function dealOf(
  {
    id,
    scope,
    consumerTin,
    waitingMonths,
    reachedCents: reached,
  }: Pick<RunningCampaign, 'id' | 'scope' | 'consumerTin' | 'waitingMonths' | 'reachedCents'>,
  { offer, articlesCents }: Pick<OrderReached, 'offer' | 'articlesCents'>,
): Deal | null {
  const isWhole = scope === 'bulk' || (articlesCents > 0 && reached >= articlesCents)
  const tin = isWhole ? consumerTin : weighted(offer.tin, consumerTin, reached, articlesCents)
  const months = isWhole ? waitingMonths : 0
  return tin < offer.tin || (months > 0 && tin === offer.tin) ? { campaignId: id, tin, waitingMonths: months } : null
}

function weighted(usual: BasisPoints, campaign: BasisPoints, reached: number, articles: number): BasisPoints {
  if (articles <= 0 || reached <= 0) return usual
  return basisPoints(usual - Number(divideHalfUp(BigInt(usual - campaign) * BigInt(reached), BigInt(articles))))
}

import type { CampaignTerms } from './campaign.ts'
import type { BasisPoints } from '../../platform/money.ts'

/** The terms of a campaign needed for comparison. */
export type ComparedCampaign = Pick<
  CampaignTerms,
  'scope' | 'numInstalments' | 'minOrderCents' | 'maxOrderCents' | 'channels' | 'audienceId'
> & {
  startsAt: Date
  endsAt: Date | null
  consumerTin: BasisPoints
  createdAt: Date
  articleCount: number
}

/** The period in which two campaigns apply to the same orders. */
type Overlap = {
  from: Date
  /** Null: neither has an end. */
  to: Date | null
  /** Shared articles; null: the whole catalogue of both. */
  articles: number | null
  /** Numbers of instalments for which the first one wins, and those for which the other does. */
  wins: number[]
  loses: number[]
  /** What decides: the lower rate or, when equal, the newer campaign. */
  why: 'cheaper' | 'newer'
}

/**
 * Whether two campaigns apply to the same orders at the same time, and which one an order of shared articles gets: the lower rate, else the newer campaign
 * (docs/domain.md#campaigns). `sharedArticles`: the number of selected articles in common. Null: they do not overlap.
 */
export function campaignOverlap(one: ComparedCampaign, other: ComparedCampaign, sharedArticles: number): Overlap | null {
  const from = one.startsAt > other.startsAt ? one.startsAt : other.startsAt
  const to = earliest(one.endsAt, other.endsAt)
  const counts = one.numInstalments.filter((count) => other.numInstalments.includes(count)).toSorted((a, b) => a - b)
  const articles = articlesOfBoth(one, other, sharedArticles)
  const meets =
    (to === null || from < to) &&
    one.channels.some((channel) => other.channels.includes(channel)) &&
    Math.max(one.minOrderCents ?? 0, other.minOrderCents ?? 0) <= Math.min(one.maxOrderCents ?? Infinity, other.maxOrderCents ?? Infinity)
  if (!meets || counts.length === 0 || articles === 0) return null
  const why = one.consumerTin === other.consumerTin ? 'newer' : 'cheaper'
  return { from, to, articles, wins: winsOver(one, other) ? counts : [], loses: winsOver(one, other) ? [] : counts, why }
}

const earliest = (one: Date | null, other: Date | null): Date | null => (one === null || (other !== null && other < one) ? other : one)

function articlesOfBoth(one: ComparedCampaign, other: ComparedCampaign, shared: number): number | null {
  if (one.scope === 'bulk' && other.scope === 'bulk') return null
  if (one.scope === 'single' && other.scope === 'single') return shared
  return one.scope === 'single' ? one.articleCount : other.articleCount
}

const winsOver = (one: ComparedCampaign, other: ComparedCampaign): boolean =>
  one.consumerTin === other.consumerTin ? one.createdAt > other.createdAt : one.consumerTin < other.consumerTin

import type { OfferedCampaign } from '#contract/merchants/merchants'
import type { RunningCampaign } from '#domain/sales/campaigns/campaignDeal'
import { basisPoints, cents } from '#domain/platform/money'

/** A campaign as the plan rules read it, with its start and end. */
export type OfferedDeal = RunningCampaign & { name: string; startsAt: Date; endsAt: Date | null }

const centsOrNull = (amount: number | null) => (amount === null ? null : cents(amount))

/** The campaigns of the shop's configuration. */
export function campaignsOf(campaigns: readonly OfferedCampaign[]): OfferedDeal[] {
  return campaigns.map((one) => ({
    id: one.id,
    name: one.name,
    scope: 'bulk',
    startsAt: new Date(one.startDate),
    endsAt: one.endDate === null ? null : new Date(one.endDate),
    consumerTin: basisPoints(one.interest),
    numInstalments: one.numInstalments,
    minOrderCents: centsOrNull(one.minOrderAmount),
    maxOrderCents: centsOrNull(one.maxOrderAmount),
    waitingMonths: one.waitingPeriod,
    channels: one.channels,
    audienceId: null,
    createdAt: new Date(one.created),
    reachedCents: 0,
  }))
}

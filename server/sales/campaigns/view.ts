import type { Campaign } from '#contract/sales/campaigns'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { campaignOf, readCampaign } from './campaignRow.ts'
import { readCampaignOffer } from './gaps.ts'

/** One campaign with what it lacks and what came by it. */
export const campaignDetail: Handler<'campaignDetail'> = ({ db, scope, params, now }) => showCampaign(db, scope, params.campaignId, now)

/** A campaign as it stands now: what every verb answers. */
export async function showCampaign(db: Connection, scope: Scope, hex: string, now: Date): Promise<Campaign> {
  const [campaign, offer] = await Promise.all([readCampaign(db, scope, hex, now), readCampaignOffer(db, scope)])
  return campaignOf(campaign, offer, now)
}

import type { Campaign } from '#contract/sales/campaigns'
import { pageSize } from '#contract/platform/page'
import type { CampaignState } from '#domain/sales/campaigns/campaign'
import type { Handler } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { campaignOf, readCampaign, readCampaignOffer, readCampaigns, stateInSql } from './campaignRow.ts'

/** One campaign with its gaps and its usage. */
export const campaignDetail: Handler<'campaignDetail'> = ({ db, scope, params, now }) => showCampaign(db, scope, params.campaignId, now)

/** A campaign's current state: the answer of every verb. */
export async function showCampaign(db: Connection, scope: Scope, hex: string, now: Date): Promise<Campaign> {
  const [campaign, offer] = await Promise.all([readCampaign(db, scope, hex, now), readCampaignOffer(db, scope, now)])
  return campaignOf(campaign, offer, now)
}

/** How many pages beyond the requested one the count looks ahead. */
const pagesAhead = 10

/** The shop's campaigns, newest first, and the count of each state. */
export const campaignList: Handler<'campaignList'> = async ({ db, scope, query, now }) => {
  const { status, page } = query
  const state = stateInSql(now)
  const [campaigns, counted, offer] = await Promise.all([
    readCampaigns(
      db,
      scope,
      now,
      status === undefined ? sql`true` : sql`${state} = ${status}`,
      sql`order by c.created_at desc, c.id desc offset ${(page - 1) * pageSize} limit ${pageSize}`,
    ),
    db.rows<{ state: CampaignState; many: number }>(
      sql`select ${state} as state, count(*)::integer as many from campaigns c where ${inScope(scope, 'c')} group by 1`,
    ),
    readCampaignOffer(db, scope, now),
  ])
  const counts = { draft: 0, scheduled: 0, active: 0, paused: 0, finished: 0 }
  for (const one of counted) counts[one.state] = one.many
  const many = status === undefined ? counted.reduce((all, one) => all + one.many, 0) : counts[status]
  const pages = Math.max(1, Math.ceil(many / pageSize))
  return {
    results: campaigns.map((one) => campaignOf(one, offer, now)),
    currentPage: page,
    maxVisiblePage: Math.max(1, Math.min(pages, page + pagesAhead)),
    next: page < pages ? page + 1 : null,
    counts,
  }
}

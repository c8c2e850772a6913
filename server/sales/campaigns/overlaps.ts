import { campaignOverlap, type ComparedCampaign } from '#domain/sales/campaigns/campaignOverlap'
import { madridDay } from '#domain/platform/dates'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { readCampaign, readCampaigns, stateInSql, type StoredCampaign } from './campaignRow.ts'

/** Published campaigns that reach the same orders at the same time, by when they begin to, and which one wins. */
export const campaignOverlaps: Handler<'campaignOverlaps'> = async ({ db, scope, params, now }) => {
  const one = await readCampaign(db, scope, params.campaignId, now)
  const mine = compared(one)
  if (mine === null) return { results: [] }
  const others = await readCampaigns(
    db,
    scope,
    now,
    sql`c.id <> ${one.id} and ${stateInSql(now)} in ('scheduled', 'active', 'paused')`,
    sql`order by c.starts_at, c.id`,
  )
  const shared = await sharedArticles(db, scope, one.id)
  const results = others.flatMap((other) => {
    const theirs = compared(other)
    const met = theirs && campaignOverlap(mine, theirs, shared.get(other.id) ?? 0)
    if (!met) return []
    const to = met.to === null ? null : madridDay(new Date(met.to.getTime() - 1))
    const { articles, wins, loses, why } = met
    return [{ id: hexOf(other.id), name: other.name, status: other.state, from: madridDay(met.from), to, articles, wins, loses, why }]
  })
  return { results }
}

/** Null for a draft that does not say yet when it begins or what it costs. */
function compared(campaign: StoredCampaign): ComparedCampaign | null {
  const { startsAt, consumerTin } = campaign
  return startsAt === null || consumerTin === null ? null : { ...campaign, startsAt, consumerTin }
}

/** How many chosen articles each other campaign has in common with this one. */
async function sharedArticles(db: Connection, { merchantId, mode }: Scope, id: string): Promise<Map<string, number>> {
  const rows = await db.rows<{ campaign_id: string; many: number }>(sql`select b.campaign_id, count(*)::integer as many
    from campaign_articles a join campaign_articles b on b.merchant_id = a.merchant_id and b.mode = a.mode and b.article_id = a.article_id and b.campaign_id <> a.campaign_id
    where a.merchant_id = ${merchantId} and a.mode = ${mode} and a.campaign_id = ${id} group by 1`)
  return new Map(rows.map(({ campaign_id, many }) => [campaign_id, many]))
}

import { campaignOverlap, type ComparedCampaign } from '#domain/sales/campaigns/campaignOverlap'
import { campaignDays, type Days, sameWeekdaysBefore, shareOf } from '#domain/sales/campaigns/campaignResult'
import { addDays, daysBetween, madridDay } from '#domain/platform/dates'
import type { Handler } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { salesByDay, sumSales } from '../lifecycle/campaignSales.ts'
import { readCampaign, readCampaigns, stateInSql, type StoredCampaign } from './campaignRow.ts'

/** For a campaign of several years, only the latest days. */
const daysShown = 366

type DayRow = { day: string; orders: number; amount: bigint; subsidy: bigint }

/** A campaign's results day by day, with all orders of the shop on those days and on the same weekdays just before. */
export const campaignResults: Handler<'campaignResults'> = async ({ db, scope, params, now }) => {
  const { id, state, startsAt, endsAt, usage } = await readCampaign(db, scope, params.campaignId, now)
  const ran = state === 'draft' ? null : campaignDays({ startsAt, endsAt }, now)
  if (ran === null) return { ...nothing, ...usage }
  const earlier = sameWeekdaysBefore(ran)
  const [days, allDays, earlierDays] = await Promise.all([
    readDays(db, scope, id, ran),
    salesByDay(db, scope, ran),
    salesByDay(db, scope, earlier),
  ])
  const [all, before] = [sumSales(allDays), sumSales(earlierDays)]
  const back = daysBetween(ran.from, earlier.from)
  return {
    ...ran,
    ...usage,
    share: shareOf(usage.amount, all.amount),
    days: days.map((day) => ({
      ...day,
      all: allDays.get(day.on)?.amount ?? 0,
      before: earlierDays.get(addDays(day.on, back))?.amount ?? 0,
    })),
    all,
    before: { ...earlier, ...before },
  }
}

const nothing = {
  from: null,
  to: null,
  share: 0,
  days: [],
  all: { orders: 0, amount: 0 },
  before: { from: null, to: null, orders: 0, amount: 0 },
}

/** Every day, also those without orders. An order created before the campaign, or confirmed after it, counts on its first or last day. */
async function readDays(db: Connection, scope: Scope, id: string, { from, to }: Days) {
  const rows =
    await db.rows<DayRow>(sql`select greatest(least((o.created_at at time zone 'Europe/Madrid')::date, ${to}::date), ${from}::date)::text as day,
      count(*)::integer as orders, sum(o.captured_cents - o.refunded_cents + o.held_cents)::bigint as amount, sum(o.subsidy_cents)::bigint as subsidy
    from operations o where ${inScope(scope, 'o')} and o.campaign_id = ${id} and o.captured_cents > 0 group by 1`)
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const days = Math.min(daysShown, daysBetween(from, to) + 1)
  return Array.from({ length: days }, (_, nth) => {
    const on = addDays(to, nth + 1 - days)
    const row = byDay.get(on)
    return { on, orders: row?.orders ?? 0, amount: Number(row?.amount ?? 0), subsidy: Number(row?.subsidy ?? 0) }
  })
}

/** Published campaigns that apply to the same orders at the same time, ordered by the start of the overlap, and which one wins. */
export const campaignOverlaps: Handler<'campaignOverlaps'> = async ({ db, scope, params, now }) => {
  const campaign = await readCampaign(db, scope, params.campaignId, now)
  const ownPeriod = compared(campaign)
  if (ownPeriod === null) return { results: [] }
  const others = await readCampaigns(
    db,
    scope,
    now,
    sql`c.id <> ${campaign.id} and ${stateInSql(now)} in ('scheduled', 'active', 'paused')`,
    sql`order by c.starts_at, c.id`,
  )
  const shared = await sharedArticles(db, scope, campaign.id)
  const results = others.flatMap((other) => {
    const otherPeriod = compared(other)
    const met = otherPeriod && campaignOverlap(ownPeriod, otherPeriod, shared.get(other.id) ?? 0)
    if (!met) return []
    const to = met.to === null ? null : madridDay(new Date(met.to.getTime() - 1))
    const { articles, wins, loses, why } = met
    return [{ id: hexOf(other.id), name: other.name, status: other.state, from: madridDay(met.from), to, articles, wins, loses, why }]
  })
  return { results }
}

/** Null for a draft without start or rate. */
function compared(campaign: StoredCampaign): ComparedCampaign | null {
  const { startsAt, consumerTin } = campaign
  return startsAt === null || consumerTin === null ? null : { ...campaign, startsAt, consumerTin }
}

/** How many selected articles each other campaign has in common with this one. */
async function sharedArticles(db: Connection, scope: Scope, id: string): Promise<Map<string, number>> {
  const rows = await db.rows<{ campaign_id: string; many: number }>(sql`select b.campaign_id, count(*)::integer as many
    from campaign_articles a join campaign_articles b on b.merchant_id = a.merchant_id and b.mode = a.mode and b.article_id = a.article_id and b.campaign_id <> a.campaign_id
    where ${inScope(scope, 'a')} and a.campaign_id = ${id} group by 1`)
  return new Map(rows.map(({ campaign_id, many }) => [campaign_id, many]))
}

import { campaignDays, sameWeekdaysBefore, shareOf, type Days } from '#domain/sales/campaigns/campaignResult'
import { addDays, daysBetween } from '#domain/platform/dates'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { salesIn } from '../operation/campaignSales.ts'
import { readCampaign } from './campaignRow.ts'

/** Of a campaign that runs for years, the latest days. */
const daysShown = 366

type DayRow = { day: string; orders: number; amount: bigint; subsidy: bigint }

/** What came by a campaign, day by day, beside all orders of the shop then and on the same weekdays just before. */
export const campaignResults: Handler<'campaignResults'> = async ({ db, scope, params, now }) => {
  const { id, state, startsAt, endsAt, usage } = await readCampaign(db, scope, params.campaignId, now)
  const ran = state === 'draft' ? null : campaignDays({ startsAt, endsAt }, now)
  if (ran === null) return { ...nothing, ...usage }
  const earlier = sameWeekdaysBefore(ran)
  const [days, all, before] = await Promise.all([readDays(db, scope, id, ran), salesIn(db, scope, ran), salesIn(db, scope, earlier)])
  return { ...ran, ...usage, share: shareOf(usage.amount, all.amount), days, all, before: { ...earlier, ...before } }
}

const nothing = {
  from: null,
  to: null,
  share: 0,
  days: [],
  all: { orders: 0, amount: 0 },
  before: { from: null, to: null, orders: 0, amount: 0 },
}

/** Every day, also those without orders. An order begun before the campaign, or confirmed after it, counts on its first or last day. */
async function readDays(db: Connection, { merchantId, mode }: Scope, id: string, { from, to }: Days) {
  const rows =
    await db.rows<DayRow>(sql`select greatest(least((o.created_at at time zone 'Europe/Madrid')::date, ${to}::date), ${from}::date)::text as day,
      count(*)::integer as orders, sum(o.captured_cents - o.refunded_cents + o.held_cents)::bigint as amount, sum(o.subsidy_cents)::bigint as subsidy
    from operations o where o.merchant_id = ${merchantId} and o.mode = ${mode} and o.campaign_id = ${id} and o.captured_cents > 0 group by 1`)
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const many = Math.min(daysShown, daysBetween(from, to) + 1)
  return Array.from({ length: many }, (_, nth) => {
    const on = addDays(to, nth + 1 - many)
    const row = byDay.get(on)
    return { on, orders: row?.orders ?? 0, amount: Number(row?.amount ?? 0), subsidy: Number(row?.subsidy ?? 0) }
  })
}

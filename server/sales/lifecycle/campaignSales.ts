import { startOfMadridDay, startOfNextMadridDay } from '#domain/platform/dates'
import type { Days } from '#domain/sales/campaigns/campaignResult'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'

/** Paid orders and their amount after refunds, in cents. */
type Sales = { orders: number; amount: number }

/** All orders of the shop created in a range of Madrid days, with or without a campaign, by day; days without any are missing. */
export async function salesByDay(db: Connection, scope: Scope, { from, to }: Days): Promise<Map<string, Sales>> {
  const rows = await db.rows<{
    day: string
    orders: number
    amount: bigint
  }>(sql`select (o.created_at at time zone 'Europe/Madrid')::date as day,
      count(*)::integer as orders, sum(o.captured_cents - o.refunded_cents + o.held_cents)::bigint as amount
    from operations o where ${inScope(scope, 'o')} and o.captured_cents > 0
      and o.created_at >= ${startOfMadridDay(from)} and o.created_at < ${startOfNextMadridDay(to)} group by 1`)
  return new Map(rows.map(({ day, orders, amount }) => [day, { orders, amount: Number(amount) }]))
}

/** The sum of sales by day. */
export function sumSales(days: ReadonlyMap<string, Sales>): Sales {
  const all = [...days.values()]
  return { orders: all.reduce((sum, { orders }) => sum + orders, 0), amount: all.reduce((sum, { amount }) => sum + amount, 0) }
}

/** All orders of the shop created in a range of Madrid days. */
export const salesIn = async (db: Connection, scope: Scope, days: Days): Promise<Sales> => sumSales(await salesByDay(db, scope, days))

/** The orders attributed to one campaign, and what the shop paid for it. */
export async function salesBy(db: Connection, scope: Scope, campaignId: string): Promise<Sales & { subsidy: number }> {
  const row = await db.first<{ orders: number; amount: bigint; subsidy: bigint }>(sql`select count(*)::integer as orders,
      coalesce(sum(o.captured_cents - o.refunded_cents + o.held_cents), 0)::bigint as amount, coalesce(sum(o.subsidy_cents), 0)::bigint as subsidy
    from operations o where ${inScope(scope, 'o')} and o.campaign_id = ${campaignId} and o.captured_cents > 0`)
  return { orders: row?.orders ?? 0, amount: Number(row?.amount ?? 0), subsidy: Number(row?.subsidy ?? 0) }
}

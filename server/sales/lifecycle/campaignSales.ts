import { startOfMadridDay, startOfNextMadridDay } from '#domain/platform/dates'
import type { Days } from '#domain/sales/campaigns/campaignResult'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'

/** Paid orders and their amount after refunds, in cents. */
type Sales = { orders: number; amount: number }

/** All orders of the shop created in a range of Madrid days, with or without a campaign. */
export async function salesIn(db: Connection, scope: Scope, { from, to }: Days): Promise<Sales> {
  const row = await db.first<{ orders: number; amount: bigint }>(sql`select count(*)::integer as orders,
      coalesce(sum(o.captured_cents - o.refunded_cents + o.held_cents), 0)::bigint as amount
    from operations o where ${inScope(scope, 'o')} and o.captured_cents > 0
      and o.created_at >= ${startOfMadridDay(from)} and o.created_at < ${startOfNextMadridDay(to)}`)
  return { orders: row?.orders ?? 0, amount: Number(row?.amount ?? 0) }
}

/** The orders attributed to one campaign, and what the shop paid for it. */
export async function salesBy(db: Connection, scope: Scope, campaignId: string): Promise<Sales & { subsidy: number }> {
  const row = await db.first<{ orders: number; amount: bigint; subsidy: bigint }>(sql`select count(*)::integer as orders,
      coalesce(sum(o.captured_cents - o.refunded_cents + o.held_cents), 0)::bigint as amount, coalesce(sum(o.subsidy_cents), 0)::bigint as subsidy
    from operations o where ${inScope(scope, 'o')} and o.campaign_id = ${campaignId} and o.captured_cents > 0`)
  return { orders: row?.orders ?? 0, amount: Number(row?.amount ?? 0), subsidy: Number(row?.subsidy ?? 0) }
}

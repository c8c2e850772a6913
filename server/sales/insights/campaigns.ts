import { sameWeekdaysBefore, type Days } from '#domain/sales/campaigns/campaignResult'
import type { Handler } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { noCampaign } from '../lifecycle/figuresOfHistory.ts'
import { dailySales } from '../lifecycle/figureTables.ts'
import { noSales, rangeOf, saleSums, type SaleSums } from '../lifecycle/readFigures.ts'
import { channelRows, listOf } from './filters.ts'

/** Sales with and without a campaign. */
export const insightCampaigns: Handler<'insightCampaigns'> = async ({ query, db, scope }) => {
  const { from, to } = rangeOf(query)
  const rows = await db.rows<SaleSums & { campaign_id: string; name: string | null }>(sql`select s.*, c.name from (
      select d.campaign_id, ${saleSums} from ${dailySales} d where ${channelRows(scope, query)} and d.day between ${from}::date and ${to}::date group by d.campaign_id
    ) s left join campaigns c on ${inScope(scope, 'c')} and c.id = s.campaign_id order by s.captured_cents desc`)
  const figuresOf = (sums: SaleSums) => ({
    operations: sums.sold,
    sold: sums.captured_cents,
    refunded: sums.refunded_cents + sums.cancelled_cents,
  })
  return {
    without: figuresOf(rows.find((row) => row.campaign_id === noCampaign) ?? noSales),
    campaigns: rows
      .filter((row) => row.campaign_id !== noCampaign)
      .map((row) => {
        const id = hexOf(row.campaign_id)
        return { id, name: row.name ?? '', ...figuresOf(row), cost: row.subsidy_cents, list: listOf('sold', { ...query, campaign: id }) }
      }),
  }
}

/** The account's shops that the caller may enter, with the most sold first. */
export const insightShops: Handler<'insightShops'> = async ({ query, db, scope, caller }) => {
  const range = rangeOf(query)
  const ids = [...caller.merchantIds]
  const [names, now, before] = await Promise.all([
    db.rows<{ id: string; name: string }>(
      sql`select m.id, m.name from merchants m where m.id = any(${ids}::uuid[]) and m.account_id = ${caller.accountId}`,
    ),
    readShops(db, { ids, mode: scope.mode, range }),
    readShops(db, { ids, mode: scope.mode, range: sameWeekdaysBefore(range) }),
  ])
  return {
    shops: names
      .map(({ id, name }) => {
        const [sums, earlier] = [now.get(id) ?? noSales, before.get(id) ?? noSales]
        return {
          id: hexOf(id),
          name,
          operations: sums.sold,
          sold: sums.captured_cents,
          refunded: sums.refunded_cents + sums.cancelled_cents,
          before: { operations: earlier.sold, sold: earlier.captured_cents },
        }
      })
      .toSorted((one, other) => other.sold - one.sold),
  }
}

async function readShops(
  db: Connection,
  { ids, mode, range: { from, to } }: { ids: readonly string[]; mode: string; range: Days },
): Promise<Map<string, SaleSums>> {
  const rows = await db.rows<SaleSums & { merchant_id: string }>(sql`select d.merchant_id, ${saleSums} from ${dailySales} d
    where d.merchant_id = any(${ids}::uuid[]) and d.mode = ${mode} and d.day between ${from}::date and ${to}::date group by d.merchant_id`)
  return new Map(rows.map((row) => [row.merchant_id, row]))
}

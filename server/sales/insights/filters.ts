import type { InsightList } from '#contract/sales/insights'
import type { OperationFact } from '#domain/sales/operations/facts'
import type { Channel, Product } from '#domain/sales/operations/states'
import { idFrom } from '../../platform/calls/refusal.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { allOf, inScope, sql, type Sql } from '../../platform/database/sql.ts'

export type ChannelFilter = { from: string; to: string; channel?: Channel | undefined }
type SaleFilters = ChannelFilter & { product?: Product | undefined; campaign?: string | undefined }

/** The shop's rows `d` of a table of figures, in a channel if one is asked for. */
export const channelRows = (scope: Scope, { channel }: Pick<ChannelFilter, 'channel'>): Sql =>
  channel === undefined ? inScope(scope, 'd') : sql`${inScope(scope, 'd')} and d.channel = ${channel}`

/** The shop's rows `d` of `daily_sales`. */
export const saleRows = (scope: Scope, { channel, product, campaign }: SaleFilters): Sql =>
  allOf([
    channelRows(scope, { channel }),
    ...(product === undefined ? [] : [sql`d.product = ${product}`]),
    ...(campaign === undefined ? [] : [sql`d.campaign_id = ${idFrom(campaign)}`]),
  ])

/** The filters of the operations list that give exactly the operations of a figure. */
export const listOf = (fact: OperationFact, { from, to, channel, product, campaign }: SaleFilters): InsightList => ({
  fact,
  from,
  to,
  ...(channel && { channel }),
  ...(product && { product }),
  ...(campaign && { campaign }),
})

import { articleKey, dealFor, reachedCents, type Deal, type RunningCampaign } from '#domain/sales/campaigns/campaignDeal'
import { basisPoints, cents, type Cents } from '#domain/platform/money'
import type { ProductOffer } from '#domain/sales/plans/offer'
import type { Channel } from '#domain/sales/operations/states'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { audiencesOf, type Identifiers } from './audienceMembers.ts'

/** An order as campaigns look at it. */
export type OrderAsked = {
  /** Of an order that is there already: what it was promised of a budget it keeps, though that is spent. */
  operationId?: string
  totalCents: Cents
  channel: Channel
  articles: readonly { id?: string; name: string; total: number }[]
  /** Who buys, as far as it is known; null: nobody in particular. Whoever is not known belongs to no audience. */
  customer: Identifiers | null
  /** The installation's, under which audiences know their members. */
  secret: string
  now: Date
}

/** What the campaign that an order gets makes of a plan, or what one campaign would if it ran alone; null: none reaches it. */
export type Deals = (offer: ProductOffer, numInstalments: number, alone?: string) => Deal | null

type Row = {
  id: string
  scope: 'bulk' | 'single'
  interest_bps: number
  num_instalments: number[]
  min_order_cents: bigint | null
  max_order_cents: bigint | null
  waiting_months: number
  channels: Channel[]
  audience_id: string | null
  created_at: Date
  keys: string[]
}

const noAudiences: ReadonlySet<string> = new Set()

/** The campaigns of the shop that run now, by the clock itself, as they reach this order and its customer (docs/domain.md#campaigns). */
export async function readDeals(db: Connection, scope: Scope, order: OrderAsked): Promise<Deals> {
  const { operationId = null, totalCents, channel, articles, customer, secret, now } = order
  const keys = [...new Set(articles.flatMap(({ id, name }) => (id === undefined ? [name] : [id, name])).map(articleKey))]
  const rows = await db.rows<Row>(sql`select c.id, c.scope, c.interest_bps,
      case when c.status = 'paused' then array[held.num_instalments] else c.num_instalments end as num_instalments, c.min_order_cents, c.max_order_cents, c.waiting_months, c.channels, c.audience_id,
      c.created_at, case when c.scope = 'bulk' then '{}' else array(select k.key from campaign_articles a, lateral (values (a.id_key), (a.name_key)) k (key)
        where a.merchant_id = c.merchant_id and a.mode = c.mode and a.campaign_id = c.id and k.key = any(${keys}::text[])) end as keys
    from campaigns c left join operations held on held.merchant_id = c.merchant_id and held.mode = c.mode and held.id = ${operationId}::uuid
        and held.campaign_id = c.id and held.campaign_promised_cents > 0
    where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode}
      and (c.status in ('scheduled', 'active') or (c.status = 'paused' and c.budget_spent_at is not null and held.id is not null))
      and c.starts_at <= ${now} and (c.ends_at is null or c.ends_at > ${now})`)
  const campaigns = rows.map((row): RunningCampaign => ({
    id: row.id,
    scope: row.scope,
    consumerTin: basisPoints(row.interest_bps),
    numInstalments: row.num_instalments,
    minOrderCents: row.min_order_cents === null ? null : cents(row.min_order_cents),
    maxOrderCents: row.max_order_cents === null ? null : cents(row.max_order_cents),
    waitingMonths: row.waiting_months,
    channels: row.channels,
    audienceId: row.audience_id,
    createdAt: row.created_at,
    reachedCents: reachedCents(articles, new Set(row.keys)),
  }))
  // A coupon as a line lowers the share of no article.
  const articlesCents = articles.reduce((sum, { total }) => sum + Math.max(0, total), 0)
  const asked = [...new Set(rows.flatMap(({ audience_id }) => audience_id ?? []))]
  const audienceIds = customer === null ? noAudiences : await audiencesOf(db, scope, { customer, audienceIds: asked, secret })
  const about = { orderCents: totalCents, channel, articlesCents, audienceIds }
  return (offer, numInstalments, alone) =>
    dealFor(alone === undefined ? campaigns : campaigns.filter(({ id }) => id === alone), { ...about, offer, numInstalments })
}

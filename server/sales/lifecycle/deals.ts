import { isBudgetSpent } from '#domain/sales/campaigns/campaignBudget'
import { articleKey, type Deal, dealFor, reachedCents, type RunningCampaign } from '#domain/sales/campaigns/campaignDeal'
import { basisPoints, cents, type Cents, centsOrNull, formatEuros } from '#domain/platform/money'
import { fitsLimits, netOffered, type ProductOffer } from '#domain/sales/plans/offer'
import type { Channel, Product } from '#domain/sales/operations/states'
import { notify } from '../../merchants/notices/notify.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { changeCampaigns } from './changeCampaigns.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { audiencesOf, type Identifiers } from './audienceMembers.ts'
import type { ShopOffer } from './offers.ts'
import type { Secrets } from '../../platform/config/secrets.ts'

/** The facts of an order that campaigns are evaluated on. */
type OrderFacts = {
  /** Set for an existing order: it keeps the budget already promised to it, even when the budget is spent. */
  operationId?: string
  totalCents: Cents
  channel: Channel
  articles: readonly { id?: string; name: string; total: number }[]
  /** The customer, as far as known; null: no particular customer. An unknown customer belongs to no audience. */
  customer: Identifiers | null
  /** The installation's secrets, from which audience member keys are derived. */
  secrets: Secrets
  now: Date
}

/**
 * The deal that an order gets for an offer and number of instalments, or the one that a given campaign would give if it ran alone; null: no campaign applies.
 */
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

/** The shop's campaigns that are active now, by the clock, with how they apply to this order and its customer (docs/domain.md#campaigns). */
export async function readDeals(db: Connection, scope: Scope, order: OrderFacts): Promise<Deals> {
  const { operationId = null, totalCents, channel, articles, customer, secrets, now } = order
  const keys = [...new Set(articles.flatMap(({ id, name }) => (id === undefined ? [name] : [id, name])).map(articleKey))]
  const rows = await db.rows<Row>(sql`select c.id, c.scope, c.interest_bps,
      case when c.status = 'paused' then array[held.num_instalments] else c.num_instalments end as num_instalments, c.min_order_cents, c.max_order_cents, c.waiting_months, c.channels, c.audience_id,
      c.created_at, case when c.scope = 'bulk' then '{}' else array(select k.key from campaign_articles a, lateral (values (a.id_key), (a.name_key)) k (key)
        where a.merchant_id = c.merchant_id and a.mode = c.mode and a.campaign_id = c.id and k.key = any(${keys}::text[])) end as keys
    from campaigns c left join operations held on held.merchant_id = c.merchant_id and held.mode = c.mode and held.id = ${operationId}::uuid
        and held.campaign_id = c.id and held.campaign_promised_cents > 0
    where ${inScope(scope, 'c')}
      and (c.status in ('scheduled', 'active') or (c.status = 'paused' and c.budget_spent_at is not null and held.id is not null))
      and c.starts_at <= ${now} and (c.ends_at is null or c.ends_at > ${now})`)
  const campaigns = rows.map((row): RunningCampaign => ({
    id: row.id,
    scope: row.scope,
    consumerTin: basisPoints(row.interest_bps),
    numInstalments: row.num_instalments,
    minOrderCents: centsOrNull(row.min_order_cents),
    maxOrderCents: centsOrNull(row.max_order_cents),
    waitingMonths: row.waiting_months,
    channels: row.channels,
    audienceId: row.audience_id,
    createdAt: row.created_at,
    reachedCents: reachedCents(articles, new Set(row.keys)),
  }))
  // A coupon line lowers the share of no article.
  const articlesCents = articles.reduce((sum, { total }) => sum + Math.max(0, total), 0)
  const campaignAudienceIds = [...new Set(rows.flatMap(({ audience_id }) => audience_id ?? []))]
  const audienceIds =
    customer === null ? noAudiences : await audiencesOf(db, scope, { customer, audienceIds: campaignAudienceIds, secrets })
  const about = { orderCents: totalCents, channel, articlesCents, audienceIds }
  return (offer, numInstalments, alone) =>
    dealFor(alone === undefined ? campaigns : campaigns.filter(({ id }) => id === alone), { ...about, offer, numInstalments })
}

/** What the shop fixed in advance; the customer chooses the rest later. */
type DealQuery = { product: Product | null; numInstalments: number | null; campaignId?: string; totalCents: Cents }

const invalid = (name: string, code: string, message: string) =>
  new Refusal('ApiValidationException', { fields: [{ name, code, message }] })

/**
 * The product and number of instalments that an order starts with: what was fixed, else the first that fits. Refuses with CreditNotAvailable when the shop
 * offers no instalments, with ApiValidationException for an amount outside the limits (naming the difference), for a product or number that the shop does not
 * offer, and for a campaign that gives this order nothing.
 */
export function chooseOffer<Offer extends ShopOffer>(
  offers: readonly Offer[],
  query: DealQuery,
  deals: Deals,
): { offer: Offer; numInstalments: number } {
  if (offers.length === 0) throw new Refusal('CreditNotAvailable')
  const offered = query.product === null ? offers : offers.filter((one) => one.product === query.product)
  if (offered.length === 0) throw invalid('product.type', 'option', text('checkout.field.product'))
  const offer = offered.find((one) => fitsLimits(one, query.totalCents))
  if (!offer) throw outside(offered, query.totalCents)
  const numInstalments = query.numInstalments ?? offer.instalmentsAllowed[0]
  if (numInstalments === undefined || !offer.instalmentsAllowed.includes(numInstalments))
    throw invalid(
      'product.num_instalments',
      'option',
      text('checkout.field.numInstalments', { allowed: offer.instalmentsAllowed.join(', ') }),
    )
  return query.campaignId === undefined ? { offer, numInstalments } : ofCampaign(offered, query, query.campaignId, deals)
}

/** The first plan that an order gets from that campaign: no link is created for a campaign that is never the cheapest. */
function ofCampaign<Offer extends ShopOffer>(
  offers: readonly Offer[],
  { totalCents, numInstalments }: DealQuery,
  campaignId: string,
  deals: Deals,
) {
  const fitting = offers.filter((one) => fitsLimits(one, totalCents))
  for (const offer of fitting) {
    const won = offer.instalmentsAllowed.filter((count) => deals(offer, count)?.campaignId === campaignId)
    const count = numInstalments ?? won[0]
    if (count !== undefined && won.includes(count)) return { offer, numInstalments: count }
  }
  throw invalid('campaign_id', 'option', text('checkout.field.campaign'))
}

/** Names the nearest limit and the difference from it. */
function outside(offers: readonly ShopOffer[], totalCents: Cents): Refusal {
  const above = offers.map((one) => one.minCents).filter((minCents) => minCents > totalCents)
  const below = offers.map((one) => one.maxCents).filter((maxCents) => maxCents < totalCents)
  const up = above.length > 0 ? cents(Math.min(...above) - totalCents) : null
  const down = below.length > 0 ? cents(totalCents - Math.max(...below)) : null
  if (up !== null && (down === null || up <= down)) {
    const words = text('checkout.field.belowMinimum', { distance: formatEuros(up), limit: formatEuros(cents(totalCents + up)) })
    return invalid('order.total_amount', 'below_minimum', words)
  }
  const over = down ?? cents(0)
  const words = text('checkout.field.aboveMaximum', { distance: formatEuros(over), limit: formatEuros(cents(totalCents - over)) })
  return invalid('order.total_amount', 'above_maximum', words)
}

/** An order whose customer has just chosen a plan. */
type DealChoice = { operationId: string; order: OrderFacts; offer: ProductOffer; numInstalments: number }
/** The deal, and its cost to the shop once everything is captured. */
type Settled = { deal: Deal | null; promisedCents: Cents }

/**
 * Settles which campaign an order keeps from now on. For a campaign with a budget, the order reserves its part here under the campaign's lock: the order that
 * spends the last of it still gets the terms and pauses the campaign, so a budget is exceeded by less than the cost of that one order. An order keeps what it
 * was promised when it chooses the same again; later orders get what the other campaigns give.
 */
export async function settleDeal(
  db: Connection,
  scope: Scope,
  { operationId, order, offer, numInstalments }: DealChoice,
): Promise<Settled> {
  for (;;) {
    const deal = (await readDeals(db, scope, order))(offer, numInstalments)
    if (deal === null) return { deal, promisedCents: cents(0) }
    const promisedCents = netOffered(offer, numInstalments, order.totalCents, deal).subsidyCents
    // A campaign whose budget was just spent is no longer active: the next read leaves it out.
    if (await reserveBudget(db, scope, { campaignId: deal.campaignId, operationId, promisedCents, now: order.now }))
      return { deal, promisedCents }
  }
}

type Taking = { campaignId: string; operationId: string; promisedCents: Cents; now: Date }
type Budget = { status: string; holds: boolean; name: string; budget_cents: bigint; author: string | null }

/** False when the budget was already spent. */
async function reserveBudget(db: Connection, scope: Scope, { campaignId, operationId, promisedCents, now }: Taking): Promise<boolean> {
  const budget = await db.first<Budget>(sql`select c.status, c.name, c.budget_cents,
      exists (select from operations o where o.merchant_id = c.merchant_id and o.mode = c.mode and o.id = ${operationId} and o.campaign_id = c.id
        and o.campaign_promised_cents >= ${promisedCents}) as holds,
      (select u.user_id from memberships u join merchants m on m.account_id = u.account_id where m.id = c.merchant_id and u.user_id = c.created_by and u.disabled_at is null) as author from campaigns c
    where ${inScope(scope, 'c')} and c.id = ${campaignId} and c.budget_cents is not null for no key update`)
  if (!budget) return true
  // What the order was promised before is not counted twice.
  if (budget.holds) return true
  if (budget.status !== 'active' && budget.status !== 'scheduled') return false
  // In a statement of its own: it must see what the previous holder of the lock promised.
  const others = await db.first<{
    spent: bigint
  }>(sql`select coalesce(sum(campaign_cost(o.category, o.total_cents, o.captured_cents, o.voided_cents, o.campaign_promised_cents, o.subsidy_cents)), 0)::bigint as spent from operations o
    where ${inScope(scope, 'o')} and o.campaign_id = ${campaignId} and o.id <> ${operationId}`)
  const spent = cents(others?.spent ?? 0)
  const limit = cents(budget.budget_cents)
  const fits = !isBudgetSpent(limit, spent)
  if (isBudgetSpent(limit, cents(spent + promisedCents))) await pauseSpent(db, scope, campaignId, budget, now)
  return fits
}

/** Pauses the campaign and notifies its author or, when the author was deleted, everybody who may resume it. */
async function pauseSpent(
  db: Connection,
  scope: Scope,
  campaignId: string,
  { name, budget_cents, author }: Budget,
  now: Date,
): Promise<void> {
  const { merchantId, mode } = scope
  await changeCampaigns(db, scope, {
    where: sql`${inScope(scope, 'c')} and c.id = ${campaignId}`,
    becomes: { status: 'paused', at: sql`n.budget_spent_at` },
    set: sql`budget_spent_at = ${now}`,
  })
  notify(db, {
    about: { merchantId },
    type: 'campaign_budget_spent',
    level: 'warning',
    values: [
      { key: 'campaign', value: name },
      { key: 'amount', value: formatEuros(cents(budget_cents)) },
    ],
    actionUrl: `/merchants/${hexOf(merchantId)}/campaigns/${hexOf(campaignId)}${mode === 'sandbox' ? '?sandbox=true' : ''}`,
    roles: ['owner', 'admin', 'editor'],
    ...(author !== null && { userId: author }),
    now,
  })
}

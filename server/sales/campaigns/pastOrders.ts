import type { IdentifierType } from '#domain/sales/campaigns/audience'
import { articleKey, dealOf } from '#domain/sales/campaigns/campaignDeal'
import { addDays, daysBetween, madridDay, startOfMadridDay } from '#domain/platform/dates'
import { basisPoints, cents, type Cents, proportion, ZERO } from '#domain/platform/money'
import { netOffered } from '#domain/sales/plans/offer'
import { type Channel, channels } from '#domain/sales/operations/states'
import type { Handler } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { keyOfMembers, membership, readMembers } from '../lifecycle/audienceMembers.ts'
import { identifierColumn } from '../lifecycle/filterConditions.ts'
import { type CampaignOffer, readCampaign, readCampaignOffer } from './campaignRow.ts'
import type { Secrets } from '../../platform/config/secrets.ts'

/**
 * The condition, over `o`, that an order's customer is in an audience, for orders since an instant. Refuses with ObjectNotFoundException an audience that
 * does not exist. `secrets`: the installation's, from which audience keys are derived.
 */
async function audienceCondition(
  db: Connection,
  scope: Scope,
  filter: { audienceUuid: string; since: Date; secrets: Secrets },
): Promise<Sql> {
  const id = uuidOf(filter.audienceUuid)
  const audience = await db.first<{
    type: IdentifierType
    mark: Buffer
  }>(sql`select a.identifier_type as type, a.key_mark as mark from audiences a
    where ${inScope(scope, 'a')} and a.id = ${id ?? null}::uuid`)
  if (!audience || id === undefined) throw notFound(filter.audienceUuid)
  const column = identifierColumn(audience.type)
  const buyers = await db.rows<{ identifier: string }>(sql`select distinct ${column} as identifier from operations o
    where ${inScope(scope, 'o')} and o.created_at >= ${filter.since} and o.captured_cents > 0 and ${column} <> ''`)
  const key = keyOfMembers(filter.secrets, scope, audience.mark)
  const isMember = membership(await readMembers(db, scope, id), key, audience.type)
  const inside = buyers.flatMap(({ identifier }) => (isMember(identifier) ? [identifier] : []))
  return sql`${column} = any(${inside}::text[])`
}

/** Orders with one number of instalments and one share of campaign articles, in percent; their sum in cents. */
type PastOrders = { numInstalments: number; share: number; many: number; amountCents: number }

type OrderFilter = {
  since: Date
  numInstalments: readonly number[]
  channels: readonly Channel[]
  minOrderAmount: number | null
  maxOrderAmount: number | null
  /** The campaign whose articles count; null: all. */
  articlesOf: string | null
  /** The condition, over `o`, set by its audience; `true` for everybody. */
  ofAudience: Sql
}

/** Shares are grouped in steps of this many percent: an estimate need not be finer. */
const step = 10

/** The shop's paid orders that such a campaign would have applied to. Only instalment orders with interest qualify. */
export async function pastOrders(db: Connection, scope: Scope, filter: OrderFilter): Promise<PastOrders[]> {
  if (filter.articlesOf !== null) return byShare(db, scope, filter, filter.articlesOf)
  const rows = await db.rows<{
    num_instalments: number
    many: number
    amount: bigint
  }>(sql`select o.num_instalments, count(*)::integer as many,
      sum(o.captured_cents)::bigint as amount from operations o where ${reached(scope, filter)} group by 1 order by 1`)
  return rows.map(({ num_instalments, many, amount }) => ({
    numInstalments: num_instalments,
    share: 100,
    many,
    amountCents: Number(amount),
  }))
}

const reached = (scope: Scope, filter: OrderFilter): Sql => sql`${inScope(scope, 'o')} and o.created_at >= ${filter.since}
  and o.product = 'instalments' and o.captured_cents > 0 and o.num_instalments = any(${[...filter.numInstalments]}::integer[])
  and o.channel = any(${[...filter.channels]}::text[]) and o.total_cents between ${filter.minOrderAmount ?? 0} and ${filter.maxOrderAmount ?? Number.MAX_SAFE_INTEGER}
  and ${filter.ofAudience}`

type Line = { id?: string; name: string; total: number }
type CartRow = { num_instalments: number; captured_cents: bigint; articles: Line[] }

async function byShare(db: Connection, scope: Scope, filter: OrderFilter, campaignId: string): Promise<PastOrders[]> {
  const [keys, rows] = await Promise.all([
    db.rows<{ id_key: string; name_key: string }>(sql`select a.id_key, a.name_key from campaign_articles a
      where ${inScope(scope, 'a')} and a.campaign_id = ${campaignId}`),
    db.rows<CartRow>(sql`select o.num_instalments, o.captured_cents, c.articles from operations o
      join carts c on c.merchant_id = o.merchant_id and c.mode = o.mode and c.operation_id = o.id where ${reached(scope, filter)}`),
  ])
  const isChosen = memoised(new Set(keys.flatMap(({ id_key, name_key }) => [id_key, name_key])))
  const groups = new Map<string, PastOrders>()
  for (const { num_instalments, captured_cents, articles } of rows) {
    const [part, all] = reachedOf(articles, isChosen)
    const share = part === all && all > 0 ? 100 : Math.min(100 - step, Math.ceil((part * 100) / Math.max(all, 1) / step) * step)
    if (share === 0) continue
    const group = groups.get(`${num_instalments}/${share}`) ?? { numInstalments: num_instalments, share, many: 0, amountCents: 0 }
    group.many += 1
    group.amountCents += Number(captured_cents)
    groups.set(`${num_instalments}/${share}`, group)
  }
  return [...groups.values()]
}

/** Cents of the selected lines, and of all. */
function reachedOf(lines: readonly Line[], isChosen: (text: string) => boolean): [part: number, all: number] {
  let [part, all] = [0, 0]
  for (const { id, name, total } of lines) {
    all += total
    if (isChosen(name) || (id !== undefined && isChosen(id))) part += total
  }
  return [part, all]
}

/** Memoises the key of each article, because the same articles are sold repeatedly. */
function memoised(keys: ReadonlySet<string>): (text: string) => boolean {
  const known = new Map<string, boolean>()
  return (text) => {
    const found = known.get(text) ?? keys.has(articleKey(text))
    known.set(text, found)
    return found
  }
}

/** How many days of the shop's own orders are read. */
const days = 90
const month = 30

type Terms = { interest: number; waitingPeriod: number; numInstalments: readonly number[] }

/**
 * What a campaign would have cost on the shop's own orders of the last 90 days, each with its number of instalments. Computed on the sum of the orders per
 * number, so that it may differ by some cents from the sum of single computations.
 */
export const campaignEstimate: Handler<'campaignEstimate'> = async ({ db, scope, query, now, services }) => {
  const to = madridDay(now)
  const from = addDays(to, 1 - days)
  const articlesOf = query.campaignId === undefined ? null : (await readCampaign(db, scope, query.campaignId, now)).id
  const { minOrderAmount = null, maxOrderAmount = null, waitingPeriod, interest } = query
  const terms: Terms = { interest, waitingPeriod, numInstalments: query.numInstalments.split(',').map(Number) }
  const filter = { numInstalments: terms.numInstalments, channels: channelsOf(query.channels), minOrderAmount, maxOrderAmount }
  const since = startOfMadridDay(from)
  const { audienceUuid } = query
  const ofAudience =
    audienceUuid === undefined
      ? sql`true`
      : await audienceCondition(db, scope, { audienceUuid, since, secrets: services.config.sessionSecrets })
  const [offer, first, orders] = await Promise.all([
    readCampaignOffer(db, scope, now),
    db.first<{
      at: Date
    }>(sql`select o.created_at as at from operations o where ${inScope(scope, 'o')}
      order by o.created_at, o.id limit 1`),
    pastOrders(db, scope, { ...filter, since, articlesOf, ofAudience }),
  ])
  const amount = orders.reduce((sum, one) => sum + one.amountCents, 0)
  const many = orders.reduce((sum, one) => sum + one.many, 0)
  const subsidy = cents(orders.reduce((sum, one) => sum + subsidyOn(offer, terms, one), 0))
  const averageAmount = cents(many === 0 ? 0 : Math.round(amount / many))
  // For a younger shop the monthly figure is extrapolated from the days it has.
  const sold = first ? Math.min(days, daysBetween(madridDay(first.at), to) + 1) : days
  return {
    from,
    to,
    orders: many,
    amount,
    subsidy,
    averageAmount,
    choices: choicesOf(offer, terms, averageAmount),
    monthly: proportion(subsidy, month, Math.max(sold, month)),
  }
}

/** The requested channels, or all. */
const channelsOf = (list: string | undefined) => (list === undefined ? channels : channels.filter((one) => list.split(',').includes(one)))

/** For orders with one number of instalments and one share of campaign articles. */
function subsidyOn(offer: CampaignOffer, terms: Terms, { numInstalments, amountCents, share }: PastOrders): Cents {
  if (offer === null || amountCents === 0) return ZERO
  const campaign = { id: '', consumerTin: basisPoints(terms.interest), waitingMonths: terms.waitingPeriod }
  const deal = dealOf({ ...campaign, scope: share === 100 ? 'bulk' : 'single', reachedCents: share }, { offer, articlesCents: 100 })
  return netOffered(offer, numInstalments, cents(amountCents), deal).subsidyCents
}

/** For the average order, for each number of instalments allowed by the campaign and the shop. */
function choicesOf(offer: CampaignOffer, terms: Terms, averageAmount: Cents) {
  if (averageAmount === 0) return []
  const allowed = offer?.instalmentsAllowed.filter((count) => terms.numInstalments.includes(count)) ?? []
  return allowed.map((numInstalments) => {
    const subsidy = subsidyOn(offer, terms, { numInstalments, amountCents: averageAmount, share: 100, many: 1 })
    return { numInstalments, subsidy, share: Math.round((subsidy * 10_000) / averageAmount) }
  })
}

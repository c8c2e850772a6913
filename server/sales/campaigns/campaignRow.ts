import type { Campaign } from '#contract/sales/campaigns'
import {
  campaignAllows,
  campaignStateAt,
  type CampaignAction,
  type CampaignState,
  type CampaignTerms,
} from '#domain/sales/campaigns/campaign'
import { basisPoints, cents, type Cents } from '#domain/platform/money'
import type { Channel } from '#domain/sales/operations/states'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import type { LimitingAudience } from './campaignAudience.ts'
import { gapsOf, type CampaignOffer } from './gaps.ts'

type Row = {
  id: string
  name: string
  slug: string
  scope: 'bulk' | 'single'
  status: CampaignState
  starts_at: Date | null
  ends_at: Date | null
  interest_bps: number | null
  num_instalments: number[]
  min_order_cents: bigint | null
  max_order_cents: bigint | null
  waiting_months: number
  channels: Channel[]
  audience_id: string | null
  budget_cents: bigint | null
  budget_spent_at: Date | null
  audience: LimitingAudience | null
  revision: number
  created_at: Date
  creator: string | null
  changed_at: Date
  changer: string | null
  article_count: number
  orders: number
  amount: bigint
  subsidy: bigint
  spent: bigint
}

/** A campaign as the database keeps it, its state as it is by the clock. */
export type StoredCampaign = CampaignTerms & {
  id: string
  slug: string
  state: CampaignState
  revision: number
  articleCount: number
  audience: LimitingAudience | null
  createdAt: Date
  createdBy: string | null
  changedAt: Date
  changedBy: string | null
  /** When its budget was spent and it paused by itself. */
  budgetSpentAt: Date | null
  /** What it takes of its budget: paid by the shop or promised to customers who have chosen. */
  spentCents: Cents
  /** What came by it, after refunds. */
  usage: { orders: number; amount: number; subsidy: number }
}

const nameOf = (id: Sql): Sql => sql`(select nullif(concat_ws(' ', u.first_name, u.last_name), '') from users u where u.id = ${id})`

const columns: Sql = sql`c.id, c.name, c.slug, c.scope, c.status, c.starts_at, c.ends_at, c.interest_bps, c.num_instalments, c.min_order_cents, c.max_order_cents,
  c.waiting_months, c.channels, c.audience_id, c.budget_cents, c.budget_spent_at, c.revision, c.created_at, ${nameOf(sql`c.created_by`)} as creator, c.changed_at, ${nameOf(sql`c.changed_by`)} as changer,
  (select jsonb_build_object('name', a.name, 'state', a.status, 'size', a.size) from audiences a
    where a.merchant_id = c.merchant_id and a.mode = c.mode and a.id = c.audience_id) as audience,
  (select count(*)::integer from campaign_articles a where a.merchant_id = c.merchant_id and a.mode = c.mode and a.campaign_id = c.id) as article_count,
  used.orders, used.amount, used.subsidy, used.spent`

/** Orders that were captured, what is left of them, and what all take of the budget. */
const usage: Sql = sql`lateral (select count(*) filter (where o.captured_cents > 0)::integer as orders,
    coalesce(sum(o.captured_cents - o.refunded_cents + o.held_cents) filter (where o.captured_cents > 0), 0)::bigint as amount,
    coalesce(sum(o.subsidy_cents) filter (where o.captured_cents > 0), 0)::bigint as subsidy, coalesce(sum(campaign_cost(o)), 0)::bigint as spent
  from operations o where o.merchant_id = c.merchant_id and o.mode = c.mode and o.campaign_id = c.id) used`

/** What a shop's campaign is found by. */
export const thisCampaign = ({ merchantId, mode }: Scope, id: string): Sql =>
  sql`c.merchant_id = ${merchantId} and c.mode = ${mode} and c.id = ${id}`

/** The state by the clock, as `campaignStateAt` tells it, for choosing rows. */
export const stateInSql = (now: Date): Sql => sql`case when c.status in ('draft', 'finished') then c.status
  when c.ends_at <= ${now} then 'finished' when c.status = 'scheduled' and c.starts_at <= ${now} then 'active' else c.status end`

/** Campaigns of the shop that fulfil `condition`, over `c`; `rest`: their order and limit. */
export async function readCampaigns(
  db: Connection,
  { merchantId, mode }: Scope,
  now: Date,
  condition: Sql,
  rest: Sql,
): Promise<StoredCampaign[]> {
  const rows = await db.rows<Row>(
    sql`select ${columns} from campaigns c, ${usage} where c.merchant_id = ${merchantId} and c.mode = ${mode} and ${condition} ${rest}`,
  )
  return rows.map((row) => storedOf(row, now))
}

/** One campaign by its id as it travels. Refuses with ObjectNotFoundException, another shop's or mode's like one that is not there. */
export async function readCampaign(db: Connection, scope: Scope, hex: string, now: Date): Promise<StoredCampaign> {
  const id = uuidOf(hex)
  const [found] = id === undefined ? [] : await readCampaigns(db, scope, now, sql`c.id = ${id}`, sql``)
  if (!found) throw notFound(hex)
  return found
}

/** As {@link readCampaign}; keeps others from changing it until the transaction ends, and refuses with CampaignNotAllowed what its state forbids. */
export async function lockCampaign(db: Connection, scope: Scope, hex: string, now: Date, action: CampaignAction): Promise<StoredCampaign> {
  const id = uuidOf(hex)
  // Locked in a statement of its own: what follows must see what the earlier holder of the lock wrote.
  if (id !== undefined) db.send(sql`select from campaigns c where ${thisCampaign(scope, id)} for update`)
  const campaign = await readCampaign(db, scope, hex, now)
  if (!campaignAllows(campaign.state, action)) throw new Refusal('CampaignNotAllowed', action === 'delete' ? { why: 'delete' } : {})
  return campaign
}

function storedOf(row: Row, now: Date): StoredCampaign {
  const times = { startsAt: row.starts_at, endsAt: row.ends_at }
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    scope: row.scope,
    state: campaignStateAt({ status: row.status, ...times }, now),
    ...times,
    consumerTin: row.interest_bps === null ? null : basisPoints(row.interest_bps),
    numInstalments: row.num_instalments,
    minOrderCents: row.min_order_cents === null ? null : cents(row.min_order_cents),
    maxOrderCents: row.max_order_cents === null ? null : cents(row.max_order_cents),
    waitingMonths: row.waiting_months,
    channels: row.channels,
    audienceId: row.audience_id,
    budgetCents: row.budget_cents === null ? null : cents(row.budget_cents),
    budgetSpentAt: row.budget_spent_at,
    spentCents: cents(row.spent),
    audience: row.audience,
    revision: row.revision,
    articleCount: row.article_count,
    createdAt: row.created_at,
    createdBy: row.creator,
    changedAt: row.changed_at,
    changedBy: row.changer,
    usage: { orders: row.orders, amount: Number(row.amount), subsidy: Number(row.subsidy) },
  }
}

/** A campaign as the contract says it. */
export const campaignOf = (stored: StoredCampaign, offer: CampaignOffer, now: Date): Campaign => ({
  id: hexOf(stored.id),
  slug: stored.slug,
  name: stored.name,
  scope: stored.scope,
  startDate: stored.startsAt?.toISOString() ?? null,
  endDate: stored.endsAt?.toISOString() ?? null,
  interest: stored.consumerTin,
  numInstalments: [...stored.numInstalments],
  minOrderAmount: stored.minOrderCents,
  maxOrderAmount: stored.maxOrderCents,
  waitingPeriod: stored.waitingMonths,
  channels: [...stored.channels],
  audienceUuid: stored.audienceId === null ? null : hexOf(stored.audienceId),
  budgetAmount: stored.budgetCents,
  spentAmount: stored.spentCents,
  budgetSpentAt: stored.state === 'paused' ? (stored.budgetSpentAt?.toISOString() ?? null) : null,
  status: stored.state,
  isDraft: stored.state === 'draft',
  audienceName: stored.audience?.name ?? null,
  articleCount: stored.articleCount,
  revision: stored.revision,
  gaps: stored.state === 'draft' ? gapsOf(stored, offer, now).map(({ name, code, message }) => ({ field: name, code, message })) : [],
  usage: stored.usage,
  created: stored.createdAt.toISOString(),
  createdBy: stored.createdBy,
  changedAt: stored.changedAt.toISOString(),
  changedBy: stored.changedBy,
})

import type { Campaign } from '#contract/sales/campaigns'
import type { FieldProblem } from '#contract/platform/errors'
import { MIN_AUDIENCE_SIZE, audienceGap, type AudienceState } from '#domain/sales/campaigns/audience'
import {
  type CampaignAction,
  campaignAllows,
  campaignGaps,
  type CampaignContext,
  type CampaignState,
  campaignStateAt,
  type CampaignTerms,
} from '#domain/sales/campaigns/campaign'
import { basisPoints, cents, type Cents, centsOrNull, formatEuros, formatPercent } from '#domain/platform/money'
import { text } from '../../platform/calls/messages.ts'
import { personName } from '../../platform/calls/userConditions.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { columnsAs, inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { readOffers, type ShopOffer } from '../lifecycle/offers.ts'

/** The audience that a campaign is limited to, as far as the campaign needs it. */
export type LimitingAudience = { name: string; state: AudienceState; size: number }

/** The shop's instalment offer, which campaigns make cheaper; null when it has none. */
export type CampaignOffer = ShopOffer | null

/** Of the only product with interest, the one whose terms a campaign can change. */
export async function readCampaignOffer(db: Connection, scope: Scope, now: Date): Promise<CampaignOffer> {
  const offers = await readOffers(db, scope, now)
  return offers.find(({ product }) => product === 'instalments') ?? null
}

/** Everything missing to publish a campaign, in words. */
export function gapsOf(
  campaign: CampaignTerms & { articleCount: number; audience: LimitingAudience | null },
  offer: CampaignOffer,
  now: Date,
): FieldProblem[] {
  const { articleCount, audienceId, audience } = campaign
  const context: CampaignContext = { offer, articleCount, audienceGap: audienceId === null ? null : audienceGap(audience), now }
  return campaignGaps(campaign, context).map(({ field, code }) => gapProblem(field, code, offer))
}

/** A gap as a field problem, with its sentence. */
export function gapProblem(field: string, code: string, offer: CampaignOffer): FieldProblem {
  const values: Record<string, string> = offer
    ? {
        tin: formatPercent(offer.tin),
        allowed: offer.instalmentsAllowed.join(', '),
        least: formatEuros(offer.minCents),
        most: formatEuros(offer.maxCents),
      }
    : { allowed: '–' }
  return { name: field, code, message: text(`campaigns.server.gap.${field}.${code}`, { ...values, audienceLeast: MIN_AUDIENCE_SIZE }) }
}

/** A campaign as stored, with its state by the clock. */
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
  /** When its budget was spent and it paused automatically. */
  budgetSpentAt: Date | null
  /** Budget used: paid by the shop or reserved for customers who have chosen a plan. */
  spentCents: Cents
  /** Orders with this campaign, after refunds. */
  usage: { orders: number; amount: number; subsidy: number }
}

const fields = [
  ...(['id', 'slug', 'name', 'scope', 'startsAt', 'endsAt', 'numInstalments', 'waitingMonths', 'channels', 'audienceId'] as const),
  ...(['budgetSpentAt', 'revision', 'createdAt', 'changedAt'] as const),
] satisfies (keyof StoredCampaign)[]

type Row = Pick<StoredCampaign, (typeof fields)[number] | 'createdBy' | 'changedBy' | 'audience' | 'articleCount'> & {
  status: CampaignState
  interestBps: number | null
  minOrderCents: bigint | null
  maxOrderCents: bigint | null
  budgetCents: bigint | null
  orders: number
  amount: bigint
  subsidy: bigint
  spent: bigint
}

const columns: Sql = sql`${columnsAs('c', [...fields, 'status', 'interestBps', 'minOrderCents', 'maxOrderCents', 'budgetCents'])},
  ${personName(sql`c.created_by`)} as "createdBy", ${personName(sql`c.changed_by`)} as "changedBy",
  (select jsonb_build_object('name', a.name, 'state', a.status, 'size', a.size) from audiences a
    where a.merchant_id = c.merchant_id and a.mode = c.mode and a.id = c.audience_id) as audience,
  (select count(*)::integer from campaign_articles a where a.merchant_id = c.merchant_id and a.mode = c.mode and a.campaign_id = c.id) as "articleCount",
  used.orders, used.amount, used.subsidy, used.spent`

/** Captured orders, their remaining amounts, and the budget used by all orders. */
const usage: Sql = sql`lateral (select count(*) filter (where o.captured_cents > 0)::integer as orders,
    coalesce(sum(o.captured_cents - o.refunded_cents + o.held_cents) filter (where o.captured_cents > 0), 0)::bigint as amount,
    coalesce(sum(o.subsidy_cents) filter (where o.captured_cents > 0), 0)::bigint as subsidy, coalesce(sum(campaign_cost(o.category, o.total_cents, o.captured_cents, o.voided_cents, o.campaign_promised_cents, o.subsidy_cents)), 0)::bigint as spent
  from operations o where o.merchant_id = c.merchant_id and o.mode = c.mode and o.campaign_id = c.id) used`

/** The condition that selects one campaign of a shop. */
export const whereCampaign = (scope: Scope, id: string): Sql => sql`${inScope(scope, 'c')} and c.id = ${id}`

/** The state by the clock, as in `campaignStateAt`, for selecting rows. */
export const stateInSql = (now: Date): Sql => sql`case when c.status in ('draft', 'finished') then c.status
  when c.ends_at <= ${now} then 'finished' when c.status = 'scheduled' and c.starts_at <= ${now} then 'active' else c.status end`

/** Campaigns of the shop that match `condition`, over `c`; `rest`: ordering and limit. */
export async function readCampaigns(db: Connection, scope: Scope, now: Date, condition: Sql, rest: Sql): Promise<StoredCampaign[]> {
  const rows = await db.rows<Row>(sql`select ${columns} from campaigns c, ${usage} where ${inScope(scope, 'c')} and ${condition} ${rest}`)
  return rows.map((row) => storedOf(row, now))
}

/** One campaign by its wire id. Refuses with ObjectNotFoundException, also for one of another shop or mode. */
export async function readCampaign(db: Connection, scope: Scope, hex: string, now: Date): Promise<StoredCampaign> {
  const [found] = await readCampaigns(db, scope, now, sql`c.id = ${idFrom(hex)}`, sql``)
  if (!found) throw notFound(hex)
  return found
}

/** As {@link readCampaign}; locks the row until the transaction ends, and refuses with CampaignNotAllowed what its state forbids. */
export async function lockCampaign(db: Connection, scope: Scope, hex: string, now: Date, action: CampaignAction): Promise<StoredCampaign> {
  const id = uuidOf(hex)
  // Locked in a statement of its own: what follows must see what the previous holder of the lock wrote.
  if (id !== undefined) db.send(sql`select from campaigns c where ${whereCampaign(scope, id)} for update`)
  const campaign = await readCampaign(db, scope, hex, now)
  if (!campaignAllows(campaign.state, action)) throw new Refusal('CampaignNotAllowed', action === 'delete' ? { why: 'delete' } : {})
  return campaign
}

function storedOf(row: Row, now: Date): StoredCampaign {
  const { status, interestBps, minOrderCents, maxOrderCents, budgetCents, orders, amount, subsidy, spent, ...rest } = row
  return {
    ...rest,
    state: campaignStateAt({ status, startsAt: row.startsAt, endsAt: row.endsAt }, now),
    consumerTin: interestBps === null ? null : basisPoints(interestBps),
    minOrderCents: centsOrNull(minOrderCents),
    maxOrderCents: centsOrNull(maxOrderCents),
    budgetCents: centsOrNull(budgetCents),
    spentCents: cents(spent),
    usage: { orders, amount: Number(amount), subsidy: Number(subsidy) },
  }
}

/** A campaign in the contract's shape. */
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

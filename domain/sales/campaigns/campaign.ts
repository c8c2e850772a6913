import { daysBetween, madridDay } from '../../platform/dates.ts'
import type { BasisPoints, Cents } from '../../platform/money.ts'
import type { Channel } from '../operations/states.ts'

export const campaignStates = ['draft', 'scheduled', 'active', 'paused', 'finished'] as const
export type CampaignState = (typeof campaignStates)[number]
/** `bulk`: the whole catalogue; `single`: chosen articles. */
type CampaignScope = 'bulk' | 'single'

/** The longest that a campaign with an end may run, counted in days of Madrid (docs/domain.md#campaigns). */
const CAMPAIGN_DAYS = 365
/** The most articles of a campaign; more are the whole catalogue. */
export const CAMPAIGN_ARTICLES = 5_000

/** What a person decides about a campaign; a draft may lack any of it. Amounts in cents, the rate yearly and nominal. */
export interface CampaignTerms {
  name: string
  scope: CampaignScope
  startsAt: Date | null
  /** The first instant at which it no longer runs; null: without end. */
  endsAt: Date | null
  consumerTin: BasisPoints | null
  numInstalments: readonly number[]
  minOrderCents: Cents | null
  maxOrderCents: Cents | null
  /** Months before the first instalment, 0 to 3. */
  waitingMonths: number
  channels: readonly Channel[]
  audienceId: string | null
  /** What it may cost the shop before it pauses; null: without limit. */
  budgetCents: Cents | null
}
export type CampaignField = keyof CampaignTerms

/**
 * The state at an instant: the clock starts and ends a campaign at its very time, however late whoever writes that down may be.
 */
export function campaignStateAt(
  { status, startsAt, endsAt }: { status: CampaignState } & Pick<CampaignTerms, 'startsAt' | 'endsAt'>,
  now: Date,
): CampaignState {
  if (status === 'draft' || status === 'finished') return status
  if (endsAt !== null && endsAt <= now) return 'finished'
  return status === 'scheduled' && startsAt !== null && startsAt <= now ? 'active' : status
}

export type CampaignAction = 'update' | 'articles' | 'delete' | 'publish' | 'pause' | 'resume' | 'finish' | 'duplicate'

const allowed: Readonly<Record<CampaignState, readonly CampaignAction[]>> = {
  draft: ['update', 'articles', 'delete', 'publish', 'duplicate'],
  scheduled: ['update', 'articles', 'delete', 'duplicate'],
  active: ['update', 'articles', 'pause', 'finish', 'duplicate'],
  paused: ['update', 'articles', 'resume', 'finish', 'duplicate'],
  finished: ['duplicate'],
}

/** Whether a campaign in this state takes an action (docs/domain.md#campaigns: drafts and scheduled ones are deleted, the others finish). */
export const campaignAllows = (state: CampaignState, action: CampaignAction): boolean => allowed[state].includes(action)

const started: readonly CampaignField[] = ['name', 'endsAt', 'budgetCents']

/**
 * Whether a field may change: before the start any, while it runs its name and end (docs/domain.md#campaigns; articles are asked by `campaignAllows`), and
 * its budget, which changes nothing for customers.
 */
export function isCampaignFieldOpen(state: CampaignState, field: CampaignField): boolean {
  return campaignAllows(state, 'update') && (state === 'draft' || state === 'scheduled' || started.includes(field))
}

/** What keeps a campaign from being published: a field as on the wire, and a code that the message catalogue knows. */
type CampaignGap = { field: string; code: string }

/** What a campaign is measured against. `offer`: what the shop sells by instalments, null when it does not. */
export interface CampaignGround {
  offer: { tin: BasisPoints; instalmentsAllowed: readonly number[]; minCents: Cents; maxCents: Cents } | null
  articleCount: number
  /** Why the chosen audience cannot be used (`audienceGap`); null when it can, or without one. */
  audienceGap: string | null
  now: Date
}

/** Everything that a campaign lacks to be published, all at once (docs/domain.md#campaigns). */
export function campaignGaps(terms: CampaignTerms, ground: CampaignGround): CampaignGap[] {
  const checks: (CampaignGap | false)[] = [
    terms.name === '' && gap('name', 'required'),
    startGap(terms, ground.now),
    endGap(terms, ground.now),
    interestGap(terms, ground),
    instalmentsGap(terms, ground),
    ...amountGaps(terms, ground),
    terms.channels.length === 0 && gap('channels', 'required'),
    terms.scope === 'single' && ground.articleCount === 0 && gap('articles', 'required'),
    ground.audienceGap !== null && gap('audience_uuid', ground.audienceGap),
  ]
  return checks.filter((one) => one !== false)
}

const gap = (field: string, code: string): CampaignGap => ({ field, code })

function startGap({ startsAt }: CampaignTerms, now: Date): CampaignGap | false {
  if (startsAt === null) return gap('start_date', 'required')
  return madridDay(startsAt) < madridDay(now) && gap('start_date', 'past')
}

/** What is wrong with an end: not after the start, over already, or more than {@link CAMPAIGN_DAYS} days of Madrid later. */
export function endGap({ startsAt, endsAt }: Pick<CampaignTerms, 'startsAt' | 'endsAt'>, now: Date): CampaignGap | false {
  if (endsAt === null) return false
  if (startsAt !== null && endsAt <= startsAt) return gap('end_date', 'before_start')
  if (endsAt <= now) return gap('end_date', 'past')
  if (startsAt === null) return false
  const lastDay = madridDay(new Date(endsAt.getTime() - 1))
  return daysBetween(madridDay(startsAt), lastDay) + 1 > CAMPAIGN_DAYS && gap('end_date', 'too_long')
}

function interestGap({ consumerTin, waitingMonths }: CampaignTerms, { offer }: CampaignGround): CampaignGap | false {
  if (consumerTin === null) return gap('interest', 'required')
  if (offer === null) return false
  if (consumerTin > offer.tin) return gap('interest', 'above_usual')
  return consumerTin === offer.tin && waitingMonths === 0 && gap('interest', 'no_benefit')
}

function instalmentsGap({ numInstalments }: CampaignTerms, { offer }: CampaignGround): CampaignGap | false {
  if (numInstalments.length === 0) return gap('num_instalments', 'required')
  return !numInstalments.every((count) => offer?.instalmentsAllowed.includes(count)) && gap('num_instalments', 'not_offered')
}

function amountGaps({ minOrderCents: min, maxOrderCents: max }: CampaignTerms, { offer }: CampaignGround): (CampaignGap | false)[] {
  return [
    min !== null && offer !== null && min > offer.maxCents && gap('min_order_amount', 'above_limit'),
    max !== null && offer !== null && max < offer.minCents && gap('max_order_amount', 'below_limit'),
    min !== null && max !== null && max < min && gap('max_order_amount', 'below_minimum'),
  ]
}

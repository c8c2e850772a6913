import { daysBetween, madridDay } from '../../platform/dates.ts'
import type { BasisPoints, Cents } from '../../platform/money.ts'
import { type Channel, channels } from '../operations/states.ts'

export const campaignStates = ['draft', 'scheduled', 'active', 'paused', 'finished'] as const
export type CampaignState = (typeof campaignStates)[number]
/** `bulk`: the whole catalogue; `single`: selected articles. */
type CampaignScope = 'bulk' | 'single'

/** Maximum duration of a campaign with an end, in Madrid days (docs/domain.md#campaigns). */
const CAMPAIGN_DAYS = 365
/** Maximum articles of a campaign. */
export const CAMPAIGN_ARTICLES = 5_000

/** The terms that a person sets; a draft may lack any of them. Amounts in cents, the rate nominal and yearly. */
export interface CampaignTerms {
  name: string
  scope: CampaignScope
  startsAt: Date | null
  /** The first instant at which it is no longer active; null: no end. */
  endsAt: Date | null
  consumerTin: BasisPoints | null
  numInstalments: readonly number[]
  minOrderCents: Cents | null
  maxOrderCents: Cents | null
  /** Months before the first instalment, 0 to 3. */
  waitingMonths: number
  channels: readonly Channel[]
  audienceId: string | null
  /** What it may cost the shop before it pauses; null: no limit. */
  budgetCents: Cents | null
}
export type CampaignField = keyof CampaignTerms

/** A campaign of which nothing is decided: the whole catalogue, every channel, no waiting. */
export const blankCampaign: CampaignTerms = {
  name: '',
  scope: 'bulk',
  startsAt: null,
  endsAt: null,
  consumerTin: null,
  numInstalments: [],
  minOrderCents: null,
  maxOrderCents: null,
  waitingMonths: 0,
  channels,
  audienceId: null,
  budgetCents: null,
}

/** The effective state at an instant: the clock starts and ends a campaign exactly on time, however late the job that records it. */
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

/** Whether an action is allowed in a state (docs/domain.md#campaigns: drafts and scheduled ones are deleted, the others finish). */
export const campaignAllows = (state: CampaignState, action: CampaignAction): boolean => allowed[state].includes(action)

const started: readonly CampaignField[] = ['name', 'endsAt', 'budgetCents']

/**
 * Whether a field may change: before the start any, while active its name and end (docs/domain.md#campaigns; articles are checked by `campaignAllows`), and
 * its budget, which changes nothing for customers.
 */
export function isCampaignFieldOpen(state: CampaignState, field: CampaignField): boolean {
  return campaignAllows(state, 'update') && (state === 'draft' || state === 'scheduled' || started.includes(field))
}

/** What is missing to publish a campaign: a wire field, and a code of the message catalogue. */
type CampaignGap = { field: string; code: string }

/** What a campaign is validated against. `offer`: the shop's instalment offer, null when it has none. */
export interface CampaignContext {
  offer: { tin: BasisPoints; instalmentsAllowed: readonly number[]; minCents: Cents; maxCents: Cents } | null
  articleCount: number
  /** Why the selected audience cannot be used (`audienceGap`); null when it can, or without one. */
  audienceGap: string | null
  now: Date
}

/** Everything missing to publish a campaign, complete (docs/domain.md#campaigns). */
export function campaignGaps(terms: CampaignTerms, context: CampaignContext): CampaignGap[] {
  const checks: (CampaignGap | false)[] = [
    terms.name === '' && gap('name', 'required'),
    startGap(terms, context.now),
    endGap(terms, context.now),
    interestGap(terms, context),
    instalmentsGap(terms, context),
    ...amountGaps(terms, context),
    terms.channels.length === 0 && gap('channels', 'required'),
    terms.scope === 'single' && context.articleCount === 0 && gap('articles', 'required'),
    context.audienceGap !== null && gap('audience_uuid', context.audienceGap),
  ]
  return checks.filter((one) => one !== false)
}

const gap = (field: string, code: string): CampaignGap => ({ field, code })

function startGap({ startsAt }: CampaignTerms, now: Date): CampaignGap | false {
  if (startsAt === null) return gap('start_date', 'required')
  return madridDay(startsAt) < madridDay(now) && gap('start_date', 'past')
}

/** What is wrong with an end: not after the start, in the past, or more than {@link CAMPAIGN_DAYS} Madrid days later. */
export function endGap({ startsAt, endsAt }: Pick<CampaignTerms, 'startsAt' | 'endsAt'>, now: Date): CampaignGap | false {
  if (endsAt === null) return false
  if (startsAt !== null && endsAt <= startsAt) return gap('end_date', 'before_start')
  if (endsAt <= now) return gap('end_date', 'past')
  if (startsAt === null) return false
  const lastDay = madridDay(new Date(endsAt.getTime() - 1))
  return daysBetween(madridDay(startsAt), lastDay) + 1 > CAMPAIGN_DAYS && gap('end_date', 'too_long')
}

function interestGap({ consumerTin, waitingMonths }: CampaignTerms, { offer }: CampaignContext): CampaignGap | false {
  if (consumerTin === null) return gap('interest', 'required')
  if (offer === null) return false
  if (consumerTin > offer.tin) return gap('interest', 'above_usual')
  return consumerTin === offer.tin && waitingMonths === 0 && gap('interest', 'no_benefit')
}

function instalmentsGap({ numInstalments }: CampaignTerms, { offer }: CampaignContext): CampaignGap | false {
  if (numInstalments.length === 0) return gap('num_instalments', 'required')
  return !numInstalments.every((count) => offer?.instalmentsAllowed.includes(count)) && gap('num_instalments', 'not_offered')
}

function amountGaps({ minOrderCents: min, maxOrderCents: max }: CampaignTerms, { offer }: CampaignContext): (CampaignGap | false)[] {
  return [
    min !== null && offer !== null && min > offer.maxCents && gap('min_order_amount', 'above_limit'),
    max !== null && offer !== null && max < offer.minCents && gap('max_order_amount', 'below_limit'),
    min !== null && max !== null && max < min && gap('max_order_amount', 'below_minimum'),
  ]
}

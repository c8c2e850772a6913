import type { Campaign } from '#contract/sales/campaigns'
import { localDate, type LocalDate, madridDay, startOfMadridDay, startOfNextMadridDay } from '#domain/platform/dates'
import { basisPoints } from '#domain/platform/money'
import { blankCampaign, campaignGaps } from '#domain/sales/campaigns/campaign'
import { serverNow } from '../../platform/api/serverClock.ts'
import { t } from '../../platform/i18n/t.ts'

/** Editable fields of a campaign. */
const termFields = [
  'name',
  'startDate',
  'endDate',
  'scope',
  'interest',
  'numInstalments',
  'waitingPeriod',
  'minOrderAmount',
  'maxOrderAmount',
  'channels',
  'audienceUuid',
  'budgetAmount',
] as const
export type TermField = (typeof termFields)[number]
export type Terms = Pick<Campaign, TermField>
/** Unsaved changes by field. */
export type Typed = Partial<Terms>

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What a template decides; the rest is blank. */
type Preset = { name?: string; interest?: number }

/** What is still missing, as the server says it of a stored draft. */
function gapsOf({ name = blankCampaign.name, interest }: Preset): Campaign['gaps'] {
  const terms = { ...blankCampaign, name, consumerTin: interest === undefined ? null : basisPoints(interest) }
  return campaignGaps(terms, { offer: null, articleCount: 0, audienceGap: null, now: serverNow() }).map(({ field, code }) => ({
    field,
    code,
    message: t(`campaigns.server.gap.${field}.${code}` as 'campaigns.server.gap.name.required'), // the server says every gap with these messages
  }))
}

/** A campaign of which nothing is stored yet, with the values of a template. */
export const unstoredCampaign = (preset: Preset): Campaign => ({
  id: '',
  slug: '',
  name: blankCampaign.name,
  scope: blankCampaign.scope,
  startDate: null,
  endDate: null,
  interest: null,
  numInstalments: [],
  minOrderAmount: null,
  maxOrderAmount: null,
  waitingPeriod: blankCampaign.waitingMonths,
  channels: [...blankCampaign.channels],
  audienceUuid: null,
  budgetAmount: null,
  ...preset,
  status: 'draft',
  isDraft: true,
  audienceName: null,
  articleCount: 0,
  spentAmount: 0,
  budgetSpentAt: null,
  revision: 0,
  gaps: gapsOf(preset),
  usage: { orders: 0, amount: 0, subsidy: 0 },
  created: '',
  createdBy: null,
  changedAt: '',
  changedBy: null,
})

/** Whether the server has it. */
export const isStored = (campaign: Pick<Campaign, 'id'>): boolean => campaign.id !== ''

/** The changed fields, in page order. */
export const typedFields = (typed: Typed): TermField[] => termFields.filter((field) => field in typed)

/** The changes left after `sent` was saved: fields changed again meanwhile stay. */
export function withoutSent(typed: Typed, sent: Typed): Typed {
  return Object.fromEntries(Object.entries(typed).filter(([field, value]) => !same(value, sent[field as TermField])))
}

/** Adds a change; a value equal to the saved one removes it. */
export function withField<Field extends TermField>(typed: Typed, campaign: Terms, field: Field, value: Terms[Field]): Typed {
  const { [field]: _, ...others } = typed
  return same(campaign[field], value) ? (others as Typed) : { ...others, [field]: value } // `others` is `typed` without one field
}

/** Start of a day in Madrid. */
export const startOf = (day: string): string => startOfMadridDay(localDate(day)).toISOString()

/** End of a day in Madrid, exclusive. */
export const endOf = (day: string): string => startOfNextMadridDay(localDate(day)).toISOString()

/** The first day of a campaign in Madrid. */
export const firstDay = (startDate: string | null): LocalDate | null => (startDate === null ? null : madridDay(new Date(startDate)))

/** The last day of a campaign in Madrid. */
export const lastDay = (endDate: string | null): LocalDate | null =>
  endDate === null ? null : madridDay(new Date(Date.parse(endDate) - 1))

/** Whether an instant is midnight in Madrid, so that the date alone is exact. */
export const isMidnight = (instant: string): boolean => startOfMadridDay(madridDay(new Date(instant))).getTime() === Date.parse(instant)

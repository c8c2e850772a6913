import { isolated } from '#domain/platform/direction'
import type { Campaign } from '#contract/sales/campaigns'
import type { CampaignState } from '#domain/sales/campaigns/campaign'
import { date, dateTime, money, percent } from '../../platform/i18n/format.ts'
import { pageLanguage } from '../../platform/api/pageLanguage.ts'
import { t } from '../../platform/i18n/t.ts'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'
import { firstDay, isMidnight, lastDay, type Terms } from './campaignDraft.ts'

/** Icon of each status. */
export const campaignKind: Readonly<Record<CampaignState, StatusKind>> = {
  draft: 'merchant',
  scheduled: 'upcoming',
  active: 'accepted-filled',
  paused: 'accepted-paused',
  finished: 'stopped',
}

/** Whether the campaign has started. */
export const hasBegun = ({ status }: Pick<Campaign, 'status'>): boolean => status !== 'draft' && status !== 'scheduled'

/** The name, or a placeholder. */
export const nameOf = ({ name }: Pick<Campaign, 'name'>): string => (name === '' ? t('campaigns.noName') : name)

/** Start date, with the time unless it is midnight. */
export function startText(startDate: string | null): string {
  const day = firstDay(startDate)
  if (startDate === null || day === null) return t('campaigns.noStart')
  return isMidnight(startDate) ? t('campaigns.from', { day: date(day) }) : t('campaigns.fromTime', { time: dateTime(startDate) })
}

/** End date, with the meaning of an end of day. */
export function endText(endDate: string | null): string {
  const day = lastDay(endDate)
  if (endDate === null || day === null) return t('campaigns.noEnd')
  return isMidnight(endDate) ? t('campaigns.until', { day: date(day) }) : t('campaigns.untilTime', { time: dateTime(endDate) })
}

/** `01.12.2026 – 31.12.2026`. */
export function rangeText({ startDate, endDate }: Pick<Terms, 'startDate' | 'endDate'>): string {
  const [first, last] = [firstDay(startDate), lastDay(endDate)]
  if (first === null) return t('campaigns.noStart')
  return last === null ? t('campaigns.fromDay', { day: date(first) }) : t('campaigns.range', { from: date(first), to: date(last) })
}

/** `0 % en 3, 6 y 12 cuotas`; missing values are named. */
export function offerText({ interest, numInstalments }: Pick<Terms, 'interest' | 'numInstalments'>): string {
  if (interest === null || numInstalments.length === 0) return t('campaigns.noOffer')
  return t('campaigns.offer', { rate: percent(interest), numbers: listed(numInstalments.map(String)) })
}

/** "En tu web, en la tienda y por teléfono"; a dash when none is selected. */
export function channelsText(channels: Terms['channels']): string {
  const names = channels.map((channel) => t(`campaigns.channel.${channel}`))
  return names.length === 0 ? '—' : listed(names.map((name, at) => (at === 0 ? name : name.charAt(0).toLowerCase() + name.slice(1))))
}

/** Joins texts as `a, b y c`. `Intl.ListFormat` lacks Galician and Basque in some browsers. */
export function listed(texts: readonly string[]): string {
  const words = texts.map(isolated)
  const [last, ...before] = words.toReversed()
  if (Intl.ListFormat.supportedLocalesOf(pageLanguage()).length > 0 || last === undefined || before.length === 0)
    return new Intl.ListFormat(pageLanguage(), { type: 'conjunction' }).format(words)
  return t('campaigns.list', { before: before.toReversed().join(', '), last })
}

/** The whole catalogue, or the number of articles. */
export const scopeText = ({ scope, articleCount }: Pick<Campaign, 'scope' | 'articleCount'>): string =>
  scope === 'bulk' ? t('campaigns.scope.bulk') : t('campaigns.articles', { count: articleCount })

/** Range of order amounts. */
export function amountsText({ minOrderAmount: min, maxOrderAmount: max }: Pick<Terms, 'minOrderAmount' | 'maxOrderAmount'>): string {
  if (min === null && max === null) return t('campaigns.amounts.any')
  if (min === null) return t('campaigns.amounts.max', { max: money(max ?? 0) })
  return max === null ? t('campaigns.amounts.min', { min: money(min) }) : t('campaigns.amounts.both', { min: money(min), max: money(max) })
}

/** Budget and spent amount. */
export const budgetText = ({ budgetAmount, spentAmount }: Pick<Campaign, 'budgetAmount' | 'spentAmount'>): string => {
  if (budgetAmount === null) return t('campaigns.budget.none')
  return spentAmount === 0 ? money(budgetAmount) : t('campaigns.budget.of', { budget: money(budgetAmount), spent: money(spentAmount) })
}

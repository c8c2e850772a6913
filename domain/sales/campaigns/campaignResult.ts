import type { CampaignTerms } from './campaign.ts'
import { addDays, daysBetween, madridDay, type LocalDate } from '../../platform/dates.ts'
import { basisPoints, type BasisPoints } from '../../platform/money.ts'

/** Madrid days, inclusive. */
export type Days = { from: LocalDate; to: LocalDate }

/** The days that a campaign has been active so far, today included; null before its start. */
export function campaignDays({ startsAt, endsAt }: Pick<CampaignTerms, 'startsAt' | 'endsAt'>, now: Date): Days | null {
  if (startsAt === null || startsAt > now) return null
  // An end at midnight counts as the previous day.
  return { from: madridDay(startsAt), to: endsAt !== null && endsAt < now ? madridDay(new Date(endsAt.getTime() - 1)) : madridDay(now) }
}

/** The same number of days on the same weekdays just before: the comparison period. */
export function sameWeekdaysBefore({ from, to }: Days): Days {
  const back = -7 * Math.ceil((daysBetween(from, to) + 1) / 7)
  return { from: addDays(from, back), to: addDays(to, back) }
}

/** A part of a whole, at most 100 %; 0 of nothing. Both in cents. */
export const shareOf = (part: number, whole: number): BasisPoints =>
  basisPoints(whole <= 0 ? 0 : Math.min(10_000, Math.round((Math.max(part, 0) * 10_000) / whole)))

/** The relative change; null when there was nothing before. */
export const changeSince = (now: number, before: number): BasisPoints | null =>
  before <= 0 ? null : basisPoints(Math.round(((now - before) * 10_000) / before))

/** What each euro cost that the shop sold more than before, in cents; null when it sold no more, or nothing before. All in cents. */
export const costPerExtraEuro = (subsidy: number, now: number, before: number): number | null =>
  before <= 0 || now <= before ? null : Math.round((Math.max(subsidy, 0) * 100) / (now - before))

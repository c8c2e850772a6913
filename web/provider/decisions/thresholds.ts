import type { BodyOf } from '#contract/platform/endpoint'
import type { consoleDecisionRulesChange } from '#contract/provider/decisions'

export type Thresholds = BodyOf<typeof consoleDecisionRulesChange>['thresholds']

/** The thresholds that are amounts, and those that are counts, in the order of the form. */
export const amountFields = ['bankLinkFromCents', 'reviewFromCents', 'maxOwedCents'] as const
export const countFields = ['maxLivePlans', 'maxRecentRequests', 'minAgeYears'] as const
const leastOf = { maxLivePlans: 1, maxRecentRequests: 1, minAgeYears: 18 } as const
const most = 100

/** As typed: amounts in cents, null while empty or unreadable; counts as text. */
export type Typed = {
  amounts: Record<(typeof amountFields)[number], number | null>
  unreadable: ReadonlySet<string>
  counts: Record<(typeof countFields)[number], string>
}

export const typedOf = ({ maxLivePlans, maxRecentRequests, minAgeYears, ...amounts }: Thresholds): Typed => ({
  amounts,
  unreadable: new Set(),
  counts: { maxLivePlans: String(maxLivePlans), maxRecentRequests: String(maxRecentRequests), minAgeYears: String(minAgeYears) },
})

/** Whether a count is a whole number that its field allows. */
export const isCount = (field: (typeof countFields)[number], text: string): boolean =>
  /^\d{1,3}$/.test(text.trim()) && Number(text) >= leastOf[field] && Number(text) < most

/** The thresholds that were typed; null while one of them is missing or wrong. Only the amount of reviews may be empty. */
export function thresholdsOf({ amounts, unreadable, counts }: Typed): Thresholds | null {
  const { bankLinkFromCents, maxOwedCents, reviewFromCents } = amounts
  if (unreadable.size > 0 || !bankLinkFromCents || maxOwedCents === null || !countFields.every((field) => isCount(field, counts[field])))
    return null
  return {
    bankLinkFromCents,
    maxOwedCents,
    reviewFromCents: reviewFromCents || null,
    maxLivePlans: Number(counts.maxLivePlans),
    maxRecentRequests: Number(counts.maxRecentRequests),
    minAgeYears: Number(counts.minAgeYears),
  }
}

export const isSame = (one: Thresholds, other: Thresholds): boolean =>
  [...amountFields, ...countFields].every((field) => one[field] === other[field])

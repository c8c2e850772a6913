import { HOUR_MS } from '../../platform/dates.ts'

/** After this many hours without a test order the shop counts as finished with testing. */
export const TRIAL_RESTS_HOURS = 72

/** When a shop's own website created orders, in each mode. */
type TrialFacts = {
  /** Test orders since the last real one, none older than `TRIAL_RESTS_HOURS`. */
  test: { first: Date; last: Date } | null
  hours: number
  now: Date
}

/** Since when a live shop appears stuck in test mode: for this many hours its own website has sent test orders and no real one. Null: it is not. */
export function stuckSince({ test, hours, now }: TrialFacts): Date | null {
  if (test === null || now.getTime() - test.last.getTime() >= TRIAL_RESTS_HOURS * HOUR_MS) return null
  return now.getTime() - test.first.getTime() >= hours * HOUR_MS ? test.first : null
}

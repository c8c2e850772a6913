const hourMs = 3_600_000

/** After so many hours without a test order it was a trial, and nobody is left waiting. */
export const TRIAL_RESTS_HOURS = 72

/** Orders of a shop's own website in each mode: when they came. */
type TrialFacts = {
  /** Test orders since the last real one, and never more than `TRIAL_RESTS_HOURS` ago. */
  test: { first: Date; last: Date } | null
  hours: number
  now: Date
}

/**
 * Since when a shop that sells is stuck in its test mode: for so many hours its own website has sent test orders and no real one.
 * Null: it is not.
 */
export function stuckSince({ test, hours, now }: TrialFacts): Date | null {
  if (test === null || now.getTime() - test.last.getTime() >= TRIAL_RESTS_HOURS * hourMs) return null
  return now.getTime() - test.first.getTime() >= hours * hourMs ? test.first : null
}

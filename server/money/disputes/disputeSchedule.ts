import { DAY_MS, HOUR_MS } from '#domain/platform/dates'
import { isOver } from '#domain/money/cardDispute'
import type { StoredDispute } from './disputeRows.ts'

const MINUTE = 60_000

/** How often the card provider is asked about an open dispute, whose notification may be lost. */
const openMs = 12 * HOUR_MS
/** In test mode the answer follows at once. */
const sandboxMs = 2_000
/** How long after its end a dispute is still read: money may come back late. */
const readAfterEndMs = 60 * DAY_MS

type Scheduled = Pick<StoredDispute, 'act' | 'state' | 'closedAt' | 'withdrawnCents' | 'provider'>

/** `now`: by the shop's clock, which may be ahead in test mode; `wallNow`: the time at which workers look. */
export type DisputeClock = { now: Date; wallNow: Date }

/** When the card provider is told or asked next, by the wall clock; null: not any more. */
export function nextDisputeStep(
  { act, state, closedAt, withdrawnCents, provider }: Scheduled,
  { now, wallNow }: DisputeClock,
): Date | null {
  if (act !== null) return wallNow
  if (state === 'under_review' && provider === 'simulated') return new Date(wallNow.getTime() + sandboxMs)
  if (!isOver(state)) return new Date(wallNow.getTime() + openMs)
  // Its money has come back, or it is old.
  if (withdrawnCents === 0 || closedAt === null || now.getTime() - closedAt.getTime() > readAfterEndMs) return null
  return new Date(wallNow.getTime() + DAY_MS)
}

/** After so many failures in a row, when the card provider is tried again: soon at first, at most every hour. */
export const retryAt = (attempts: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(MINUTE * 2 ** Math.max(attempts - 1, 0), HOUR_MS))

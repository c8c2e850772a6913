const dayMs = 86_400_000

/** How far ahead of the present a sandbox may get, in days: the longest plan and its last reminders. */
export const MOST_AHEAD_DAYS = 1_200

/** Whether a sandbox that is so far ahead (ms) may be moved on by so many days. */
export const mayAdvance = (aheadMs: number, days: number): boolean => aheadMs + days * dayMs <= MOST_AHEAD_DAYS * dayMs

/** Whole days that a sandbox is ahead of the present, rounded: the time that passed while it was moved does not count. */
export const daysAhead = (aheadMs: number): number => Math.round(aheadMs / dayMs)

/** What can be tried out with one press, in the order of an operation's life. */
export const scenarios = [
  'link',
  'approved',
  'captureRequired',
  'refused',
  'challenge',
  'expired',
  'duplicated',
  'refunded',
  'cancelled',
  'negativeBalance',
] as const
export type Scenario = (typeof scenarios)[number]

/** Documents that the test mode treats apart (docs/domain.md#test-mode). */
export const TEST_DOCUMENTS = { refused: '99999998T', challenge: '99999995C' } as const

const letters = 'TRWAGMYFPDXBNJZSQVHLCKE'

/** A valid NIF from any non-negative integer, never one of the test documents. */
export function testNif(seed: number): string {
  const number = 20_000_000 + (seed % 60_000_000)
  return `${number}${letters[number % 23]}`
}

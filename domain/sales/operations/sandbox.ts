import { DAY_MS } from '../../platform/dates.ts'

/** Maximum offset of a sandbox clock, in days: the longest plan and its last reminders. */
export const MAX_AHEAD_DAYS = 1_200

/** Whether a sandbox clock with this offset (ms) may be advanced by so many days. */
export const mayAdvance = (aheadMs: number, days: number): boolean => aheadMs + days * DAY_MS <= MAX_AHEAD_DAYS * DAY_MS

/** The offset in whole days, rounded: the time it took to advance the clock does not count. */
export const daysAhead = (aheadMs: number): number => Math.round(aheadMs / DAY_MS)

/** The scenarios, in the order of an operation's life. */
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
  'disputed',
  'disputeWon',
  'disputeLost',
] as const
export type Scenario = (typeof scenarios)[number]

/** Documents with a fixed outcome in sandbox (docs/domain.md#test-mode). */
export const TEST_DOCUMENTS = {
  refused: '99999998T',
  /** Their identity is checked by the number of their document, on the partner's page, and by a code to their phone. */
  challenge: '99999995C',
  challengePage: '99999996K',
  challengeCode: '99999997E',
} as const

const challenged: ReadonlySet<string> = new Set([TEST_DOCUMENTS.challenge, TEST_DOCUMENTS.challengePage, TEST_DOCUMENTS.challengeCode])

/** Whether the identity of a test document's holder is checked. */
export const isChallenged = (documentNumber: string): boolean => challenged.has(documentNumber)

/** Evidence for a dispute that contains this word loses it in test mode (docs/domain.md#test-mode). */
export const LOSING_EVIDENCE = 'PIERDE'

const letters = 'TRWAGMYFPDXBNJZSQVHLCKE'

/** A valid NIF from any non-negative integer, never one of the test documents. */
export function testNif(seed: number): string {
  const number = 20_000_000 + (seed % 60_000_000)
  return `${number}${letters[number % 23]}`
}

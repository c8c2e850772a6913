/** How long calls of the shops' API stay in the log. */
export const API_CALLS_KEPT_DAYS = 30

/** The periods that the log shows: by hour up to a day, by day beyond. */
export const apiCallRanges = ['day', 'week', 'month'] as const
export type ApiCallRange = (typeof apiCallRanges)[number]
export const daysOfRange: Readonly<Record<ApiCallRange, number>> = { day: 1, week: 7, month: API_CALLS_KEPT_DAYS }

/** Successes, errors of the caller (4xx), and ours (5xx). */
export const apiCallAnswers = ['success', 'caller', 'server'] as const
export type ApiCallAnswer = (typeof apiCallAnswers)[number]
/** The first status of each, and the first one beyond. */
export const statusesOf: Readonly<Record<ApiCallAnswer, readonly [from: number, below: number]>> = {
  success: [200, 400],
  caller: [400, 500],
  server: [500, 600],
}

/** The name of an address that does not exist, in the filter of calls. */
export const unknownCall = 'unknown'

import { NoAnswer, Refusal, StrangeAnswer } from './failures.ts'

/** Longer than this nobody is left waiting: the refusal says when to come back. */
const longestWaitMs = 30_000

/** Passing by itself: too many calls, maintenance, a fault inside, and the first of two equal writes that is still under way. */
const passing: ReadonlySet<string> = new Set(['TooManyRequests', 'Maintenance', 'InternalError', 'IdempotencyInFlight'])

/**
 * How long to wait before the same request is sent again, in milliseconds; null: it is not. Every write carries a key of repetition, so what was
 * done already is only answered again. `tries`: made so far; `chance`: from 0 to 1, so that those who failed together do not come back together.
 */
export function waitBefore(failure: unknown, tries: number, { backOffMs, chance }: { backOffMs: number; chance: number }): number | null {
  if (!isPassing(failure)) return null
  const said = failure instanceof Refusal ? (failure.retryAfterSeconds ?? 0) * 1_000 : 0
  const wait = Math.max(said, backOffMs * 2 ** (tries - 1) * (0.5 + chance / 2))
  return wait > longestWaitMs ? null : Math.round(wait)
}

function isPassing(failure: unknown): boolean {
  if (failure instanceof Refusal) return passing.has(failure.type)
  // A gateway's own words while what is behind it comes back.
  if (failure instanceof StrangeAnswer) return failure.status >= 500
  return failure instanceof NoAnswer
}

/** The seconds of a Retry-After header, which may hold a date (RFC 9110 §10.2.3); null when it says nothing. */
export function retryAfterSeconds(header: string | null, now: Date): number | null {
  if (header === null) return null
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1_000
  return Number.isNaN(seconds) ? null : Math.max(0, Math.ceil(seconds))
}

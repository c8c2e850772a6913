import { NoAnswer, Refusal, StrangeAnswer } from './failures.ts'

/** Longer delays are not awaited: the refusal has the number of seconds. */
const maxWaitMs = 30_000

/** Transient refusals: rate limit, maintenance, internal error, and a concurrent request with the same idempotency key. */
const passing: ReadonlySet<string> = new Set(['TooManyRequests', 'Maintenance', 'InternalError', 'IdempotencyInFlight'])

/**
 * Milliseconds to wait before the same request is retried; null: it is not. Every write has an idempotency key, so a completed write only returns its
 * answer again. `tries`: attempts made so far; `chance`: random number from 0 to 1 for the jitter.
 */
export function waitBefore(failure: unknown, tries: number, { backOffMs, chance }: { backOffMs: number; chance: number }): number | null {
  if (!isPassing(failure)) return null
  const advisedMs = failure instanceof Refusal ? (failure.retryAfterSeconds ?? 0) * 1_000 : 0
  const wait = Math.max(advisedMs, backOffMs * 2 ** (tries - 1) * (0.5 + chance / 2))
  return wait > maxWaitMs ? null : Math.round(wait)
}

function isPassing(failure: unknown): boolean {
  if (failure instanceof Refusal) return passing.has(failure.type)
  // A gateway’s error while the server behind it restarts.
  if (failure instanceof StrangeAnswer) return failure.status >= 500
  return failure instanceof NoAnswer
}

/** The seconds of a Retry-After header, which may also be a date (RFC 9110 §10.2.3); null when it is absent or invalid. */
export function retryAfterSeconds(header: string | null, now: Date): number | null {
  if (header === null) return null
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1_000
  return Number.isNaN(seconds) ? null : Math.max(0, Math.ceil(seconds))
}

import { refusalStatus } from '#contract/platform/errors'
import type { Endpoint, Schema } from '#contract/platform/endpoint'
import { z } from 'zod/mini'
import { DatabaseBusy } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import { ProviderUnreachable } from '../../money/payments/partners.ts'
import type { RawJson } from './call.ts'
import { hasText, text } from './messages.ts'
import { Refusal } from './refusal.ts'
import { toCamel, toSnake } from './wire.ts'

type Answering = Pick<Endpoint, 'answers'> & { name: string }

type Success = { status: number; shape: Schema | null | 'file' }
const successes = new WeakMap<Endpoint['answers'], Success>()

/** The success status of an endpoint and the schema of its body. */
export function successOf({ answers }: Pick<Endpoint, 'answers'>): Success {
  const cached = successes.get(answers)
  if (cached) return cached
  const [status, shape] = Object.entries(answers)[0] ?? ['500', null]
  const success = { status: Number(status), shape }
  successes.set(answers, success)
  return success
}

/** The response body as JSON; `check` validates it against the contract (outside production) and throws on a mismatch. */
export function serialise(endpoint: Answering, answer: unknown, check: boolean): string | null {
  const { shape } = successOf(endpoint)
  if (shape === null || shape === 'file') return null
  const raw = isRaw(answer)
  const body = raw ? answer.json : JSON.stringify(toSnake(answer))
  if (check) {
    const result = z.safeParse(shape, raw ? toCamel(JSON.parse(body)) : JSON.parse(JSON.stringify(answer)))
    if (!result.success)
      throw new Error(
        `${endpoint.name} answered with a body that its contract does not allow: ${JSON.stringify(result.error.issues.slice(0, 5))}`,
      )
  }
  return body
}

const isRaw = (answer: unknown): answer is RawJson => typeof answer === 'object' && answer !== null && 'json' in answer

/** Maps anything thrown to a refusal that may be shown; `unexpected` is true when it was not one of our own errors. */
export function refusalOf(error: unknown, endpoint?: Answering): { refusal: Refusal; unexpected: boolean } {
  if (error instanceof Refusal) return { refusal: error, unexpected: false }
  if (error instanceof DatabaseBusy) return { refusal: new Refusal('TooManyRequests', { retryAfterSeconds: 2 }), unexpected: false }
  if (error instanceof ProviderUnreachable) return { refusal: new Refusal('TooManyRequests', { retryAfterSeconds: 5 }), unexpected: false }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // lock_not_available, query_canceled, disk_full: nothing was done, and a retry may succeed.
  if (['55P03', '57014', '53100'].includes(code))
    return { refusal: new Refusal('TooManyRequests', { retryAfterSeconds: 3 }), unexpected: true }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return { refusal: new Refusal('PayloadTooLarge'), unexpected: false }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return { refusal: new Refusal('UnsupportedMediaType'), unexpected: false }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status >= 400 && status < 500) return { refusal: new Refusal('ApiValidationException'), unexpected: false }
  return { refusal: new Refusal('InternalError'), unexpected: endpoint !== undefined || status >= 500 }
}

/** As `refusalOf`; unexpected errors are logged with their cause. `facts` name the call and the request. */
export function loggedRefusal(log: Log, facts: Record<string, string>, error: unknown, endpoint?: Answering): Refusal {
  const { refusal, unexpected } = refusalOf(error, endpoint)
  if (unexpected) log('error', 'unhandled_error', facts, error)
  return refusal
}

/** The message of a refusal: that of its reason (`why`) if there is one, else that of its type. */
export function sentence(refusal: Refusal): string {
  const specificKey = `errors.${refusal.type}.${refusal.why}`
  const values = { seconds: String(refusal.retryAfterSeconds ?? 1), ...refusal.values }
  return text(refusal.why !== undefined && hasText(specificKey) ? specificKey : `errors.${refusal.type}`, values)
}

/** The error response: type, message, fields and the request's id, and nothing else. */
export function envelope(refusal: Refusal, requestId: string): { status: number; body: string } {
  const message = sentence(refusal)
  const body = {
    error: { type: refusal.type, message, ...(refusal.fields === undefined ? {} : { fields: refusal.fields }), request_id: requestId },
  }
  return { status: refusalStatus[refusal.type], body: JSON.stringify(body) }
}

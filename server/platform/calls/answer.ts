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

/** The one success status of an endpoint and what its body looks like. */
export function successOf({ answers }: Pick<Endpoint, 'answers'>): Success {
  const known = successes.get(answers)
  if (known) return known
  const [status, shape] = Object.entries(answers)[0] ?? ['500', null]
  const success = { status: Number(status), shape }
  successes.set(answers, success)
  return success
}

/** The body as it goes over the wire; checked against the contract outside production. */
export function serialise(endpoint: Answering, answer: unknown, check: boolean): string | null {
  const { shape } = successOf(endpoint)
  if (shape === null || shape === 'file') return null
  const raw = isRaw(answer)
  const body = raw ? answer.json : JSON.stringify(toSnake(answer))
  if (check) {
    const result = z.safeParse(shape, raw ? toCamel(JSON.parse(body)) : JSON.parse(JSON.stringify(answer)))
    if (!result.success)
      throw new Error(`${endpoint.name} answers what its contract does not say: ${JSON.stringify(result.error.issues.slice(0, 5))}`)
  }
  return body
}

const isRaw = (answer: unknown): answer is RawJson => typeof answer === 'object' && answer !== null && 'json' in answer

/** Turns whatever was thrown into a refusal that may be told; the second value is true when it was not foreseen. */
export function refusalOf(error: unknown, endpoint?: Answering): { refusal: Refusal; unforeseen: boolean } {
  if (error instanceof Refusal) return { refusal: error, unforeseen: false }
  if (error instanceof DatabaseBusy) return { refusal: new Refusal('TooManyRequests', { retryAfterSeconds: 2 }), unforeseen: false }
  if (error instanceof ProviderUnreachable) return { refusal: new Refusal('TooManyRequests', { retryAfterSeconds: 5 }), unforeseen: false }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // Lock or statement took too long, or the disk is full: nothing was done, coming back later helps.
  if (['55P03', '57014', '53100'].includes(code))
    return { refusal: new Refusal('TooManyRequests', { retryAfterSeconds: 3 }), unforeseen: true }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return { refusal: new Refusal('PayloadTooLarge'), unforeseen: false }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return { refusal: new Refusal('UnsupportedMediaType'), unforeseen: false }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status >= 400 && status < 500) return { refusal: new Refusal('ApiValidationException'), unforeseen: false }
  return { refusal: new Refusal('InternalError'), unforeseen: endpoint !== undefined || status >= 500 }
}

/** As `refusalOf`; what was not foreseen leaves its cause in the log. `facts` name the call and the request. */
export function loggedRefusal(log: Log, facts: Record<string, string>, error: unknown, endpoint?: Answering): Refusal {
  const { refusal, unforeseen } = refusalOf(error, endpoint)
  if (unforeseen) log('error', 'unhandled_error', facts, error)
  return refusal
}

/** What a refusal says, in the words of its type or, where there are, of its reason. */
export function sentence(refusal: Refusal): string {
  const exact = `errors.${refusal.type}.${refusal.why}`
  const values = { seconds: String(refusal.retryAfterSeconds ?? 1), ...refusal.values }
  return text(refusal.why !== undefined && hasText(exact) ? exact : `errors.${refusal.type}`, values)
}

/** The error envelope: type, sentence, fields and the request's id, and nothing else. */
export function envelope(refusal: Refusal, requestId: string): { status: number; body: string } {
  const message = sentence(refusal)
  const body = {
    error: { type: refusal.type, message, ...(refusal.fields === undefined ? {} : { fields: refusal.fields }), request_id: requestId },
  }
  return { status: refusalStatus[refusal.type], body: JSON.stringify(body) }
}

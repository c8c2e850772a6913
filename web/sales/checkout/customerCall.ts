import type { AnswerOf, BodyInput, Endpoint, QueryInput } from '#contract/platform/endpoint'
import type { FieldProblem, RefusalType } from '#contract/platform/errors'
import { ApiFailure, isApiFailure } from '../../platform/api/apiFailure.ts'
import { settings } from '../../platform/api/settings.ts'
import { pageLanguage } from '../../platform/api/pageLanguage.ts'
import { snakeKey, toCamel, toSnake } from '../../platform/api/wire.ts'
import type { CheckoutLink } from './checkoutLink.ts'
import { beforeAnyAnswer, deviceMs, readClock } from '../../platform/api/serverClock.ts'

/** Milliseconds until a call without an answer counts as failed. */
const timeoutMs = 15_000

type Asked<E extends Endpoint> = {
  /** Idempotency-Key of a write: sent again after no answer, it is done once. */
  key?: string
  query?: Partial<QueryInput<E>>
} & (E extends { body: unknown } ? { body: BodyInput<E> } : { body?: undefined })

/** A new idempotency key; also where `crypto.randomUUID` is missing (pages without HTTPS). */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Makes one of the customer's calls: the link's token as bearer, the mark of this browser as cookie, snake_case on the wire.
 * Every error is an `ApiFailure`; its status is 0 without an answer.
 */
export async function customerCall<E extends Endpoint>(endpoint: E, link: CheckoutLink, asked: Asked<E>): Promise<AnswerOf<E>> {
  const { hosts, brand } = settings()
  const reads = endpoint.method === 'GET'
  const query = new URLSearchParams(Object.entries(asked.query ?? {}).map(([name, value]) => [snakeKey(name), String(value)]))
  const address =
    hosts.vendorApiUrl + endpoint.path.replace(/\{(?:checkoutId|consentId)\}/, link.checkoutId) + (query.size > 0 ? `?${query}` : '')
  const headers: Record<string, string> = {
    accept: `application/vnd.${brand.vendor}.v2+json`,
    'accept-language': pageLanguage(),
    authorization: `Bearer ${link.token}`,
  }
  if (!reads) Object.assign(headers, { 'content-type': 'application/json', 'idempotency-key': asked.key ?? newKey() })
  const body = reads ? null : JSON.stringify(toSnake(asked.body ?? {}))
  const signal = AbortSignal.timeout(timeoutMs)
  const sentAt = deviceMs()
  try {
    const early = endpoint.name === 'checkoutView' || endpoint.name === 'bankConsentView' ? link.answer : undefined
    delete link.answer
    const response = await (early ?? fetch(address, { method: endpoint.method, headers, body, signal, credentials: 'include' }))
    readClock(response.headers.get('date'), early ? beforeAnyAnswer() : sentAt)
    return (await readAnswer(endpoint, response)) as AnswerOf<E> // the shape the contract declares for this endpoint
  } catch (error) {
    if (isApiFailure(error)) throw error
    const type = signal.aborted ? 'Timeout' : 'NoConnection'
    throw new ApiFailure({ status: 0, type, message: type, outcomeUnknown: !reads })
  }
}

async function readAnswer(endpoint: Endpoint, response: Response): Promise<unknown> {
  if (!response.ok) throw await refusalOf(response)
  if (Object.values(endpoint.answers)[0] === 'file') {
    const name = /filename="([^"\\/]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'contrato'
    return new File([await response.blob()], name, { type: response.headers.get('content-type') ?? 'application/octet-stream' })
  }
  const { status } = response
  const text = await response.text()
  try {
    return toCamel(JSON.parse(text))
  } catch {
    throw new ApiFailure({ status, type: 'Unreadable', message: 'Unreadable', response, outcomeUnknown: endpoint.method !== 'GET' })
  }
}

type Envelope = { error?: { type?: RefusalType; message?: string; fields?: FieldProblem[] | Record<string, string>; request_id?: string } }

async function refusalOf(response: Response): Promise<ApiFailure> {
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  const facts = { status: response.status, response, retryAfterSeconds: Number.isFinite(wait) ? wait : null }
  const { error } = (await response.json().catch(() => ({}))) as Envelope // every part is looked at before use
  if (error?.type === undefined) return new ApiFailure({ ...facts, type: 'Unreadable', message: 'Unreadable' })
  const { type, message = type, fields = [], request_id: requestId = null } = error
  return new ApiFailure({ ...facts, type, message, fields, requestId })
}

import type { AnswerOf, BodyInput, Endpoint, QueryInput } from '#contract/platform/endpoint'
import type { FieldProblem, RefusalType } from '#contract/platform/errors'
import { ApiFailure, isApiFailure } from '../../platform/api/apiFailure.ts'
import { settings } from '../../platform/api/settings.ts'
import { pageLanguage } from '../../platform/api/pageLanguage.ts'
import { snakeKey, toCamel, toSnake } from '../../platform/api/wire.ts'
import type { CheckoutLink } from './checkoutLink.ts'
import { beforeAnyAnswer, deviceMs, readClock } from '../../platform/api/serverClock.ts'

/** What the page's inline script has already requested. */
const firstReads: ReadonlySet<string> = new Set(['checkoutView', 'bankConsentView', 'customerCreditView'])

/** Timeout of a request, in milliseconds. */
const timeoutMs = 15_000

type CallOptions<E extends Endpoint> = {
  /** Idempotency-Key of a write: a retry after no response does not repeat it. */
  key?: string
  query?: Partial<QueryInput<E>>
} & (E extends { body: unknown } ? { body: BodyInput<E> } : { body?: undefined })

/** A new idempotency key; works without HTTPS, where `crypto.randomUUID` is missing. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Calls a customer endpoint: the link's token as bearer, this browser's device cookie, snake_case on the wire.
 * Rejects with an `ApiFailure`, whose status is 0 when there was no response.
 */
export async function customerCall<E extends Endpoint>(endpoint: E, link: CheckoutLink, options: CallOptions<E>): Promise<AnswerOf<E>> {
  const { hosts, brand } = settings()
  const reads = endpoint.method === 'GET'
  const query = new URLSearchParams(Object.entries(options.query ?? {}).map(([name, value]) => [snakeKey(name), String(value)]))
  const address =
    hosts.vendorApiUrl +
    endpoint.path.replace(/\{(?:checkoutId|consentId|creditId)\}/, link.checkoutId) +
    (query.size > 0 ? `?${query}` : '')
  const headers: Record<string, string> = {
    accept: `application/vnd.${brand.vendor}.v2+json`,
    'accept-language': pageLanguage(),
    authorization: `Bearer ${link.token}`,
  }
  if (!reads) Object.assign(headers, { 'content-type': 'application/json', 'idempotency-key': options.key ?? newKey() })
  const body = reads ? null : JSON.stringify(toSnake(options.body ?? {}))
  const signal = AbortSignal.timeout(timeoutMs)
  const sentAt = deviceMs()
  try {
    const early = firstReads.has(endpoint.name) ? link.answer : undefined
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
  if (!response.ok) throw await failureOf(response)
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

async function failureOf(response: Response): Promise<ApiFailure> {
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  const facts = { status: response.status, response, retryAfterSeconds: Number.isFinite(wait) ? wait : null }
  const { error } = (await response.json().catch(() => ({}))) as Envelope // each property is checked before use
  if (error?.type === undefined) return new ApiFailure({ ...facts, type: 'Unreadable', message: 'Unreadable' })
  const { type, message = type, fields = [], request_id: requestId = null } = error
  return new ApiFailure({ ...facts, type, message, fields, requestId })
}

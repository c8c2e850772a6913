import type { CallName, RefusalType } from './generated/refusals.ts'
import { CallFailure, NoAnswer, Refusal, StrangeAnswer } from './failures.ts'
import { assertGiven } from './given.ts'
import { modeOf } from './key.ts'
import { retryAfterSeconds, waitBefore } from './retry.ts'
import { toCamel, toSnake } from './wire.ts'

export type ClientOptions = {
  /** The provider's address, such as `https://pagos.example`. */
  baseUrl: string
  /** The private key of the merchant; its prefix selects live or sandbox mode. */
  key: string
  /** Timeout of one attempt in milliseconds; 15 s. */
  timeoutMs?: number | undefined
  /** Retries after the first attempt, where that is safe; 2. */
  retries?: number | undefined
  /** Backoff in milliseconds before the first retry, doubled for each further one; 500. */
  backOffMs?: number | undefined
  /** Name of the calling program, shown to the merchant beside the key. */
  userAgent?: string | undefined
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch | undefined
}

export type CallOptions = {
  /** Idempotency key: a write repeated under the same key is done once. Generated when absent; store your own beside the order so that it survives your process. */
  idempotencyKey?: string | undefined
  /** Aborts the call and its retries, with the signal’s reason. A write may have been done by then: give it a key of your own. */
  signal?: AbortSignal | undefined
}

type SendOptions = {
  call: CallName
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  query?: object
  body?: object
  options: CallOptions | undefined
}
/** Makes a call; throws a CallFailure, or a TypeError for missing arguments. The answer’s type is the one in the description of the call. */
export type Send = <Answer>(request: SendOptions) => Promise<Answer>

/** A path segment. @throws TypeError when it is empty, or would change the path */
export function segment(id: string | number): string {
  const text = String(id)
  if (text === '' || text === '.' || text === '..') throw new TypeError(`"${text}" is not a valid id or order number`)
  return encodeURIComponent(text)
}

/**
 * The transport of all calls.
 * @throws TypeError for an invalid key or base URL, or for a live key over plain http
 */
export function sender({
  baseUrl,
  key,
  timeoutMs = 15_000,
  retries = 2,
  backOffMs = 500,
  userAgent = 'shops-client/1.0.0',
  fetch: ask = fetch,
}: ClientOptions): Send {
  const base = baseOf(baseUrl, key)
  const accept = `application/vnd.shop${modeOf(key) === 'sandbox' ? '.sandbox' : ''}.v4+json`

  /** `inDoubt`: an earlier attempt may have been done. */
  async function attempt(request: SendOptions, idempotencyKey: string | null, inDoubt: boolean): Promise<unknown> {
    const { call, method, path, query = {}, body, options } = request
    const address = `${base}${path}${searchOf(query)}`
    const sent = body === undefined ? {} : { body: JSON.stringify(toSnake(body)) }
    const timeout = AbortSignal.timeout(timeoutMs)
    const answer = { status: 0, text: '', retryAfter: null as string | null }
    try {
      const response = await ask(address, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          accept,
          'user-agent': userAgent,
          ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...sent,
        // Redirects are not followed, so that the key is never sent to another host.
        redirect: 'manual',
        signal: options?.signal ? AbortSignal.any([timeout, options.signal]) : timeout,
      })
      Object.assign(answer, { status: response.status, text: await response.text(), retryAfter: response.headers.get('retry-after') })
    } catch (cause) {
      options?.signal?.throwIfAborted()
      throw new NoAnswer({ call, cause, timedOut: timeout.aborted, idempotencyKey, maybeDone: idempotencyKey !== null })
    }
    return read(answer, { call, idempotencyKey, inDoubt })
  }

  return async <Answer>(request: SendOptions) => {
    const { method, options } = request
    assertGiven(request)
    const idempotencyKey = method === 'GET' ? null : (options?.idempotencyKey ?? crypto.randomUUID())
    let inDoubt = false
    for (let tries = 1; ; tries += 1) {
      try {
        return (await attempt(request, idempotencyKey, inDoubt)) as Answer // the call’s description is generated from the contract that the server answers by
      } catch (failure) {
        options?.signal?.throwIfAborted()
        inDoubt ||= failure instanceof CallFailure && failure.maybeDone
        const wait = tries > retries ? null : waitBefore(failure, tries, { backOffMs, chance: Math.random() })
        if (wait === null) throw failure
        await pause(wait, options?.signal)
      }
    }
  }
}

function baseOf(baseUrl: string, key: string): string {
  const { protocol, hostname, href } = new URL(baseUrl)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (protocol !== 'https:' && !isHere && modeOf(key) === 'live')
    throw new TypeError('A live key is not sent over plain http: give an https address.')
  return href.replace(/\/+$/, '')
}

/** A list repeats its parameter. */
function searchOf(query: object): string {
  const pairs = Object.entries(query).flatMap(([name, value]: [string, unknown]) => [value].flat().map((one) => [name, String(one)]))
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}

type Answered = { status: number; text: string; retryAfter: string | null }
type Try = { call: CallName; idempotencyKey: string | null; inDoubt: boolean }

/** Refusals that leave the outcome of a write unknown: the connection may have been lost during the commit, or an equal write is in progress. */
const unknownOutcomes: ReadonlySet<string> = new Set(['InternalError', 'IdempotencyInFlight'])

function read({ status, text, retryAfter }: Answered, { call, idempotencyKey, inDoubt }: Try): unknown {
  if (status === 204) return undefined
  const isDone = status >= 200 && status < 300
  const answer = jsonOf(text)
  if (isDone && answer !== null) return toCamel(answer)
  const error = answer?.error
  const isWrite = idempotencyKey !== null
  if (isDone || typeof error?.type !== 'string') throw new StrangeAnswer({ call, status, idempotencyKey, maybeDone: isWrite })
  throw new Refusal({
    call,
    idempotencyKey,
    maybeDone: isWrite && (inDoubt || unknownOutcomes.has(error.type)),
    type: error.type as RefusalType, // one that is newer than this client comes through as it is
    status: status as never, // narrowed by type
    message: String(error.message),
    fields: (error.fields ?? null) as never, // field names stay as on the wire
    requestId: String(error.request_id),
    retryAfterSeconds: retryAfterSeconds(retryAfter, new Date()),
  })
}
type ErrorBody = { error?: { type?: unknown; message?: unknown; fields?: unknown; request_id?: unknown } }

/** Parses a JSON object; null for anything else. */
function jsonOf(text: string): ErrorBody | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' ? parsed : null
  } catch {
    return null
  }
}

/** Waits; rejects early with the signal’s reason when aborted. */
const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })

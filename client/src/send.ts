import type { CallName, RefusalType } from './generated/refusals.ts'
import { CallFailure, NoAnswer, Refusal, StrangeAnswer } from './failures.ts'
import { assertGiven } from './given.ts'
import { modeOf } from './key.ts'
import { retryAfterSeconds, waitBefore } from './retry.ts'
import { toCamel, toSnake } from './wire.ts'

export type ClientOptions = {
  /** The provider's address, such as `https://pagos.example`. */
  baseUrl: string
  /** The private key of the shop; its beginning decides between live and test mode. */
  key: string
  /** For one attempt; 15 s. */
  timeoutMs?: number | undefined
  /** Attempts after the first, where that is safe; 2. */
  retries?: number | undefined
  /** Before the first repetition, twice that before the next; 500 ms. */
  backOffMs?: number | undefined
  /** Which program calls, as the shop's people see it beside their key. */
  userAgent?: string | undefined
  /** In place of the platform's own. */
  fetch?: typeof fetch | undefined
}

export type CallOptions = {
  /** What is repeated under the same key is done once. Made for every write that has none; keep one beside what you sell, and it outlives your process. */
  idempotencyKey?: string | undefined
  /** Ends the call, and its repetitions, with the reason of the signal. A write may have been done by then: give it a key of your own. */
  signal?: AbortSignal | undefined
}

type Asked = {
  call: CallName
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  query?: object
  body?: object
  options: CallOptions | undefined
}
/** Makes a call; throws a CallFailure, or TypeError for what was not given after all. What is answered is of the shape that the description of the call says. */
export type Send = <Answer>(asked: Asked) => Promise<Answer>

/** A part of a path. @throws TypeError when it is nothing, or would lead to another address */
export function segment(id: string | number): string {
  const text = String(id)
  if (text === '' || text === '.' || text === '..') throw new TypeError(`"${text}" cannot be an id or a number of an order`)
  return encodeURIComponent(text)
}

/**
 * What all calls go through.
 * @throws TypeError for what is no key or no address, or a live key that would go over the network in clear
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

  /** `inDoubt`: an earlier try may have been done. */
  async function attempt(asked: Asked, idempotencyKey: string | null, inDoubt: boolean): Promise<unknown> {
    const { call, method, path, query = {}, body, options } = asked
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
        // A key is never shown to where a redirect leads.
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

  return async <Answer>(asked: Asked) => {
    const { method, options } = asked
    assertGiven(asked)
    const idempotencyKey = method === 'GET' ? null : (options?.idempotencyKey ?? crypto.randomUUID())
    let inDoubt = false
    for (let tries = 1; ; tries += 1) {
      try {
        return (await attempt(asked, idempotencyKey, inDoubt)) as Answer // the description of the call was made of the contract by which it is answered
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

/** A list gives its parameter several times. */
function searchOf(query: object): string {
  const pairs = Object.entries(query).flatMap(([name, value]: [string, unknown]) => [value].flat().map((one) => [name, String(one)]))
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}

type Answered = { status: number; text: string; retryAfter: string | null }
type Try = { call: CallName; idempotencyKey: string | null; inDoubt: boolean }

/** Refusals that do not say what becomes of the write: the connection may be lost in the moment of its commit, and an equal one be under way. */
const untold: ReadonlySet<string> = new Set(['InternalError', 'IdempotencyInFlight'])

function read({ status, text, retryAfter }: Answered, { call, idempotencyKey, inDoubt }: Try): unknown {
  if (status === 204) return undefined
  const isDone = status >= 200 && status < 300
  const said = jsonOf(text)
  if (isDone && said !== null) return toCamel(said)
  const error = said?.error
  const isWrite = idempotencyKey !== null
  if (isDone || typeof error?.type !== 'string') throw new StrangeAnswer({ call, status, idempotencyKey, maybeDone: isWrite })
  throw new Refusal({
    call,
    idempotencyKey,
    maybeDone: isWrite && (inDoubt || untold.has(error.type)),
    type: error.type as RefusalType, // one that is newer than this client comes through as it is
    status: status as never, // of that very type
    message: String(error.message),
    fields: (error.fields ?? null) as never, // their names stay as they go over the wire
    requestId: String(error.request_id),
    retryAfterSeconds: retryAfterSeconds(retryAfter, new Date()),
  })
}
type Said = { error?: { type?: unknown; message?: unknown; fields?: unknown; request_id?: unknown } }

/** What was said in JSON; null when it is no object of it. */
function jsonOf(text: string): Said | null {
  try {
    const said: unknown = JSON.parse(text)
    return typeof said === 'object' ? said : null
  } catch {
    return null
  }
}

/** Waits; ends early, with its reason, when the signal says so. */
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

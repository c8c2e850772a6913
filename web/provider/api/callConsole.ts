import type { AnswerOf, BodyInput, PathParams, QueryInput } from '#contract/platform/endpoint'
import type { FieldProblem, RefusalType } from '#contract/platform/errors'
import type { ConsoleCall } from '#contract/provider/consoleCall'
import { ApiFailure, isApiFailure } from '../../platform/api/apiFailure.ts'
import { addressOf, newKey, timeoutMs } from '../../platform/api/call.ts'
import { pageLanguage } from '../../platform/api/pageLanguage.ts'
import { deviceMs, readClock } from '../../platform/api/serverClock.ts'
import { toCamel, toSnake } from '../../platform/api/wire.ts'
import { callRoles } from './callRoles.ts'
import { sessionEnded } from './sessionEnded.ts'

type Needed<Name extends string, Value> = [keyof Value] extends [never] ? { [N in Name]?: Value } : { [N in Name]: Value }
type OptionalQuery<E extends ConsoleCall> = { query?: { [K in keyof QueryInput<E>]?: QueryInput<E>[K] | '' | null | undefined } }
type NeededBody<E extends ConsoleCall> = E extends { body: unknown } ? { body: BodyInput<E> } : { body?: undefined }

/** Options of a call of the console: path parameters and body are required by the types where the call has them. */
export type ConsoleOptions<E extends ConsoleCall> = Needed<'params', PathParams<E>> &
  OptionalQuery<E> &
  NeededBody<E> & {
    /** Idempotency-Key of a write; generated when absent. The same key sent again gets the same answer and is done once. */
    key?: string
    /** A background poll: does not count as activity. */
    background?: boolean
    signal?: AbortSignal
  }

/** The options may be omitted when none is required. */
export type ConsoleArguments<E extends ConsoleCall> =
  Record<never, never> extends ConsoleOptions<E> ? [options?: ConsoleOptions<E>] : [options: ConsoleOptions<E>]

/** A change that was only requested: done when another person has confirmed it. */
type PendingConfirmation = { id: string; expiresAt: string }

/** The outcome of a call: its answer, or (202) that a second person must confirm it. */
export type Outcome<Answer> = { confirmation: null; answer: Answer } | { confirmation: PendingConfirmation; answer: null }

type SendOptions = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  key?: string
  background?: boolean
  signal?: AbortSignal
}

/**
 * Makes one call of the console with the cookie of its session: 15 s timeout, snake_case out and camelCase in, an idempotency key with every write. Every
 * error is an `ApiFailure`. A session that has ended is reported to the frame, which asks to sign in over the page.
 */
export async function callConsole<E extends ConsoleCall>(endpoint: E, ...[options]: ConsoleArguments<E>): Promise<Outcome<AnswerOf<E>>> {
  try {
    return (await send(endpoint, (options ?? {}) as SendOptions)) as Outcome<AnswerOf<E>> // the contract's shape for this call
  } catch (error) {
    if (isApiFailure(error) && error.type === 'NotAuthenticated' && callRoles[endpoint.name] !== null) sessionEnded.set(true)
    throw error
  }
}

async function send(endpoint: ConsoleCall, options: SendOptions): Promise<Outcome<unknown>> {
  const reads = endpoint.method === 'GET'
  const headers: Record<string, string> = { accept: 'application/json', 'accept-language': pageLanguage() }
  if (options.background || endpoint.background) headers['x-background'] = '1'
  if (!reads) Object.assign(headers, { 'content-type': 'application/json', 'idempotency-key': options.key ?? newKey() })
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout
  const body = reads ? null : JSON.stringify(toSnake(options.body ?? {}))
  try {
    const sentAt = deviceMs()
    const response = await fetch(addressOf(endpoint, options.params, options.query), {
      method: endpoint.method,
      headers,
      body,
      signal,
      credentials: 'same-origin',
    })
    readClock(response.headers.get('date'), sentAt)
    return await readAnswer(endpoint, response)
  } catch (error) {
    if (isApiFailure(error) || options.signal?.aborted) throw error
    // No answer, or only a part of it: a write may have been done.
    const type = timeout.aborted ? 'Timeout' : 'NoConnection'
    throw new ApiFailure({ status: 0, type, message: type, outcomeUnknown: !reads })
  }
}

async function readAnswer(endpoint: ConsoleCall, response: Response): Promise<Outcome<unknown>> {
  if (!response.ok) throw await refusalOf(endpoint, response)
  if (response.status === 204) return { confirmation: null, answer: undefined }
  if (response.status === 200 && Object.values(endpoint.answers)[0] === 'file') {
    const { readFile } = await import('../../platform/api/readFile.ts')
    return { confirmation: null, answer: await readFile(response, undefined) }
  }
  const text = await response.text()
  try {
    const answer: unknown = toCamel(JSON.parse(text))
    if (response.status !== 202) return { confirmation: null, answer }
    return { confirmation: (answer as { confirmation: PendingConfirmation }).confirmation, answer: null } // as the gateway writes it
  } catch {
    const requestId = response.headers.get('x-request-id')
    const outcomeUnknown = endpoint.method !== 'GET'
    throw new ApiFailure({ status: response.status, type: 'Unreadable', message: 'Unreadable', requestId, response, outcomeUnknown })
  }
}

type Envelope = { error?: { type?: RefusalType; message?: string; fields?: FieldProblem[] | Record<string, string>; request_id?: string } }

/** An error answer. Only a refusal guarantees that nothing was done: a 5xx may come after the commit. */
async function refusalOf({ method }: ConsoleCall, response: Response): Promise<ApiFailure> {
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfterSeconds = Number.isFinite(wait) ? wait : null
  const lost = method !== 'GET' && response.status >= 500
  const facts = { status: response.status, response, retryAfterSeconds, requestId: response.headers.get('x-request-id') }
  // From a proxy that does not reach the server.
  const type = [502, 503, 504].includes(response.status) ? 'NoConnection' : 'Unreadable'
  const unreadable = new ApiFailure({ ...facts, type, message: type, outcomeUnknown: lost })
  try {
    const { error } = JSON.parse(await response.text()) as Envelope // every field is checked before use
    if (error?.type === undefined) return unreadable
    const { type, message = type, fields = [], request_id: requestId = facts.requestId } = error
    return new ApiFailure({ ...facts, type, message, fields, requestId, outcomeUnknown: lost && type !== 'Maintenance' })
  } catch {
    return unreadable
  }
}

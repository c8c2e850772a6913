import type { AnswerOf, BodyInput, Endpoint, PathParams, QueryInput } from '#contract/platform/endpoint'
import type { FieldProblem, RefusalType } from '#contract/platform/errors'
import type { CallName } from '#contract/index'
import { ApiFailure, isApiFailure } from './apiFailure.ts'
import { callSent } from './callWatch.ts'
import { chosenAccount } from './chosenAccount.ts'
import { consequenceOf, errorHandlers } from './catalogue.ts'
import { takeEarly } from './early.ts'
import { endSession, freshAccessToken, refreshSession } from './refreshSession.ts'
import { openCalls } from './openCalls.ts'
import { pageLanguage } from './pageLanguage.ts'
import { inactivityTimeout } from './inactivityTimeout.ts'
import type { PartialFile } from './readFile.ts'
import { acceptFor, type Mode, modeOfAnswer, requestMode } from './requestMode.ts'
import { beforeAnyAnswer, deviceMs, readClock } from './serverClock.ts'
import { settings } from './settings.ts'
import { currentView } from './viewAs.ts'
import { snakeKey, toCamel, toSnake } from './wire.ts'

/** Timeout in milliseconds: until the answer of a call, or until the next chunk of a download. */
export const timeoutMs = 15_000

type Needed<Name extends string, Value> = [keyof Value] extends [never] ? { [N in Name]?: Value } : { [N in Name]: Value }
type OptionalQuery<E extends Endpoint> = { query?: { [K in keyof QueryInput<E>]?: QueryInput<E>[K] | '' | null | undefined } }
type NeededBody<E extends Endpoint> = E extends { body: unknown } ? { body: BodyInput<E> } : { body?: undefined }
type NeededFile<E extends Endpoint> = E extends { file: object } ? { file: File } : { file?: undefined }

/** Options of a call: path parameters and body are required by the types where the endpoint has them. */
export type CallOptions<E extends Endpoint> = Needed<'params', PathParams<E>> &
  OptionalQuery<E> &
  NeededBody<E> &
  NeededFile<E> & {
    /** Idempotency-Key of a write; generated when absent. The same key sent again gets the same answer and is done once. */
    key?: string
    /** A background poll: does not count as the user’s activity. */
    background?: boolean
    signal?: AbortSignal
    /** A mode other than the current one. */
    mode?: Mode
    /** This request was already retried after a refresh: its next TokenExpired signs out. */
    retried?: boolean
    /** The caller handles every failure: no redirect to maintenance, root or sign-in. */
    quiet?: boolean
    /** Bytes of a download received so far, and the total when the server sends it. */
    onProgress?: (received: number, total: number | null) => void
    /** The token of a link, in place of the session's: for a call by that link (`bearer: 'link'` in its policy). */
    link?: string
    /** Collects the chunks of a download; given again after a lost connection, only the rest is requested. */
    partial?: PartialFile
    /** Share of the upload already sent, 0 to 1. */
    onUpload?: (share: number) => void
  }

/** The options may be omitted when none is required. */
export type CallArguments<E extends Endpoint> =
  Record<never, never> extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>]

type SendOptions = Omit<CallOptions<Endpoint>, 'params' | 'query' | 'body' | 'file'> & {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  file?: File | undefined
}

/** The URL of a call below the API’s base: parameters encoded, query in snake_case and sorted, empty values dropped. */
export function addressOf(endpoint: { path: string }, params: Record<string, string> = {}, query: Record<string, unknown> = {}): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const search = new URLSearchParams(pairs.map(([name, value]) => [snakeKey(name), String(value)]))
  search.sort()
  return search.size === 0 ? path : `${path}?${search}`
}

/** A new idempotency key; also where `crypto.randomUUID` is missing (pages without HTTPS). */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Makes one call of the contract: bearer token, credentials, mode, 15 s timeout, snake_case out and camelCase in. Every error is an `ApiFailure` and has
 * also been handled by type (`catalogue.ts`).
 */
export async function call<E extends Endpoint>(endpoint: E, ...[options]: CallArguments<E>): Promise<AnswerOf<E>> {
  const sendOptions = (options ?? {}) as SendOptions // the caller's types are already checked; here only names matter
  const token = sendOptions.link ?? (isOpen(endpoint) ? null : await freshAccessToken())
  try {
    const sending = send(endpoint, sendOptions, token)
    callSent(endpoint, sendOptions, sending)
    return (await sending) as AnswerOf<E> // the contract’s shape for this endpoint
  } catch (error) {
    if (isApiFailure(error) && !sendOptions.quiet) await follow(error, endpoint, sendOptions, token)
    throw error
  }
}

/** Calls without a session send no bearer token. */
const isOpen = ({ name }: Endpoint) => openCalls.some((one) => one === name)

/** What happens besides the rejection, by error type. A failed sign-in is handled by its form. */
async function follow(failure: ApiFailure, endpoint: Endpoint, { retried = false }: SendOptions, token: string | null): Promise<void> {
  const consequence = consequenceOf(failure, retried)
  if (consequence === 'maintenance') return errorHandlers().maintenance(failure)
  if (isOpen(endpoint)) return
  if (consequence === 'unknownEntity') return errorHandlers().unknownEntity(failure)
  const refreshed = consequence === 'refresh' ? await refreshSession(token ?? '') : null
  failure.renewed = refreshed === 'renewed'
  if (consequence !== 'signedOut' && refreshed !== 'ended') return
  endSession()
  errorHandlers().signedOut(failure)
}

async function send(endpoint: Endpoint, options: SendOptions, token: string | null): Promise<unknown> {
  const mode = options.mode ?? requestMode()
  const address = addressOf(endpoint, options.params, options.query)
  const { hosts, brand } = settings()
  const accept = acceptFor(mode, brand.vendor, endpoint.path)
  const reads = endpoint.method === 'GET'
  const headers: Record<string, string> = { accept, 'accept-language': pageLanguage() }
  if (token !== null) headers['authorization'] = `Bearer ${token}`
  if (options.background || endpoint.background) headers['x-background'] = '1'
  const view = currentView()
  if (view) headers['x-view-as'] = view.seal
  const account = chosenAccount()
  if (account !== null) headers['x-account'] = account
  if (!reads) Object.assign(headers, { 'idempotency-key': options.key ?? newKey() })
  const { partial } = options
  if (partial?.etag) Object.assign(headers, { range: `bytes=${partial.received}-`, 'if-range': partial.etag })
  if (endpoint.file && options.file) {
    const { sendForm } = await import('./sendForm.ts')
    const response = await sendForm(hosts.vendorApiUrl + address, { headers, name: endpoint.file.name, ...options, file: options.file })
    return await readAnswer(endpoint, response, mode, undefined, options)
  }
  if (!reads) headers['content-type'] = 'application/json'
  const silence = inactivityTimeout(timeoutMs)
  const timeout = silence.signal
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout
  const body = reads ? null : JSON.stringify(toSnake(options.body ?? {}))
  try {
    const early = reads && !view && account === null ? takeEarly(address, accept, token) : null
    const sentAt = early ? beforeAnyAnswer() : deviceMs()
    const response = await (early ??
      fetch(hosts.vendorApiUrl + address, { method: endpoint.method, headers, body, signal, credentials: 'include' }))
    readClock(response.headers.get('date'), sentAt)
    const onProgress: SendOptions['onProgress'] = (received, total) => {
      silence.restart()
      options.onProgress?.(received, total)
    }
    return await readAnswer(endpoint, response, mode, onProgress, options)
  } catch (error) {
    throw failureOf(error, timeout, options.signal, !reads)
  } finally {
    silence.end()
  }
}

const isFile = ({ answers }: Endpoint) => Object.values(answers)[0] === 'file'

/** No answer, or only a part of it: a write may have been done. A call aborted by its caller is no failure. */
function failureOf(error: unknown, timeout: AbortSignal, signal: AbortSignal | undefined, outcomeUnknown: boolean): unknown {
  if (isApiFailure(error) || signal?.aborted) return error
  const type = timeout.aborted ? 'Timeout' : 'NoConnection'
  return new ApiFailure({ status: 0, type, message: type, outcomeUnknown })
}

async function readAnswer(
  endpoint: Endpoint,
  response: Response,
  mode: Mode,
  onProgress: SendOptions['onProgress'],
  { partial, body: sent }: SendOptions,
): Promise<unknown> {
  if (!response.ok) throw await refusalOf(endpoint, response)
  if (isFile(endpoint)) return (await import('./readFile.ts')).readFile(response, onProgress, partial)
  const requestId = response.headers.get('x-request-id')
  const unreadable = { status: response.status, requestId, response, outcomeUnknown: endpoint.method !== 'GET' }
  const answered = modeOfAnswer(response.headers.get('content-type'))
  // An answer without a mode counts as of the mode that was requested.
  if (answered !== null && answered !== mode) throw new ApiFailure({ ...unreadable, type: 'WrongMode', message: 'WrongMode' })
  const isEmpty = response.status === 204
  if (isEmpty && Object.values(endpoint.answers)[0] === null) return undefined
  let answer: unknown
  try {
    answer = isEmpty ? sent : toCamel(JSON.parse(await response.text()))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new ApiFailure({ ...unreadable, type: 'Unreadable', message: 'Unreadable' })
  }
  // An API other than our own may leave out fields, or answer with an acknowledgement only.
  const own = answered !== null && !isEmpty && !settings().hosts.vendorApiUrl
  return own ? answer : (await import('./completeAnswer.ts')).completeAnswer(endpoint.name as CallName, answer) // as declared by the contract
}

type Envelope = { error?: { type?: RefusalType; message?: string; fields?: FieldProblem[] | Record<string, string>; request_id?: string } }

/** An error answer; that of a download comes as a blob and is decoded first. */
async function refusalOf(endpoint: Endpoint, response: Response): Promise<ApiFailure> {
  const text = await (isFile(endpoint) ? response.blob().then((blob) => blob.text()) : response.text()).catch(() => '')
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  const facts = { status: response.status, response, retryAfterSeconds: Number.isFinite(wait) ? wait : null }
  // Only a refusal guarantees that nothing was done: a 5xx may come after the commit.
  const lost = endpoint.method !== 'GET' && response.status >= 500
  try {
    const { error } = JSON.parse(text) as Envelope // every field is checked before use
    if (error?.type === undefined) throw new TypeError('not our envelope')
    const requestId = error.request_id ?? response.headers.get('x-request-id')
    const { fields = [] } = error
    if (isNoCall(response, fields)) return new ApiFailure({ ...facts, type: 'NotOffered', message: error.type, requestId })
    return new ApiFailure({
      ...facts,
      type: error.type,
      message: error.message ?? error.type,
      fields,
      requestId,
      outcomeUnknown: lost && error.type !== 'Maintenance',
    })
  } catch {
    const type = isNoCall(response) ? 'NotOffered' : 'Unreadable'
    return new ApiFailure({ ...facts, type, message: type, outcomeUnknown: lost })
  }
}

/** An unknown entity is named by the answer’s fields; a 404 without fields means that the API does not have the path. */
const isNoCall = ({ status }: Response, fields: object = {}): boolean => status === 404 && Object.keys(fields).length === 0

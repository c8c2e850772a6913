import { useEffect, useRef, useState } from 'react'
import type { AnswerOf, BodyInput, Endpoint, PathParams } from '#contract/platform/endpoint'
import { isApiFailure, isOutcomeUnknown } from '../api/apiFailure.ts'
import { addressOf, type CallOptions, newKey } from '../api/call.ts'
import { pollNow, pollOutcome } from '../api/pollOutcome.ts'
import { type Mode, requestMode } from '../api/requestMode.ts'
import { write } from '../api/write.ts'
import { keepDraft, readDraft, removeDraft, sentPrefix } from '../session/drafts.ts'

/** One write as sent over the wire; a repeat is identical. */
export type Sending<E extends Endpoint> = { key: string; mode: Mode; params: PathParams<E>; body: BodyInput<E> }

/**
 * The final outcome of a write. `isRecovered`: its own answer was lost, or the server recognised a repeat of one done before; `answer` is null where the
 * server no longer returns it. `absent`: it did not arrive and its key is closed. `left`: the caller stopped waiting.
 */
export type Settled<Answer> =
  | { state: 'done'; answer: Answer; isRecovered: boolean }
  | { state: 'done'; answer: null; isRecovered: true }
  | { state: 'refused'; error: unknown }
  | { state: 'absent' }
  | { state: 'left' }

type How<E extends Endpoint> = {
  /** The first request was sent by an earlier page: starts with the outcome request. */
  resumed?: boolean
  /** Wraps the first request, for example with a lock or a step-up. Null: the user cancelled before anything was accepted. */
  around?: (send: () => Promise<AnswerOf<E>>) => Promise<AnswerOf<E> | null>
  /** Called when no answer came: from now on the server is polled until the outcome is known. */
  onUnknown: () => void
  stop: AbortSignal
}

/** Whether the server says that this body was done before, under this key or as an equal one a moment ago. */
const isRepeat = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'replayed' in answer && answer.replayed === true

/** The server answered 5xx while processing it. */
const brokeDown = (failure: unknown) => isApiFailure(failure) && failure.status >= 500

/**
 * Sends a write and resolves only when its outcome is known. Nothing is inferred from the client’s state: without an answer the server is polled by the
 * idempotency key, and what was done or refused is repeated once with the same key and body, which returns the original answer.
 */
export async function sendIdempotent<E extends Endpoint>(endpoint: E, sending: Sending<E>, how: How<E>): Promise<Settled<AnswerOf<E>>> {
  const { around = (send) => send(), resumed = false, onUnknown, stop } = how
  const options = sending as object as CallOptions<E> // the endpoint’s own parameters and body
  const once = () => (write as (endpoint: E, options: CallOptions<E>) => Promise<AnswerOf<E>>)(endpoint, options)
  let failure: unknown = null
  if (!resumed) {
    try {
      const answer = await around(once)
      return answer === null ? { state: 'left' } : { state: 'done', answer, isRecovered: isRepeat(answer) }
    } catch (error) {
      if (isApiFailure(error) && error.type === 'RequestClosed') return { state: 'absent' }
      if (!isOutcomeUnknown(error)) return { state: 'refused', error }
      failure = error
    }
  }
  onUnknown()
  const { key, mode, params } = sending
  const sent = { key, mode, method: endpoint.method as 'POST', path: addressOf(endpoint, params) } // only writes are sent here
  for (;;) {
    const outcome = await pollOutcome(sent, stop)
    if (outcome === null) return { state: 'left' }
    if (outcome.state === 'absent') return brokeDown(failure) ? { state: 'refused', error: failure } : { state: 'absent' }
    try {
      return { state: 'done', answer: await once(), isRecovered: true }
    } catch (error) {
      if (isOutcomeUnknown(error)) continue
      // It was done, but the answer is no longer available, for example because the user’s permissions have changed since.
      return outcome.state === 'done' ? { state: 'done', answer: null, isRecovered: true } : { state: 'refused', error }
    }
  }
}

/** State of a request: being edited, in flight, unanswered and being polled, certainly not done, or refused. */
export type RequestPhase =
  | { name: 'writing' }
  | { name: 'sending' }
  | { name: 'checking' }
  | { name: 'notDone' }
  | { name: 'refused'; error: unknown }

/** The result of a completed request; `answer` and `isRecovered` as in `Settled`. */
export type Done<E extends Endpoint> = { answer: AnswerOf<E> | null; isRecovered: boolean; body: BodyInput<E> }

type IdempotentRequest<E extends Endpoint> = {
  /** Its name in session storage. */
  name: string
  endpoint: E
  params: PathParams<E>
  mode?: Mode
  around?: (send: () => Promise<AnswerOf<E>>) => Promise<AnswerOf<E> | null>
  /** Awaited before another request can be sent. */
  onDone: (done: Done<E>) => Promise<unknown> | void
  /** Awaited before the refusal is shown. */
  onRefused?: (error: unknown) => Promise<unknown> | void
}

const draftOf = (name: string) => sentPrefix + name

/** The unanswered request saved in this tab; written below. */
function readSent<E extends Endpoint>(name: string): Sending<E> | null {
  const stored = readDraft(draftOf(name))
  return typeof stored === 'object' && stored !== null && 'key' in stored && typeof stored.key === 'string' ? (stored as Sending<E>) : null
}

/** Whether this tab has sent a request of that name whose outcome is unknown. */
export const awaitsOutcome = (name: string): boolean => readSent(name) !== null

/**
 * A request that is sent once and reported only when its outcome is known: without an answer the server is polled by the idempotency key, also after a
 * reload of the page. One at a time; each submit is a new request.
 */
export function useIdempotentRequest<E extends Endpoint>(request: IdempotentRequest<E>) {
  const { name, endpoint, params, mode } = request
  const [phase, setPhase] = useState<RequestPhase>(() => ({ name: awaitsOutcome(name) ? 'checking' : 'writing' }))
  const busy = useRef(false)
  const stop = useRef(new AbortController())
  const latest = useRef(request)
  useEffect(() => {
    latest.current = request
  })

  const settle = async (sending: Sending<E>, resumed: boolean) => {
    if (busy.current) return
    busy.current = true
    const onUnknown = () => setPhase({ name: 'checking' })
    const { around } = latest.current
    const { signal } = stop.current
    const settled = await sendIdempotent(endpoint, sending, { resumed, onUnknown, stop: signal, ...(around && { around }) })
    if (settled.state === 'left') {
      busy.current = false
      if (signal.aborted) return
      removeDraft(draftOf(name))
      return setPhase({ name: 'writing' })
    }
    removeDraft(draftOf(name))
    if (settled.state === 'done') await latest.current.onDone({ ...settled, body: sending.body })
    busy.current = false
    if (settled.state === 'done') setPhase({ name: 'writing' })
    else if (settled.state === 'absent') setPhase({ name: 'notDone' })
    else {
      await latest.current.onRefused?.(settled.error)
      setPhase({ name: 'refused', error: settled.error })
    }
  }
  useEffect(() => {
    const controller = new AbortController()
    stop.current = controller
    const sent = readSent<E>(name)
    if (sent) void settle(sent, true)
    return () => controller.abort()
    // oxlint-disable-next-line react/exhaustive-deps -- polls once for a request an earlier page sent
  }, [])

  return {
    phase,
    inFlight: phase.name === 'sending' || phase.name === 'checking',
    /** False while a request is in flight or its outcome unknown. */
    send: (body: BodyInput<E>): boolean => {
      if (busy.current || phase.name === 'checking') return false
      const sending: Sending<E> = { key: newKey(), mode: mode ?? requestMode(), params, body }
      // Saved before it is sent.
      keepDraft(draftOf(name), sending)
      setPhase({ name: 'sending' })
      void settle(sending, false)
      return true
    },
    /** The input has changed: the last outcome no longer applies. */
    write: () => setPhase({ name: 'writing' }),
    check: pollNow,
  }
}

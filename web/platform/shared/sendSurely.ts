import type { AnswerOf, BodyInput, Endpoint, PathParams } from '#contract/platform/endpoint'
import { isApiFailure, isOutcomeUnknown } from '../api/apiFailure.ts'
import { addressOf, type CallOptions } from '../api/call.ts'
import type { Mode } from '../api/requestMode.ts'
import { write } from '../api/write.ts'
import { untilKnown } from './followRequest.ts'

/** One write as sent over the wire; a repeat is identical. */
export type Sending<E extends Endpoint> = { key: string; mode: Mode; params: PathParams<E>; body: BodyInput<E> }

/**
 * The final outcome of a write. `found`: its own answer was lost, or the server recognised a repeat of one done before; `answer` is null where the
 * server no longer returns it. `absent`: it did not arrive and its key is closed. `left`: the caller stopped waiting.
 */
export type Settled<Answer> =
  | { state: 'done'; answer: Answer; found: boolean }
  | { state: 'done'; answer: null; found: true }
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
export async function sendSurely<E extends Endpoint>(endpoint: E, sending: Sending<E>, how: How<E>): Promise<Settled<AnswerOf<E>>> {
  const { around = (send) => send(), resumed = false, onUnknown, stop } = how
  const options = sending as object as CallOptions<E> // the endpoint’s own parameters and body
  const once = () => (write as (endpoint: E, options: CallOptions<E>) => Promise<AnswerOf<E>>)(endpoint, options)
  let failure: unknown = null
  if (!resumed) {
    try {
      const answer = await around(once)
      return answer === null ? { state: 'left' } : { state: 'done', answer, found: isRepeat(answer) }
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
    const outcome = await untilKnown(sent, stop)
    if (outcome === null) return { state: 'left' }
    if (outcome.state === 'absent') return brokeDown(failure) ? { state: 'refused', error: failure } : { state: 'absent' }
    try {
      return { state: 'done', answer: await once(), found: true }
    } catch (error) {
      if (isOutcomeUnknown(error)) continue
      // It was done, but the answer is no longer available, for example because the user’s permissions have changed since.
      return outcome.state === 'done' ? { state: 'done', answer: null, found: true } : { state: 'refused', error }
    }
  }
}

import type { AnswerOf, BodyInput, Endpoint, PathParams } from '#contract/platform/endpoint'
import { isApiFailure, leavesOpen } from '../api/apiFailure.ts'
import { addressOf, type CallOptions } from '../api/call.ts'
import type { Mode } from '../api/requestMode.ts'
import { write } from '../api/write.ts'
import { untilKnown } from './followRequest.ts'

/** One write as it goes over the wire: sent again, it is this very one. */
export type Sending<E extends Endpoint> = { key: string; mode: Mode; params: PathParams<E>; body: BodyInput<E> }

/**
 * What became of a write, for certain. `found`: its own answer was lost, or the server took it for a repeat of one that it had done before; `answer` is
 * null where that can only be said. `absent`: it did not arrive and cannot any more. `left`: nobody waits for it.
 */
export type Settled<Answer> =
  | { state: 'done'; answer: Answer; found: boolean }
  | { state: 'done'; answer: null; found: true }
  | { state: 'refused'; error: unknown }
  | { state: 'absent' }
  | { state: 'left' }

type How<E extends Endpoint> = {
  /** The first sending was made by an earlier page: begins with the question. */
  resumed?: boolean
  /** Around the first sending: a lock, a password. Null: the person went back, and nothing was sent that was not refused. */
  around?: (send: () => Promise<AnswerOf<E>>) => Promise<AnswerOf<E> | null>
  /** No answer came: from now on the server is asked until it is known. */
  onUnknown: () => void
  stop: AbortSignal
}

/** Whether the server says that this body was done before, under this key or as an equal one a moment ago. */
const isRepeat = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'replayed' in answer && answer.replayed === true

/** The server failed while it worked on it, and said so. */
const brokeDown = (failure: unknown) => isApiFailure(failure) && failure.status >= 500

/**
 * Sends a write and does not end before it is known what became of it. Nothing is concluded from what the screen shows: without an answer the server
 * is asked by the key, and what was done or refused is sent once more with the same key and body, which is answered as it was the first time.
 */
export async function sendSurely<E extends Endpoint>(endpoint: E, sending: Sending<E>, how: How<E>): Promise<Settled<AnswerOf<E>>> {
  const { around = (send) => send(), resumed = false, onUnknown, stop } = how
  const options = sending as object as CallOptions<E> // the endpoint's own parameters and body
  const once = () => (write as (endpoint: E, options: CallOptions<E>) => Promise<AnswerOf<E>>)(endpoint, options)
  let failure: unknown = null
  if (!resumed) {
    try {
      const answer = await around(once)
      return answer === null ? { state: 'left' } : { state: 'done', answer, found: isRepeat(answer) }
    } catch (error) {
      if (isApiFailure(error) && error.type === 'RequestClosed') return { state: 'absent' }
      if (!leavesOpen(error)) return { state: 'refused', error }
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
      if (leavesOpen(error)) continue
      // It was done, but is not told any more, such as to somebody whose rights have changed since.
      return outcome.state === 'done' ? { state: 'done', answer: null, found: true } : { state: 'refused', error }
    }
  }
}

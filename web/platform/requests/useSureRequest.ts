import { useEffect, useRef, useState } from 'react'
import type { AnswerOf, BodyInput, Endpoint, PathParams } from '#contract/platform/endpoint'
import { newKey } from '../api/call.ts'
import { type Mode, requestMode } from '../api/requestMode.ts'
import { keepDraft, readDraft, removeDraft, sentPrefix } from '../session/drafts.ts'
import { pollNow } from '../shared/followRequest.ts'
import { sendSurely, type Sending } from '../shared/sendSurely.ts'

/** State of a request: being edited, in flight, unanswered and being polled, certainly not done, or refused. */
export type RequestPhase =
  | { name: 'writing' }
  | { name: 'sending' }
  | { name: 'checking' }
  | { name: 'notDone' }
  | { name: 'refused'; error: unknown }

/** The result of a completed request; `answer` and `found` as in `sendSurely`. */
export type Done<E extends Endpoint> = { answer: AnswerOf<E> | null; found: boolean; body: BodyInput<E> }

type SureRequest<E extends Endpoint> = {
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
  const kept = readDraft(draftOf(name))
  return typeof kept === 'object' && kept !== null && 'key' in kept && typeof kept.key === 'string' ? (kept as Sending<E>) : null
}

/** Whether this tab has sent a request of that name whose outcome is unknown. */
export const awaitsOutcome = (name: string): boolean => readSent(name) !== null

/**
 * A request that is sent once and reported only when its outcome is known: without an answer the server is polled by the idempotency key, also after a
 * reload of the page. One at a time; each submit is a new request.
 */
export function useSureRequest<E extends Endpoint>(request: SureRequest<E>) {
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
    const settled = await sendSurely(endpoint, sending, { resumed, onUnknown, stop: signal, ...(around && { around }) })
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

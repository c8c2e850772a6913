import { useEffect, useRef, useState } from 'react'
import type { AnswerOf, BodyInput, Endpoint, PathParams } from '#contract/platform/endpoint'
import { newKey } from '../api/call.ts'
import { type Mode, requestMode } from '../api/requestMode.ts'
import { keepDraft, readDraft, removeDraft, sentPrefix } from '../session/drafts.ts'
import { lookNow } from '../shared/followRequest.ts'
import { sendSurely, type Sending } from '../shared/sendSurely.ts'

/** Where a request stands: being written, on its way, without an answer and being asked after, not done for certain, or refused. */
export type RequestPhase =
  | { name: 'writing' }
  | { name: 'sending' }
  | { name: 'checking' }
  | { name: 'notDone' }
  | { name: 'refused'; error: unknown }

/** What came of one that was done; `answer` and `found` as `sendSurely` says. */
export type Done<E extends Endpoint> = { answer: AnswerOf<E> | null; found: boolean; body: BodyInput<E> }

type SureRequest<E extends Endpoint> = {
  /** Its name among what this tab keeps. */
  name: string
  endpoint: E
  params: PathParams<E>
  mode?: Mode
  around?: (send: () => Promise<AnswerOf<E>>) => Promise<AnswerOf<E> | null>
  /** Awaited before another one can be sent. */
  onDone: (done: Done<E>) => Promise<unknown> | void
  /** Awaited before the refusal is shown. */
  onRefused?: (error: unknown) => Promise<unknown> | void
}

const draftOf = (name: string) => sentPrefix + name

/** What was sent and has no answer, as this tab keeps it; written below. */
function readSent<E extends Endpoint>(name: string): Sending<E> | null {
  const kept = readDraft(draftOf(name))
  return typeof kept === 'object' && kept !== null && 'key' in kept && typeof kept.key === 'string' ? (kept as Sending<E>) : null
}

/** Whether a request of that name was sent from this tab and its outcome is not known. */
export const awaitsOutcome = (name: string): boolean => readSent(name) !== null

/**
 * A request that is sent once, and of which nothing is said before it is known: without an answer the server is asked by its key until it tells, also
 * after a reload of the page. One at a time; each press is a request of its own.
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
    // oxlint-disable-next-line react/exhaustive-deps -- what an earlier page sent is asked after once
  }, [])

  return {
    phase,
    inFlight: phase.name === 'sending' || phase.name === 'checking',
    /** False while one is on its way or not known. */
    send: (body: BodyInput<E>): boolean => {
      if (busy.current || phase.name === 'checking') return false
      const sending: Sending<E> = { key: newKey(), mode: mode ?? requestMode(), params, body }
      // In the storage before anything can be sent with it.
      keepDraft(draftOf(name), sending)
      setPhase({ name: 'sending' })
      void settle(sending, false)
      return true
    },
    /** What is written has changed: what came of the last one is over. */
    write: () => setPhase({ name: 'writing' }),
    check: lookNow,
  }
}

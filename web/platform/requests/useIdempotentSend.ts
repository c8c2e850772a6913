import { useEffect, useRef, useState } from 'react'
import type { AnswerOf, BodyInput, Endpoint, PathParams } from '#contract/platform/endpoint'
import { ApiFailure } from '../api/apiFailure.ts'
import { newKey } from '../api/call.ts'
import { requestMode } from '../api/requestMode.ts'
import { t } from '../i18n/t.ts'
import { sendIdempotent } from './useIdempotentRequest.ts'
import { closeToast, showToast } from '../feedback/toasts.ts'

/** A completed write; `answer` and `isRecovered` as in `Settled`. */
type Done<E extends Endpoint> = { answer: AnswerOf<E> | null; isRecovered: boolean }

/**
 * Sends writes, each of which resolves only when its outcome is known: without an answer the server is polled by the idempotency key. A refusal is
 * thrown, and so is the certainty that it did not arrive. `checking`: a request is unanswered; where nothing on the page shows that, a toast with the
 * key `toast` does.
 */
export function useIdempotentSend(toast?: string) {
  const [checking, setChecking] = useState(false)
  const stop = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    stop.current = controller
    return () => controller.abort()
  }, [])

  /** Null: the page was left before the outcome was known. */
  async function send<E extends Endpoint>(
    endpoint: E,
    { params, body }: { params: PathParams<E>; body: BodyInput<E> },
  ): Promise<Done<E> | null> {
    const sending = { key: newKey(), mode: requestMode(), params, body }
    const noAnswer = () => {
      setChecking(true)
      if (toast !== undefined) showToast(t('operations.outcome.checking'), { key: toast, lastsMs: 0 })
    }
    const settled = await sendIdempotent(endpoint, sending, { onUnknown: noAnswer, stop: stop.current.signal })
    setChecking(false)
    if (toast !== undefined) closeToast(toast)
    if (settled.state === 'left') return null
    if (settled.state === 'refused') throw settled.error
    if (settled.state === 'absent')
      throw new ApiFailure({ status: 409, type: 'RequestClosed', message: t('operations.outcome.notArrived') })
    return { answer: settled.answer, isRecovered: settled.isRecovered }
  }
  return { checking, send }
}

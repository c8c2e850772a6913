import type { Endpoint } from '#contract/platform/endpoint'
import { type ApiFailure, isApiFailure } from '../api/apiFailure.ts'
import { type WatchedCall, watchCalls } from '../api/callWatch.ts'
import { type Mode, requestMode } from '../api/requestMode.ts'
import { deviceMs } from '../api/serverClock.ts'

/** A completed call: its request, when it was sent (epoch milliseconds), and its answer or failure. */
export type EndedCall = {
  endpoint: Endpoint
  mode: Mode
  request: WatchedCall
  sentAt: number
  answer?: unknown
  failure?: ApiFailure
}

const listeners: ((call: EndedCall) => void)[] = []

/** Subscribes to every completed call of this page from now on; aborted calls are left out. */
export const onCallEnded = (listener: (call: EndedCall) => void): void => void listeners.push(listener)

/** Starts to observe the calls of this page. Called once. */
export function startEndedCalls(): void {
  watchCalls((endpoint, request, sending) => {
    const sent = { endpoint, mode: request.mode ?? requestMode(), request, sentAt: deviceMs() }
    const notify = (call: EndedCall) => listeners.forEach((hear) => hear(call))
    sending.then(
      (answer) => notify({ ...sent, answer }),
      (failure: unknown) => isApiFailure(failure) && notify({ ...sent, failure }),
    )
  })
}

import type { Endpoint } from '#contract/platform/endpoint'
import { type ApiFailure, isApiFailure } from '../api/apiFailure.ts'
import { type AskedCall, watchCalls } from '../api/callWatch.ts'
import { type Mode, requestMode } from '../api/requestMode.ts'
import { deviceMs } from '../api/serverClock.ts'

/** A call that has ended: what was asked, when it was sent (epoch milliseconds), and its answer or failure. */
export type EndedCall = {
  endpoint: Endpoint
  mode: Mode
  asked: AskedCall
  sentAt: number
  answer?: unknown
  failure?: ApiFailure
}

const hearers: ((call: EndedCall) => void)[] = []

/** Hears of every call of this page that ends from now on; one that its caller gave up is not told. */
export const hearCalls = (hearer: (call: EndedCall) => void): void => void hearers.push(hearer)

/** Starts to watch the calls of this page. Called once. */
export function startEndedCalls(): void {
  watchCalls((endpoint, asked, sending) => {
    const sent = { endpoint, mode: asked.mode ?? requestMode(), asked, sentAt: deviceMs() }
    const tell = (call: EndedCall) => hearers.forEach((hear) => hear(call))
    sending.then(
      (answer) => tell({ ...sent, answer }),
      (failure: unknown) => isApiFailure(failure) && tell({ ...sent, failure }),
    )
  })
}

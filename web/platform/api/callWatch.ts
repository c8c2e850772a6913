import type { Endpoint } from '#contract/platform/endpoint'
import type { Mode } from './requestMode.ts'

/** What a call was asked, as far as somebody else than its caller may look at it. */
export type AskedCall = { params?: Record<string, string>; body?: unknown; key?: string; mode?: Mode }
type Watcher = (endpoint: Endpoint, asked: AskedCall, sending: Promise<unknown>) => void

let watcher: Watcher = () => {}

/** Whoever looks at all calls of this page from now on: one, fetched late (`web/platform/outage/endedCalls.ts`). It must deal with their rejection. */
export function watchCalls(given: Watcher): void {
  watcher = given
}

/** Tells of a call that is on its way. */
export const callSent: Watcher = (endpoint, asked, sending) => watcher(endpoint, asked, sending)

import type { Endpoint } from '#contract/platform/endpoint'
import type { Mode } from './requestMode.ts'

/** The parts of a call that observers may read. */
export type WatchedCall = { params?: Record<string, string>; body?: unknown; key?: string; mode?: Mode }
type Watcher = (endpoint: Endpoint, request: WatchedCall, sending: Promise<unknown>) => void

let watcher: Watcher = () => {}

/** Sets the one observer of all calls of this page, loaded late (`web/platform/outage/endedCalls.ts`). It must handle their rejections. */
export function watchCalls(observer: Watcher): void {
  watcher = observer
}

/** Reports a call that has just been sent. */
export const callSent: Watcher = (endpoint, request, sending) => watcher(endpoint, request, sending)

import { queryClient } from '../api/queryClient.ts'
import { asServerTime, deviceMs } from '../api/serverClock.ts'
import { makeStore } from '../state/store.ts'

/** Since when the browser is offline: the instant of the last data on the screen; null while online. */
export const offlineSince = makeStore<Date | null>(null)

function lastData(): Date {
  const times = queryClient
    .getQueryCache()
    .getAll()
    .map(({ state }) => state.dataUpdatedAt)
  return asServerTime(Math.max(0, ...times) || deviceMs())
}

/** How long an answer proves that the server is reachable while the browser says it is offline: the answer may be from just before. */
const answerValidMs = 2_000
let again: ReturnType<typeof setTimeout> | undefined

/** A browser that says it is offline may still reach a local server: the server is polled while that lasts. */
function checkServer(): void {
  clearTimeout(again)
  fetch('/healthz').then(
    () => {
      again = setTimeout(() => navigator.onLine || checkServer(), answerValidMs)
    },
    () => navigator.onLine || offlineSince.set(lastData()),
  )
}

/** Starts to watch the network. */
export function startConnection(): void {
  addEventListener('offline', checkServer)
  addEventListener('online', () => offlineSince.set(null))
  if (!navigator.onLine) checkServer()
}

import { queryClient } from '../api/queryClient.ts'
import { asServerTime, deviceMs } from '../api/serverClock.ts'
import { makeStore } from '../shared/store.ts'

/** Since when there is no network: the instant of the last data on the screen; null while connected. */
export const offlineSince = makeStore<Date | null>(null)

function lastData(): Date {
  const times = queryClient
    .getQueryCache()
    .getAll()
    .map(({ state }) => state.dataUpdatedAt)
  return asServerTime(Math.max(0, ...times) || deviceMs())
}

/** How long an answer is believed of a server that is still reached without a network: it may have left the moment before. */
const believedMs = 2_000
let again: ReturnType<typeof setTimeout> | undefined

/** A browser without a network may still reach a server beside it: it is asked, and asked again while that lasts. */
function look(): void {
  clearTimeout(again)
  fetch('/healthz').then(
    () => {
      again = setTimeout(() => navigator.onLine || look(), believedMs)
    },
    () => navigator.onLine || offlineSince.set(lastData()),
  )
}

/** Starts to watch the network. */
export function startConnection(): void {
  addEventListener('offline', look)
  addEventListener('online', () => offlineSince.set(null))
  if (!navigator.onLine) look()
}

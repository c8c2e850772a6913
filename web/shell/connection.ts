import { queryClient } from '../api/queryClient.ts'
import { makeStore } from './store.ts'

/** Since when there is no network: the instant of the last data on the screen; null while connected. */
export const offlineSince = makeStore<Date | null>(null)

function lastData(): Date {
  const times = queryClient
    .getQueryCache()
    .getAll()
    .map(({ state }) => state.dataUpdatedAt)
  return new Date(Math.max(0, ...times) || Date.now())
}

/** A browser without a network may still reach a server beside it: it is asked. */
function look(): void {
  fetch('/healthz').catch(() => navigator.onLine || offlineSince.set(lastData()))
}

/** Starts to watch the network. */
export function startConnection(): void {
  addEventListener('offline', look)
  addEventListener('online', () => offlineSince.set(null))
  if (!navigator.onLine) look()
}

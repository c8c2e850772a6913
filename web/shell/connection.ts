import { queryClient } from '../api/queryClient.ts'
import { makeStore } from './store.ts'

/** Since when there is no network: the instant of the last data on the screen; null while connected. */
export const offlineSince = makeStore<Date | null>(null)

/** Why sending is locked while offline, for `disabledReason`; the caller adds the words. */
export const isOffline = (): boolean => offlineSince.get() !== null

function lastData(): Date {
  const times = queryClient
    .getQueryCache()
    .getAll()
    .map(({ state }) => state.dataUpdatedAt)
  return new Date(Math.max(0, ...times) || Date.now())
}

/** Starts to watch the network. */
export function startConnection(): void {
  addEventListener('offline', () => offlineSince.set(lastData()))
  addEventListener('online', () => offlineSince.set(null))
  if (!navigator.onLine) offlineSince.set(lastData())
}

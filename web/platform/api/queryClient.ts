import { notifyManager, QueryClient } from '@tanstack/react-query'

// Notifies in the same task, not a timer later: otherwise the screen would show the previous data for a frame after an optimistic value is dropped.
notifyManager.setScheduler(queueMicrotask)

/** The one cache. No automatic retries: `load` retries once after a refresh, everything else is retried by the user. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 5_000, gcTime: 300_000, refetchOnWindowFocus: true }, mutations: { retry: false } },
})

import { notifyManager, QueryClient } from '@tanstack/react-query'

// What was answered is shown before what was typed is let go, not a timer later: in between the screen would go back to what was there before.
notifyManager.setScheduler(queueMicrotask)

/** The one cache. Nothing is retried by itself: the loader's single retry is in `load`, the rest is the user's button. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 5_000, gcTime: 300_000, refetchOnWindowFocus: true }, mutations: { retry: false } },
})

import { useQuery } from '@tanstack/react-query'
import type { ConsoleCall } from '#contract/provider/consoleCall'
import { callConsole, type ConsoleOptions } from '../api/callConsole.ts'

/**
 * A file, fetched once while the page is open: each opening is audited. Its key does not begin with `console`, so that a decision does not fetch it
 * again. `options` null: not yet.
 */
export function useReviewFile<E extends ConsoleCall>(call: E, options: ConsoleOptions<E> | null) {
  return useQuery({
    queryKey: ['review-file', call.name, options],
    enabled: options !== null,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
    queryFn: async ({ signal }) => {
      const { answer } = await (callConsole as (endpoint: E, callOptions: unknown) => Promise<{ answer: unknown }>)(call, {
        ...options,
        signal,
      })
      return answer as File // a call whose answer is a file
    },
  })
}

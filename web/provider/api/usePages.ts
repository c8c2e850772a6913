import { useInfiniteQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/platform/endpoint'
import type { ConsoleCall } from '#contract/provider/consoleCall'
import { queryClient } from '../../platform/api/queryClient.ts'
import { callConsole, type ConsoleOptions } from './callConsole.ts'
import { readKey, refreshMs } from './consoleQuery.ts'

type Page = { next: string | null }
type Pages = { pages: readonly Page[] }
type Calling<E extends ConsoleCall> = (endpoint: E, options: ConsoleOptions<E>) => Promise<{ answer: AnswerOf<E> | null }>
/** What keeps a list from being read again by itself. */
type Rereading = { refetchInterval?: false; refetchOnWindowFocus?: false }

/**
 * A list of the console that is read page by page, each with the cursor of the one before. As with `consoleQuery` it is read again every half minute, and
 * only its first read and that of a further page count as activity.
 */
export function usePages<E extends ConsoleCall>(endpoint: E, callOptions: ConsoleOptions<NoInfer<E>>, rereading: Rereading = {}) {
  const { query = {} } = callOptions as { query?: object }
  const queryKey = readKey(endpoint, 'pages', callOptions)
  return useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const known = queryClient.getQueryData<Pages>(queryKey)?.pages
      // When the list is read again its pages may have other cursors than before; only a further page has the last one's.
      const background = known !== undefined && (pageParam === null || pageParam !== known.at(-1)?.next)
      const options = { ...callOptions, query: { ...query, cursor: pageParam }, background, signal } as ConsoleOptions<E> // the caller's options and three more
      const { answer } = await (callConsole as Calling<E>)(endpoint, options)
      return answer as AnswerOf<E> & Page // a read is never only requested, and each of these names the next page
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: (earlier) => earlier,
    refetchInterval: refreshMs,
    ...rereading,
  })
}

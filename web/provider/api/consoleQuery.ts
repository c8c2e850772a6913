import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/platform/endpoint'
import type { ConsoleCall } from '#contract/provider/consoleCall'
import { queryClient } from '../../platform/api/queryClient.ts'
import { callConsole, type ConsoleArguments, type ConsoleOptions } from './callConsole.ts'

type Named = { params?: object; query?: object }

/**
 * The key of a read of the console; an empty filter is none. One answer, and a list that is read page by page, are kept under different keys: their data
 * have different shapes.
 */
export function readKey({ name }: ConsoleCall, kind: 'one' | 'pages', { params = {}, query = {} }: Named = {}) {
  const filters = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== ''))
  return ['console', name, kind, params, filters]
}

/** How often a page's data is read again while the page is visible, in milliseconds. */
export const refreshMs = 30_000

/**
 * A read of the console for `useQuery`. Its data is read again every half minute while the page is visible; only the first read counts as activity. Keys
 * begin with `console` and the call's name: `useConsoleWrite` reads all of them again after a change.
 */
export function consoleQuery<E extends ConsoleCall>(endpoint: E, ...callArguments: ConsoleArguments<E>) {
  const queryKey = readKey(endpoint, 'one', callArguments[0])
  return queryOptions<AnswerOf<E>>({
    queryKey,
    queryFn: async ({ signal }) => {
      const background = queryClient.getQueryData(queryKey) !== undefined
      const options = { ...callArguments[0], background, signal } as ConsoleOptions<E> // the caller's options and two more
      const { answer } = await (callConsole as Calling<E>)(endpoint, options)
      return answer as AnswerOf<E> // a read is never only requested
    },
    // A page that is opened shows what is so now: the last data meanwhile.
    staleTime: 0,
    refetchInterval: refreshMs,
  })
}

type Calling<E extends ConsoleCall> = (endpoint: E, options: ConsoleOptions<E>) => Promise<{ answer: AnswerOf<E> | null }>

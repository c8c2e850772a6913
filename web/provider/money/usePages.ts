import { useInfiniteQuery } from '@tanstack/react-query'

type Page = { next: string | null }

/** A list that is read page by page. `read`: one page, null when there is none. Its key begins as those of `consoleQuery`, so that a change reads it again. */
export function usePages<P extends Page>(
  name: string,
  query: object,
  read: (cursor: string | null, signal: AbortSignal) => Promise<P | null>,
) {
  return useInfiniteQuery({
    queryKey: ['console', name, query],
    queryFn: async ({ pageParam, signal }) => {
      const page = await read(pageParam, signal)
      if (!page) throw new Error(`${name} answered nothing`)
      return page
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: (earlier) => earlier,
    refetchInterval: 30_000,
  })
}

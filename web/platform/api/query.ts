import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf, Endpoint } from '#contract/platform/endpoint'
import { type CallArguments, type CallOptions } from './call.ts'
import { load } from './load.ts'
import { requestMode } from './requestMode.ts'

type Named = { params?: object; query?: object; mode?: string }

/**
 * A read as one set of options for loader and component: `queryClient.ensureQueryData(query(x, …))` and `useQuery(query(x, …))`. Its key holds call,
 * mode, parameters and query without empty values, so nothing is shared across merchants or modes.
 */
export function query<E extends Endpoint>(endpoint: E, ...callArguments: CallArguments<E>) {
  const { params = {}, query: search = {}, mode = requestMode() }: Named = callArguments[0] ?? {}
  const filters = Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== ''))
  return queryOptions<AnswerOf<E>>({
    queryKey: [endpoint.name, mode, params, filters],
    queryFn: ({ signal }) =>
      (load as (endpoint: E, options: CallOptions<E>) => Promise<AnswerOf<E>>)(endpoint, {
        ...callArguments[0],
        mode,
        signal,
      } as CallOptions<E>),
  })
}

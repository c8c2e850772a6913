import { useState } from 'react'

type Read = { data: unknown; error: unknown; isFetching: boolean; errorUpdateCount: number }

/** Why a read has failed, null while it has not: also while a first read is tried again, so that its retry button keeps its place and the focus. */
export function useFailure({ data, error, isFetching, errorUpdateCount }: Read): unknown {
  const [last, setLast] = useState(error)
  if (error !== null && error !== last) setLast(error)
  return error ?? (data === undefined && isFetching && errorUpdateCount > 0 ? last : null)
}

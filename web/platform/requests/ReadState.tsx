import type { ReactNode } from 'react'
import { useDelayed } from '../ui/feedback/useDelayed.ts'
import { FailureCard } from './FailureCard.tsx'

type ReadStateProps = {
  /** The read whose data the place is for. */
  read: { data: unknown; error: unknown; isError: boolean; isFetching: boolean; refetch: () => unknown }
  /** What could not be read, as a sentence without a full stop. */
  failed: string
  /** What is on its way, for who does not see the bars. */
  loading: string
  /** The bars: about as long and high as what comes. */
  children: ReactNode
}

/** What stands in a place until its data are there: bars after a moment, or what failed and another try. */
export function ReadState({ read: { data, error, isError, isFetching, refetch }, failed, loading, children }: ReadStateProps) {
  const slow = useDelayed(!data && !isError)
  if (isError) return <FailureCard title={failed} error={error} onRetry={() => void refetch()} retrying={isFetching} />
  if (!slow) return null
  return (
    <div role="group" aria-busy="true" aria-label={loading} className="grid gap-4">
      {children}
    </div>
  )
}

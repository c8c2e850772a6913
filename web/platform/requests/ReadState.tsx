import type { ReactNode } from 'react'
import { useFailure } from '../api/useFailure.ts'
import { useDelayed } from '../ui/feedback/useDelayed.ts'
import { FailureCard } from './FailureCard.tsx'

type ReadStateProps = {
  /** The query whose data is shown here. */
  read: { data: unknown; error: unknown; errorUpdateCount: number; isFetching: boolean; refetch: () => unknown }
  /** What could not be loaded, as a sentence without a full stop. */
  failed: string
  /** What is loading, for screen readers. */
  loading: string
  /** Beside others of the page, as in `FailureCard`. */
  ofPart?: boolean
  /** The skeleton: about the size of the content. */
  children: ReactNode
}

/** Placeholder until the data has loaded: a skeleton after a moment, or the error with a retry button. */
export function ReadState({ read, failed, loading, ofPart, children }: ReadStateProps) {
  const { data, isFetching, refetch } = read
  const error = useFailure(read)
  const slow = useDelayed(!data && error === null)
  if (error !== null)
    return <FailureCard title={failed} error={error} onRetry={() => void refetch()} retrying={isFetching} ofPart={ofPart} />
  if (!slow) return null
  return (
    <div role="group" aria-busy="true" aria-label={loading} className="grid gap-4">
      {children}
    </div>
  )
}

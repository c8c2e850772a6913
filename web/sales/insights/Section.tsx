import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { createContext, type ReactNode, use } from 'react'
import { useFailure } from '../../platform/api/useFailure.ts'
import { t } from '../../platform/i18n/t.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { useDelayed } from '../../platform/ui/feedback/useDelayed.ts'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'

type SectionProps<Data> = {
  read: UseQueryResult<Data>
  /** What could not be read, as a sentence without a full stop. */
  failed: string
  /** The height that the section will have, in pixels: nothing below it moves when it is there. */
  room: number
  children: (data: Data) => ReactNode
}

/** Whether the page's first part says, or may soon say, that it failed: a part that failed too is left out. Null for that first part itself. */
export const SpokenFor = createContext<boolean | null>(null)

/** A part of the page with a read of its own: its room is kept while loading, and an error stands in its place while the rest of the page stays. */
export function Section<Data>({ read, failed, room, children }: SectionProps<Data>) {
  const { data, isFetching } = read
  const error = useFailure(read)
  const slow = useDelayed(data === undefined && error === null)
  const client = useQueryClient()
  const spokenFor = use(SpokenFor)
  // One retry asks for all that failed: the parts that are left out have no button of their own.
  const retry = () => client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  if (data === undefined && error !== null)
    return spokenFor ? null : (
      <FailureCard title={failed} error={error} onRetry={() => void retry()} retrying={isFetching} ofPart={spokenFor !== null} />
    )
  if (data === undefined)
    return (
      <div role="group" aria-busy="true" aria-label={t('charts.loading')} style={{ minHeight: room }} className="grid content-start gap-4">
        {slow && [280, 200].map((width) => <Skeleton key={width} width={width} />)}
        {slow && <div aria-hidden className="h-40 rounded-2 bg-sunken" />}
      </div>
    )
  return (
    <div aria-busy={read.isPlaceholderData || undefined} className={`empty:hidden ${read.isPlaceholderData ? 'opacity-60' : ''}`}>
      {children(data)}
    </div>
  )
}

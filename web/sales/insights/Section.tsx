import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { createContext, type ReactNode, use } from 'react'
import { isCutOff } from '../../platform/api/apiFailure.ts'
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

/** Whether another part says, or may soon say, that the server is not reached: a part that was not reached either is left out. */
export const SpokenFor = createContext(false)

/** A part of the page with a read of its own: its room is kept while loading, and an error stands in its place while the rest of the page stays. */
export function Section<Data>({ read, failed, room, children }: SectionProps<Data>) {
  const { data, isError, error, isFetching, refetch } = read
  const slow = useDelayed(data === undefined && !isError)
  const client = useQueryClient()
  const spokenFor = use(SpokenFor)
  // One retry asks for all that was not reached: the parts that are left out have no button of their own.
  const retry = () =>
    isCutOff(error) ? client.refetchQueries({ type: 'active', predicate: ({ state }) => isCutOff(state.error) }) : refetch()
  if (data === undefined && isError)
    return spokenFor && isCutOff(error) ? null : (
      <FailureCard title={failed} error={error} onRetry={() => void retry()} retrying={isFetching} />
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

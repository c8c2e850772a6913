import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../../platform/i18n/t.ts'
import { RetryBanner } from '../../platform/feedback/RetryBanner.tsx'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { useDelayed } from '../../platform/ui/feedback/useDelayed.ts'

type CompanyReadProps<T> = {
  read: UseQueryResult<T>
  /** Optional content above the rest, which is awaited too. */
  above?: { isFetched: boolean }
  children: (data: T) => ReactNode
}

/** Renders a part of the company once it has loaded; else a skeleton, or the error with a retry button. */
export function CompanyRead<T>({ read, above, children }: CompanyReadProps<T>) {
  const { data, error, isError, isFetching, refetch } = read
  const loaded = data !== undefined && above?.isFetched !== false
  const slow = useDelayed(!loaded && !isError)
  if (loaded) return children(data)
  if (isError) return <RetryBanner error={error} busy={isFetching} busyLabel={t('shell.reading')} onRetry={() => void refetch()} />
  if (!slow) return null
  return (
    <div role="group" aria-busy="true" aria-label={t('shell.reading')} className="grid gap-5">
      <Skeleton width={320} className="h-9" />
      <Skeleton width={280} />
      <Skeleton width={320} className="h-9" />
    </div>
  )
}

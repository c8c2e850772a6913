import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../i18n/t.ts'
import { FailureCard } from '../operation/FailureCard.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useDelayed } from '../ui/useDelayed.ts'

/** Draws something once it has been read; else bars, or what failed. */
export function WaitFor<T>({ read, children }: { read: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  const { data, error, isError, isFetching, refetch } = read
  const slow = useDelayed(data === undefined && !isError)
  if (data !== undefined) return children(data)
  if (isError) return <FailureCard title={t('onboarding.failed')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
  if (!slow) return null
  return (
    <div aria-busy="true" aria-label={t('onboarding.loading')} className="grid gap-5">
      <Skeleton width={320} className="h-9" />
      <Skeleton width={280} />
    </div>
  )
}

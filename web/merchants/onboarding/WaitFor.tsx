import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../../platform/i18n/t.ts'
import { ReadState } from '../../platform/requests/ReadState.tsx'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'

/** Renders its content once the data has loaded; else a skeleton, or the error. */
export function WaitFor<T>({ read, children }: { read: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  if (read.data !== undefined) return children(read.data)
  return (
    <ReadState read={read} failed={t('onboarding.failed')} loading={t('onboarding.loading')}>
      <Skeleton width={320} className="h-9" />
      <Skeleton width={280} />
    </ReadState>
  )
}

import { t } from '../../platform/i18n/t.ts'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'

/** Skeleton of the operation's facts. */
export function DetailSkeleton() {
  return (
    <div role="group" aria-busy="true" aria-label={t('operations.detail.loading')}>
      <Skeleton width={280} />
      <div className="pt-4">
        <Skeleton width={220} className="h-9" />
      </div>
      <div className="mt-6 grid gap-4 rounded-4 border border-line p-5 lg:grid-cols-4">
        {[160, 140, 180, 260].map((width) => (
          <div key={width} className="grid gap-3">
            <Skeleton width={90} />
            <Skeleton width={width} />
          </div>
        ))}
      </div>
      <div className="grid gap-5 pt-9">
        {[0, 1, 2, 3, 4].map((line) => (
          <div key={line} className="flex justify-between">
            <Skeleton width={150} />
            <Skeleton width={80} end />
          </div>
        ))}
      </div>
    </div>
  )
}

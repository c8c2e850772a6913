import { t } from '../../platform/i18n/t.ts'
import { useFailure } from '../../platform/api/useFailure.ts'
import { RetryBanner } from '../../platform/feedback/RetryBanner.tsx'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { useDelayed } from '../../platform/ui/feedback/useDelayed.ts'

type SectionStateProps = {
  /** The query whose data the section shows. */
  read: { data: unknown; error: unknown; errorUpdateCount: number; isFetching: boolean; refetch: () => unknown }
  /** Widths in pixels of the skeleton’s lines. */
  widths: readonly number[]
}

/** Placeholder of a section until its data has loaded: a skeleton after a moment, or the error with a retry button. */
export function SectionState({ read, widths }: SectionStateProps) {
  const { data, isFetching, refetch } = read
  const error = useFailure(read)
  const slow = useDelayed(!data && error === null)
  if (error !== null) return <RetryBanner error={error} busy={isFetching} busyLabel={t('shell.reading')} onRetry={() => void refetch()} />
  if (!slow) return null
  return (
    <div role="group" aria-busy="true" aria-label={t('shell.reading')} className="grid gap-4 border-t border-line py-4">
      {widths.map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  )
}

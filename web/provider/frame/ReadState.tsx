import CircleAlert from 'lucide-react/icons/circle-alert'
import RotateCw from 'lucide-react/icons/rotate-cw'
import type { ReactNode } from 'react'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { useFailure } from '../../platform/api/useFailure.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { time } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { CopyButton } from '../../platform/ui/controls/CopyButton.tsx'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { useDelayed } from '../../platform/ui/feedback/useDelayed.ts'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'

type FailureProps = { error: unknown; onRetry?: () => void; retrying?: boolean }

/** An error in the place of what could not be read: what, a retry button, and the request's id for support. */
export function Failure({ error, onRetry, retrying = false }: FailureProps) {
  const requestId = isApiFailure(error) ? error.requestId : null
  return (
    <div role="alert" className="max-w-[720px] rounded-4 border border-rejected-line px-5 py-4">
      <p className="flex items-start gap-2.5 font-strong">
        <CircleAlert aria-hidden className="mt-0.5 text-danger" />
        {failureMessage(error)}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2.5 text-md text-ink-2">
        {onRetry && (
          <Button icon={<RotateCw aria-hidden />} busy={retrying} busyLabel={t('shell.error.retrying')} sends={false} onClick={onRetry}>
            {t('shell.retry')}
          </Button>
        )}
        {requestId && (
          <span className="flex flex-wrap items-center gap-2">
            {t('shell.error.reference')} <code className="font-code text-sm">{requestId}</code>
            <CopyButton text={requestId} label={t('shell.copy')} copiedLabel={t('shell.error.copied')} />
          </span>
        )}
      </div>
    </div>
  )
}

type ReadStateProps<Data> = {
  /** A query of `consoleQuery`. */
  read: {
    data: Data | undefined
    dataUpdatedAt: number
    error: unknown
    errorUpdateCount: number
    isFetching: boolean
    refetch: () => unknown
  }
  /** While loading, after a moment; bars unless given. */
  skeleton?: ReactNode
  children: (data: Data) => ReactNode
}

/** What was read; while loading a skeleton, and an error in its place with a retry button. An error of a later read leaves the last data, and says of when it is. */
export function ReadState<Data>({ read, skeleton, children }: ReadStateProps<Data>) {
  const { data, dataUpdatedAt, isFetching, refetch } = read
  const error = useFailure(read)
  const slow = useDelayed(data === undefined && error === null)
  if (data !== undefined)
    return (
      <>
        {error !== null && (
          <div className="mb-5">
            <Banner tone="warning" live>
              {t('console.stale', { at: time(new Date(dataUpdatedAt).toISOString()) })}
            </Banner>
          </div>
        )}
        {children(data)}
      </>
    )
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} retrying={isFetching} />
  if (!slow) return null
  return (
    <div role="group" aria-busy="true" aria-label={t('shell.reading')} className="grid gap-5 py-2">
      {skeleton ?? [220, 320, 280, 340].map((width) => <Skeleton key={width} width={width} />)}
    </div>
  )
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { t } from '../../platform/i18n/t.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { Pages } from '../../platform/lists/Pages.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { Live } from '../../platform/ui/feedback/Live.tsx'
import { useDelayed } from '../../platform/ui/feedback/useDelayed.ts'
import { reportListRead } from './reportReads.ts'
import type { ReportsQuery } from './reportsQuery.ts'
import { ReportsTable } from './ReportsTable.tsx'
import { progressAnnouncement } from './progressAnnouncement.ts'
import { useReportProgress } from './useReportProgress.ts'

type ReportHistoryProps = { page: number; hrefOf: (change: Partial<ReportsQuery>) => string }

/** All reports, requested or scheduled, newest first, with live progress of pending ones. */
export function ReportHistory({ page, hrefOf }: ReportHistoryProps) {
  const { merchantId } = useMerchant()
  const list = useQuery({ ...reportListRead(merchantId, page), placeholderData: keepPreviousData })
  const slow = useDelayed(list.isPending && !list.isError)
  const answer = list.data
  useReportProgress(merchantId, page, list.isPlaceholderData ? [] : (answer?.results ?? []))

  if (list.isError)
    return (
      <div className="pt-6">
        <FailureCard title={t('reports.failed.list')} error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      </div>
    )
  if (answer && answer.results.length === 0 && page === 1)
    return (
      <EmptyState
        title={t('reports.empty')}
        actions={
          <Button variant="outlined" href={hrefOf({ dialog: 'ask' })}>
            {t('reports.ask')}
          </Button>
        }
      >
        {t('reports.emptyDetail')}
      </EmptyState>
    )
  if (answer && answer.results.length === 0)
    return (
      <EmptyState
        title={t('reports.emptyPage')}
        actions={
          <Button variant="outlined" href={hrefOf({ page: 1 })}>
            {t('reports.firstPage')}
          </Button>
        }
      />
    )
  return (
    <>
      <ReportsTable rows={slow || !answer ? null : answer.results} busy={list.isPlaceholderData} hrefOf={hrefOf} />
      {answer && <Pages page={answer} hrefFor={(number) => hrefOf({ page: number })} />}
      <Live message={answer && !list.isPlaceholderData ? progressAnnouncement(answer.results) : ''} />
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { t } from '../../platform/i18n/t.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { useDelayed } from '../../platform/ui/feedback/useDelayed.ts'
import { scheduleListRead } from './reportReads.ts'
import type { ReportsQuery } from './reportsQuery.ts'
import { SchedulesTable } from './SchedulesTable.tsx'

/** The shop's schedules. */
export function ReportSchedules({ hrefOf }: { hrefOf: (change: Partial<ReportsQuery>) => string }) {
  const { merchantId } = useMerchant()
  const list = useQuery(scheduleListRead(merchantId))
  const slow = useDelayed(list.isPending && !list.isError)
  if (list.isError)
    return (
      <div className="pt-6">
        <FailureCard
          title={t('reports.failed.schedules')}
          error={list.error}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      </div>
    )
  if (list.data?.length === 0)
    return (
      <EmptyState
        title={t('reports.schedule.empty')}
        actions={
          <Button variant="outlined" href={hrefOf({ dialog: 'schedule' })}>
            {t('reports.schedule')}
          </Button>
        }
      >
        {t('reports.schedule.emptyDetail')}
      </EmptyState>
    )
  return <SchedulesTable rows={slow || !list.data ? null : list.data} hrefOf={hrefOf} />
}

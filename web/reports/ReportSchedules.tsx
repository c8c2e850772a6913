import { useQuery } from '@tanstack/react-query'
import { t } from '../i18n/t.ts'
import { FailureCard } from '../operation/FailureCard.tsx'
import { useShop } from '../operation/useShop.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useDelayed } from '../ui/useDelayed.ts'
import { scheduleListRead } from './reportReads.ts'
import type { ReportsQuery } from './reportsQuery.ts'
import { SchedulesTable } from './SchedulesTable.tsx'

/** The shop's schedules. */
export function ReportSchedules({ hrefOf }: { hrefOf: (change: Partial<ReportsQuery>) => string }) {
  const { merchantId } = useShop()
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

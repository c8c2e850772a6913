import { useQuery } from '@tanstack/react-query'
import { consoleAccountList } from '#contract/provider/merchants'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { useStaff } from '../frame/useStaff.ts'

/** The queue with nothing in it. Without any merchant, which is a new installation, it says what to do first. */
export function EmptyWork() {
  const { may } = useStaff()
  const merchants = useQuery({ ...consoleQuery(consoleAccountList, { query: {} }), enabled: may('consoleAccountList') })
  if (merchants.data?.count !== 0) return <EmptyState title={t('work.empty.all')}>{t('work.empty.lead')}</EmptyState>
  return (
    <EmptyState
      title={t('work.empty.first')}
      actions={
        <>
          {may('consoleOwnerInvite') && (
            <Button variant="filled" href="/console/merchants?invite=yes">
              {t('work.empty.invite')}
            </Button>
          )}
          {may('consolePriceList') && <Button href="/console/prices">{t('work.empty.prices')}</Button>}
        </>
      }
    >
      {t('work.empty.firstLead')}
    </EmptyState>
  )
}

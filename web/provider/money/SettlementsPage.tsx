import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleSettlementDays, consoleSettlementList } from '#contract/provider/moneySettlements'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { usePages } from '../api/usePages.ts'
import { setSearch } from '../frame/address.ts'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { PagedRows } from '../frame/PagedRows.tsx'
import { ReadState } from '../frame/ReadState.tsx'
import { SectionTabs } from '../frame/SectionTabs.tsx'
import { useStaff } from '../frame/useStaff.ts'
import { DryRunDialog } from './DryRunDialog.tsx'
import { MoneySearch, nothingFound, searchedFor } from './MoneySearch.tsx'
import { SettleDialog } from './SettleDialog.tsx'
import { FailureList, SettlementDays } from './SettlementDays.tsx'
import { SettlementTable } from './SettlementTable.tsx'

/** Settlements over all shops: by value day, or those that match a search or are of one day. */
export function SettlementsPage({ search }: ConsolePageProps) {
  const typed = searchedFor(search)
  const on = search['on'] ?? ''
  const { may } = useStaff()
  const [dialog, setDialog] = useState<'dry' | 'run' | null>(null)
  const days = useQuery(consoleQuery(consoleSettlementDays, { query: { before: search['before'] ?? '' } }))
  const listed = typed !== '' || on !== ''
  return (
    <ConsolePage
      title={t('money.settlements')}
      lead={days.data && days.data.due > 0 && t('money.settlements.due', { count: days.data.due })}
      actions={
        <>
          <Button onClick={() => setDialog('dry')}>{t('money.dryRun')}</Button>
          {may('consoleSettlementRun') && (
            <Button variant="filled" onClick={() => setDialog('run')}>
              {t('money.settle')}
            </Button>
          )}
        </>
      }
    >
      <SectionTabs section="money" />
      <div className="flex flex-wrap items-end gap-4 pb-5">
        <MoneySearch value={typed} label={t('money.settlements.search')} example={t('money.settlements.example')} />
        {on !== '' && <Button onClick={() => setSearch({ on: '' })}>{t('money.settlements.allDays', { date: date(on) })}</Button>}
      </div>
      {listed ? (
        <Found typed={typed} on={on} />
      ) : (
        <ReadState read={days}>
          {(data) => (
            <>
              <FailureList failures={data.failures} />
              {data.days.length === 0 ? (
                <EmptyState title={t('money.settlements.none')}>{t('money.settlements.noneLead')}</EmptyState>
              ) : (
                <SettlementDays days={data.days} next={data.next} first={search['before'] === undefined} />
              )}
            </>
          )}
        </ReadState>
      )}
      {dialog === 'dry' && <DryRunDialog onClose={() => setDialog(null)} />}
      {dialog === 'run' && <SettleDialog onClose={() => setDialog(null)} />}
    </ConsolePage>
  )
}

function Found({ typed, on }: { typed: string; on: string }) {
  const list = usePages(consoleSettlementList, { query: { search: typed, on } })
  return (
    <PagedRows read={list} empty={<EmptyState title={nothingFound(true)} />}>
      {(rows) => <SettlementTable rows={rows} caption={t('money.settlements')} busy={list.isPlaceholderData} />}
    </PagedRows>
  )
}

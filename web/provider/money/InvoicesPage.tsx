import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleInvoiceList, consoleInvoiceMonths } from '#contract/provider/moneyInvoices'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { callConsole } from '../api/callConsole.ts'
import { consoleQuery } from '../api/consoleQuery.ts'
import { setSearch } from '../frame/address.ts'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { ReadState } from '../frame/ReadState.tsx'
import { SectionTabs } from '../frame/SectionTabs.tsx'
import { useStaff } from '../frame/useStaff.ts'
import { InvoiceMonths, InvoiceRegister, WaitingShops } from './InvoiceMonths.tsx'
import { InvoiceTable } from './InvoiceTable.tsx'
import { IssueDialog } from './IssueDialog.tsx'
import { MoneySearch, searchedFor } from './MoneySearch.tsx'
import { monthText } from '../../platform/i18n/calendar.ts'
import { MoreRows } from '../frame/MoreRows.tsx'
import { usePages } from './usePages.ts'

/** The invoices to all shops: by month, or those of a month or that match a search. */
export function InvoicesPage({ search }: ConsolePageProps) {
  const typed = searchedFor(search)
  const month = search['month'] ?? ''
  const { may } = useStaff()
  const [issuing, setIssuing] = useState(false)
  const months = useQuery(consoleQuery(consoleInvoiceMonths))
  return (
    <ConsolePage
      title={t('money.invoices')}
      lead={month !== '' && monthText(month)}
      actions={
        may('consoleInvoicesIssue') && (
          <Button variant="filled" onClick={() => setIssuing(true)}>
            {t('money.issue')}
          </Button>
        )
      }
    >
      <SectionTabs section="money" />
      <div className="flex flex-wrap items-end gap-4 pb-5">
        <MoneySearch value={typed} label={t('money.invoices.search')} example={t('money.invoices.example')} />
        {month !== '' && <Button onClick={() => setSearch({ month: '' })}>{t('money.invoices.allMonths')}</Button>}
      </div>
      {typed !== '' || month !== '' ? (
        <>
          <Found typed={typed} month={month} />
          {month !== '' && months.data && <InvoiceRegister register={months.data.register} month={month} />}
        </>
      ) : (
        <ReadState read={months}>
          {(data) => (
            <>
              <WaitingShops waiting={data.waiting} />
              {data.months.length === 0 ? (
                <EmptyState title={t('money.invoices.none')}>{t('money.invoices.noneLead')}</EmptyState>
              ) : (
                <InvoiceMonths months={data.months} />
              )}
              <InvoiceRegister register={data.register} month="" />
            </>
          )}
        </ReadState>
      )}
      {issuing && <IssueDialog onClose={() => setIssuing(false)} />}
    </ConsolePage>
  )
}

function Found({ typed, month }: { typed: string; month: string }) {
  const query = { search: typed, month }
  const list = usePages(
    consoleInvoiceList.name,
    query,
    async (cursor, signal) => (await callConsole(consoleInvoiceList, { query: { ...query, cursor }, signal })).answer,
  )
  return (
    <ReadState read={list}>
      {({ pages }) => {
        const [first] = pages
        const rows = pages.flatMap(({ results }) => results)
        if (!first || rows.length === 0) return <EmptyState title={t('money.nothing')} />
        return (
          <>
            <InvoiceTable rows={rows} sums={first.sums} busy={list.isPlaceholderData} />
            <MoreRows read={list} />
          </>
        )
      }}
    </ReadState>
  )
}

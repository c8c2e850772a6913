import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleInvoiceList, consoleInvoiceMonths } from '#contract/provider/moneyInvoices'
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
import { InvoiceMonths, InvoiceRegister, WaitingShops } from './InvoiceMonths.tsx'
import { InvoiceTable } from './InvoiceTable.tsx'
import { IssueDialog } from './IssueDialog.tsx'
import { MoneySearch, searchedFor } from './MoneySearch.tsx'
import { monthText } from '../../platform/i18n/calendar.ts'

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
  const list = usePages(consoleInvoiceList, { query: { search: typed, month } })
  return (
    <PagedRows read={list} empty={<EmptyState title={t('money.nothing')} />}>
      {(rows, { sums }) => <InvoiceTable rows={rows} sums={sums} busy={list.isPlaceholderData} />}
    </PagedRows>
  )
}

import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { consoleLedgerExport, consoleLedgerMonth } from '#contract/provider/moneyMonth'
import { addMonths, isLocalDate, localDate, madridDay } from '#domain/platform/dates'
import { addressOf } from '../../platform/api/call.ts'
import { serverNow } from '../../platform/api/serverClock.ts'
import { monthText } from '../../platform/i18n/calendar.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { buttonClass } from '../../platform/ui/controls/buttonClass.ts'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { setSearch } from '../frame/address.ts'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { ReadState } from '../frame/ReadState.tsx'
import { SectionTabs } from '../frame/SectionTabs.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { AccountTable } from './AccountTable.tsx'
import { LedgerDays } from './LedgerDays.tsx'
import { MonthFigures } from './MonthFigures.tsx'

/** The provider's month, from the ledger: figures, accounts, and each day. */
export function LedgerPage({ search }: ConsolePageProps) {
  const monthInSearch = search['month'] ?? ''
  const present = madridDay(serverNow())
  const month = isLocalDate(monthInSearch) ? localDate(monthInSearch) : present
  const read = useQuery(consoleQuery(consoleLedgerMonth, { query: { month } }))
  const move = (by: number) => setSearch({ month: addMonths(localDate(`${month.slice(0, 7)}-01`), by) })
  return (
    <ConsolePage
      title={t('money.ledger')}
      lead={monthText(month)}
      actions={
        <>
          <Button onClick={() => move(-1)}>{t('money.ledger.before')}</Button>
          {month.slice(0, 7) < present.slice(0, 7) && <Button onClick={() => move(1)}>{t('money.ledger.after')}</Button>}
          <a className={buttonClass('outlined')} href={addressOf(consoleLedgerExport, {}, { month })} download>
            <Download aria-hidden />
            {t('money.ledger.csv')}
          </a>
        </>
      }
    >
      <SectionTabs section="money" />
      <ReadState read={read}>
        {(data) =>
          data.sums.length === 0 ? (
            <EmptyState title={t('money.ledger.none')} />
          ) : (
            <div className="grid gap-9">
              <MonthFigures sums={data.sums} before={data.before} />
              <FormSection title={t('money.ledger.accounts')}>
                <AccountTable sums={data.sums} />
              </FormSection>
              <FormSection title={t('money.ledger.days')}>
                <LedgerDays days={data.days} />
              </FormSection>
            </div>
          )
        }
      </ReadState>
    </ConsolePage>
  )
}

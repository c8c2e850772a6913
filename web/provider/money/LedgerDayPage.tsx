import { consoleLedgerDay } from '#contract/provider/moneyMonth'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { usePages } from '../api/usePages.ts'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { ReadState } from '../frame/ReadState.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { AccountTable } from './AccountTable.tsx'
import { FigureTable } from './LedgerDays.tsx'
import { MoreRows } from '../frame/MoreRows.tsx'
import { ledgerDayHref } from './moneyState.ts'

/** One day of the ledger: its accounts, and its shops, those with the most movement first. */
export function LedgerDayPage({ params }: ConsolePageProps<'/console/money/ledger/{day}'>) {
  const list = usePages(consoleLedgerDay, { params })
  return (
    <ConsolePage title={date(params.day)} back={{ href: `/console/money/ledger?month=${params.day}`, label: t('money.ledger') }}>
      <ReadState read={list}>
        {({ pages }) => {
          const [first] = pages
          const shops = pages.flatMap((page) => page.shops)
          if (!first || shops.length === 0) return <EmptyState title={t('money.ledger.noDay')} />
          const rows = shops.map(({ shop, sums }) => ({
            key: shop.merchantId,
            href: `${ledgerDayHref(params.day)}/shops/${shop.merchantId}`,
            name: shop.name,
            sums,
          }))
          return (
            <div className="grid gap-9">
              <FormSection title={t('money.ledger.accounts')}>
                <AccountTable sums={first.sums} />
              </FormSection>
              <FormSection title={t('shell.heading.shops')}>
                <FigureTable caption={t('shell.heading.shops')} first={t('money.column.shop')} rows={rows} />
                <MoreRows read={list} />
              </FormSection>
            </div>
          )
        }}
      </ReadState>
    </ConsolePage>
  )
}

import type { AnswerOf } from '#contract/platform/endpoint'
import { consoleDebtList } from '#contract/provider/moneyDebts'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { RowLink } from '../../platform/ui/tables/RowLink.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { usePages } from '../api/usePages.ts'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { PagedRows } from '../frame/PagedRows.tsx'
import { SectionTabs } from '../frame/SectionTabs.tsx'
import { MoneySearch, searchedFor } from './MoneySearch.tsx'
import { debtHref } from './moneyState.ts'
import { OnPhone } from '../frame/OnPhone.tsx'

/** What shops owe, the oldest debt first. */
export function DebtsPage({ search }: ConsolePageProps) {
  const query = { search: searchedFor(search) }
  const list = usePages(consoleDebtList, { query })
  const totals = list.data?.pages[0]?.totals
  const empty =
    query.search === '' ? (
      <EmptyState title={t('money.debts.none')}>{t('money.debts.noneLead')}</EmptyState>
    ) : (
      <EmptyState title={t('money.nothing')} />
    )
  return (
    <ConsolePage
      title={t('money.debts')}
      lead={totals && totals.count > 0 && t('money.debts.total', { count: totals.count, amount: money(totals.amount) })}
    >
      <SectionTabs section="money" />
      <div className="pb-5">
        <MoneySearch value={query.search} label={t('money.searchShop')} example={t('money.searchShop.example')} />
      </div>
      <PagedRows read={list} empty={empty}>
        {(rows) => <DebtTable rows={rows} busy={list.isPlaceholderData} />}
      </PagedRows>
    </ConsolePage>
  )
}

type Debt = AnswerOf<typeof consoleDebtList>['results'][number]

function DebtTable({ rows, busy }: { rows: readonly Debt[]; busy: boolean }) {
  const head = (
    <>
      <HeadCell>{t('money.column.shop')}</HeadCell>
      <HeadCell width="34%">{t('money.column.nextStep')}</HeadCell>
      <HeadCell numeric width="18%">
        {t('money.column.owedNow')}
      </HeadCell>
      <HeadCell numeric width="16%">
        {t('money.column.debt')}
      </HeadCell>
    </>
  )
  return (
    <Table fixed busy={busy} caption={t('money.debts')} head={head}>
      {rows.map(({ shop, amount, since, owed, next }) => (
        <TableRow key={shop.merchantId}>
          <Cell card="title" detail={t('money.debts.since', { date: date(since) })}>
            <RowLink href={debtHref(shop.merchantId)}>
              <b className="font-strong">{shop.name}</b>
            </RowLink>
          </Cell>
          <Cell card="state">{stepText(next)}</Cell>
          <Cell card="net" numeric>
            <OnPhone label={t('money.column.owedNow')} /> <Money cents={owed} />
          </Cell>
          <Cell card="amount" numeric strong>
            <Money cents={amount} />
          </Cell>
        </TableRow>
      ))}
    </Table>
  )
}

/** The next step of a debt, in words. */
export const stepText = ({ step, on }: Debt['next']): string => t(`money.step.${step}`, { date: on === null ? '' : date(on) })

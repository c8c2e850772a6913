import type { AnswerOf } from '#contract/platform/endpoint'
import { consoleLedgerJournals } from '#contract/provider/moneyMonth'
import { date, dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { usePages } from '../api/usePages.ts'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { ReadState } from '../frame/ReadState.tsx'
import { operationHref } from '../frame/operationHref.ts'
import { MoreRows } from '../frame/MoreRows.tsx'
import { ledgerDayHref } from './moneyState.ts'
import { ShopLink } from '../frame/ShopLink.tsx'

type Answer = AnswerOf<typeof consoleLedgerJournals>

/** The journals of one shop and day, each with its lines. */
export function JournalsPage({ params }: ConsolePageProps<'/console/money/ledger/{day}/shops/{merchantId}'>) {
  const list = usePages(consoleLedgerJournals, { params })
  const shop = list.data?.pages[0]?.shop
  return (
    <ConsolePage
      title={t('money.journals')}
      lead={
        shop && (
          <>
            <ShopLink shop={shop} /> · {date(params.day)}
          </>
        )
      }
      back={{ href: ledgerDayHref(params.day), label: date(params.day) }}
    >
      <ReadState read={list}>
        {({ pages }) => {
          const journals = pages.flatMap((page) => page.journals)
          if (!shop || journals.length === 0) return <EmptyState title={t('money.ledger.noDay')} />
          return (
            <>
              <JournalTable shop={shop} journals={journals} />
              <MoreRows read={list} />
            </>
          )
        }}
      </ReadState>
    </ConsolePage>
  )
}

function JournalTable({ shop, journals }: { shop: Answer['shop']; journals: Answer['journals'] }) {
  const head = (
    <>
      <HeadCell>{t('money.column.ledgerAccount')}</HeadCell>
      <HeadCell numeric width="22%">
        {t('money.column.debit')}
      </HeadCell>
      <HeadCell numeric width="22%">
        {t('money.column.credit')}
      </HeadCell>
    </>
  )
  return (
    <Table fixed dense cards={false} caption={t('money.journals')} head={head}>
      {journals.flatMap(({ id, kind, at, operationId, lines }) => [
        <TableRow key={id} group>
          <Cell colSpan={3}>
            {t(`money.kind.${kind}`)} <span className="font-normal text-ink-3">{dateTime(at)}</span>{' '}
            {operationId !== null && (
              <Anchor className={linkClass} href={operationHref(shop, operationId)}>
                {t('money.journals.operation')}
              </Anchor>
            )}
          </Cell>
        </TableRow>,
        ...lines.map(({ account, debit, credit }) => (
          <TableRow key={`${id}${account}`}>
            <Cell card="title">{t(`money.account.${account}`)}</Cell>
            <Cell numeric>
              <Money cents={debit} zeroDash />
            </Cell>
            <Cell numeric>
              <Money cents={credit} zeroDash />
            </Cell>
          </TableRow>
        )),
      ])}
    </Table>
  )
}

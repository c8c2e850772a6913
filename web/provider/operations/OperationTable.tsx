import type { AnswerOf } from '#contract/platform/endpoint'
import type { consoleOperationList } from '#contract/provider/operations'
import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { statusKind } from '../../sales/operationStatus/statusKind.ts'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { RowLink } from '../../platform/ui/tables/RowLink.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { operationHref } from '../frame/operationHref.ts'
import { reasonText } from './operationWords.ts'

type OperationTableProps = {
  place: { accountId: string; merchantId: string }
  rows: AnswerOf<typeof consoleOperationList>['results']
}

/** Operations: when, who, state, product and amounts. */
export function OperationTable({ place, rows }: OperationTableProps) {
  const head = (
    <>
      <HeadCell width="16%">{t('shell.heading.when')}</HeadCell>
      <HeadCell>{t('consoleMerchants.operations.customer')}</HeadCell>
      <HeadCell width="26%">{t('shell.heading.state')}</HeadCell>
      <HeadCell width="16%">{t('consoleMerchants.terms.product')}</HeadCell>
      <HeadCell width="14%" numeric>
        {t('shell.heading.amount')}
      </HeadCell>
    </>
  )
  return (
    <Table fixed caption={t('console.section.operations')} head={head}>
      {rows.map((row) => (
        <TableRow key={row.id} faded={row.category === 'stopped' || row.category === 'rejected'}>
          <Cell card="net">{nearTime(row.created)}</Cell>
          <Cell card="title" detail={row.mid ?? undefined}>
            <RowLink href={operationHref(place, row.id)}>
              <b className="font-strong">{row.customerName === '' ? t('consoleMerchants.operations.nobody') : row.customerName}</b>
            </RowLink>
          </Cell>
          <Cell card="state">
            <StatusBadge kind={statusKind[row.substatus]} label={t(`operations.substatus.${row.substatus}`)} detail={reasonText(row)} />
          </Cell>
          <Cell card="foot">{t(`operations.product.${row.product}`)}</Cell>
          <Cell card="amount" numeric strong>
            <Money cents={row.totalAmount} />
          </Cell>
        </TableRow>
      ))}
    </Table>
  )
}

import type { FoundOperation } from '#contract/provider/operations'
import { shortId } from '#domain/platform/shortId'
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

/** Operations of any shop: when, whose, state and amount; nothing of their customers. */
export function FoundTable({ rows, busy }: { rows: readonly FoundOperation[]; busy: boolean }) {
  const head = (
    <>
      <HeadCell width="18%">{t('shell.heading.when')}</HeadCell>
      <HeadCell>{t('consoleMerchants.allOperations.merchant')}</HeadCell>
      <HeadCell width="28%">{t('shell.heading.state')}</HeadCell>
      <HeadCell width="16%" numeric>
        {t('shell.heading.amount')}
      </HeadCell>
    </>
  )
  return (
    <Table fixed busy={busy} caption={t('console.section.operations')} head={head}>
      {rows.map(({ id, createdAt, substatus, amount, accountId, merchant }) => (
        <TableRow key={id}>
          <Cell card="net">{nearTime(createdAt)}</Cell>
          <Cell card="title" detail={<span className="font-code">{shortId(id)}</span>}>
            <RowLink href={operationHref({ accountId, merchantId: merchant.id }, id)}>
              <b className="font-strong">{merchant.name}</b>
            </RowLink>
          </Cell>
          <Cell card="state">
            <StatusBadge kind={statusKind[substatus]} label={t(`operations.substatus.${substatus}`)} />
          </Cell>
          <Cell card="amount" numeric strong>
            <Money cents={amount} />
          </Cell>
        </TableRow>
      ))}
    </Table>
  )
}

import type { ReactNode } from 'react'
import type { OperationChange } from '#contract/sales/operationChanges'
import { money } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { buyerText } from '../../operationStatus/operationText.ts'
import { statusKind } from '../../operationStatus/statusKind.ts'
import { useMerchant } from '../../../platform/requests/useMerchant.ts'
import { paths } from '../../../platform/routes/paths.ts'
import { Cell } from '../../../platform/ui/tables/Cell.tsx'
import { Change } from '../../../platform/ui/figures/Change.tsx'
import { HeadCell } from '../../../platform/ui/tables/HeadCell.tsx'
import { RowLink } from '../../../platform/ui/tables/RowLink.tsx'
import { StatusBadge } from '../../../platform/ui/feedback/StatusBadge.tsx'
import { Table } from '../../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../../platform/ui/tables/TableRow.tsx'
import { amountChanges, settlementChange, statusChange, why } from './changeText.ts'

/** Changed operations with their status, amount and settlement changes; unchanged cells are blank. */
export function ChangesTable({ changes }: { changes: readonly OperationChange[] }) {
  return (
    <Table
      bleed={false}
      caption={t('visit.table')}
      head={
        <>
          <HeadCell width="24%">{t('shell.heading.operation')}</HeadCell>
          <HeadCell width="30%">{t('visit.column.status')}</HeadCell>
          <HeadCell width="24%">{t('visit.column.amount')}</HeadCell>
          <HeadCell>{t('visit.column.settlement')}</HeadCell>
        </>
      }
    >
      {changes.map((change) => (
        <ChangeRow key={change.operation.id} {...change} />
      ))}
    </Table>
  )
}

function ChangeRow({ operation, before }: OperationChange) {
  const { merchantId, flag } = useMerchant()
  const status = statusChange(before, operation)
  const amounts = amountChanges(operation.totalAmount, before, operation)
  const settlement = settlementChange(before, operation)
  return (
    <TableRow>
      <Cell card="title" detail={operation.mid ?? t('operations.noOrder')}>
        <RowLink href={paths.operation(merchantId, operation.id, flag)}>{buyerText(operation.customerName)}</RowLink>
      </Cell>
      <Cell card="state">
        {status && (
          <OldAndNew
            from={status[0]}
            to={<StatusBadge kind={statusKind[operation.substatus]} label={status[1]} detail={why(before, operation)} />}
          />
        )}
      </Cell>
      <Cell card="amount">
        {amounts.map(({ name, from, to }) => (
          <span key={name} className="block">
            <span className="block text-sm text-ink-3">{t(`visit.${name}`)}</span>
            <OldAndNew from={money(from)} to={money(to)} />
          </span>
        ))}
      </Cell>
      <Cell card="foot" className="wrap-anywhere">
        {settlement && <OldAndNew from={settlement[0]} to={settlement[1]} />}
      </Cell>
    </TableRow>
  )
}

const OldAndNew = (sides: { from: string; to: ReactNode }) => <Change {...sides} toLabel={t('operations.arrow')} />

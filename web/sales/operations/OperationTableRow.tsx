import { memo } from 'react'
import type { OperationRow } from '#contract/sales/operations'
import { paths } from '../../platform/routes/paths.ts'
import { refundMode } from '../../platform/quickActions/refundMode.ts'
import { useStore } from '../../platform/state/store.ts'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import type { ListColumn } from './listColumns.ts'
import { operationCell } from './operationCell.tsx'
import { useRowTools } from './RowToolsContext.tsx'

type OperationTableRowProps = {
  row: OperationRow
  now: Date
  columns: readonly ListColumn[]
  /** The net has no column for lack of room, and stands below the amount. */
  netBelow: boolean
  /** The column that the row's actions overlay; null when there are none. */
  actionsColumn: ListColumn | null
  /** The column whose margin contains the row's checkbox. */
  checkboxColumn: ListColumn | undefined
}

/** A row of the list: date, customer, status, deadline, product, amount and net. */
export const OperationTableRow = memo(function OperationTableRow({
  row,
  now,
  columns,
  netBelow,
  actionsColumn,
  checkboxColumn,
}: OperationTableRowProps) {
  const { merchantId, flag } = useMerchant()
  const tools = useRowTools()
  const refunding = useStore(refundMode)
  const faded = row.category === 'stopped' || row.category === 'rejected'
  const cellInput = {
    row,
    now,
    columns,
    netBelow,
    href: refunding ? paths.operationRefund(merchantId, row.id, flag) : paths.operation(merchantId, row.id, flag),
    faded,
  }
  return (
    <TableRow faded={faded}>
      {columns.map((column) => {
        const { children, ...cell } = operationCell(column, cellInput)
        return (
          <Cell key={column} {...cell}>
            {tools && column === checkboxColumn && <tools.Box row={row} now={now} />}
            {children}
            {tools && column === actionsColumn && <tools.Actions row={row} now={now} compact={column !== 'product'} />}
          </Cell>
        )
      })}
    </TableRow>
  )
})

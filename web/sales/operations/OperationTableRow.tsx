import { memo } from 'react'
import type { OperationRow } from '#contract/sales/operations'
import { paths } from '../../platform/routes/paths.ts'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { useShop } from '../../platform/requests/useShop.ts'
import type { ListColumn } from './listColumns.ts'
import { operationCell } from './operationCell.tsx'
import { useRowTools } from './RowToolsContext.tsx'

type OperationTableRowProps = {
  row: OperationRow
  now: Date
  columns: readonly ListColumn[]
  /** The column that the row's verbs are laid over; null where there are none. */
  verbsOver: ListColumn | null
  /** The column whose margin its box stands in. */
  pickIn: ListColumn | undefined
}

/** One operation of the list: when, who, state, until when, what, how much, what is left for the shop. */
export const OperationTableRow = memo(function OperationTableRow({ row, now, columns, verbsOver, pickIn }: OperationTableRowProps) {
  const { merchantId, flag } = useShop()
  const tools = useRowTools()
  const faded = row.category === 'stopped' || row.category === 'rejected'
  const asked = { row, now, columns, href: paths.operation(merchantId, row.id, flag), faded }
  return (
    <TableRow faded={faded}>
      {columns.map((column) => {
        const { children, ...cell } = operationCell(column, asked)
        return (
          <Cell key={column} {...cell}>
            {tools && column === pickIn && <tools.Box row={row} now={now} />}
            {children}
            {tools && column === verbsOver && <tools.Actions row={row} now={now} compact={column !== 'product'} />}
          </Cell>
        )
      })}
    </TableRow>
  )
})

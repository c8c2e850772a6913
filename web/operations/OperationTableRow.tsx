import { memo } from 'react'
import type { OperationRow } from '#contract/operations'
import { paths } from '../paths.ts'
import { Cell } from '../ui/Cell.tsx'
import { TableRow } from '../ui/TableRow.tsx'
import { useShop } from '../operation/useShop.ts'
import { AfterPaint } from './AfterPaint.tsx'
import type { ListColumn } from './listColumns.ts'
import { operationCell } from './operationCell.tsx'
import { OperationRowActions } from './OperationRowActions.tsx'

type OperationTableRowProps = {
  row: OperationRow
  now: Date
  columns: readonly ListColumn[]
  /** The column that the row's verbs are laid over; null where there are none. */
  verbsOver: ListColumn | null
}

/** One operation of the list: when, who, state, until when, what, how much, what is left for the shop. */
export const OperationTableRow = memo(function OperationTableRow({ row, now, columns, verbsOver }: OperationTableRowProps) {
  const { merchantId, flag } = useShop()
  const faded = row.category === 'stopped' || row.category === 'rejected'
  const asked = { row, now, columns, href: paths.operation(merchantId, row.id, flag), faded }
  return (
    <TableRow faded={faded}>
      {columns.map((column) => {
        const { children, ...cell } = operationCell(column, asked)
        return (
          <Cell key={column} {...cell}>
            {children}
            {column === verbsOver && (
              <AfterPaint>
                <OperationRowActions row={row} now={now} compact={column !== 'product'} />
              </AfterPaint>
            )}
          </Cell>
        )
      })}
    </TableRow>
  )
})

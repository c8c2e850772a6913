import { t } from '../../../platform/i18n/t.ts'
import { buyerText } from '../../operationStatus/operationText.ts'
import { Cell } from '../../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../../platform/ui/tables/HeadCell.tsx'
import { Money } from '../../../platform/ui/figures/Money.tsx'
import { SkeletonRows } from '../../../platform/ui/tables/SkeletonRows.tsx'
import { Table } from '../../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../../platform/ui/tables/TableRow.tsx'
import { closingSum, type BulkLine } from './bulkRun.ts'
import { lineText } from './bulkText.ts'
import type { BulkAction } from './useBulkRun.ts'

type BulkTableProps = {
  action: BulkAction
  lines: readonly BulkLine[]
  /** Every line has its outcome. */
  over: boolean
  /** Number of lines whose preview is loading. */
  waiting: number
}

/** Operations with their planned action or outcome, amounts and total. */
export function BulkTable({ action, lines, over, waiting }: BulkTableProps) {
  return (
    <Table
      bleed={false}
      busy={waiting > 0}
      caption={t('bulk.table')}
      head={
        <>
          <HeadCell width="38%">{t('shell.heading.operation')}</HeadCell>
          <HeadCell>{t(over ? 'shell.heading.result' : 'bulk.column.will')}</HeadCell>
          <HeadCell numeric>{t('shell.heading.amount')}</HeadCell>
        </>
      }
      foot={
        waiting === 0 && (
          <TableRow>
            <Cell card="title" strong>
              {t(over ? `bulk.total.${action}` : 'bulk.total')}
            </Cell>
            <Cell />
            <Cell card="amount" numeric strong>
              <Money cents={closingSum(lines, over)} />
            </Cell>
          </TableRow>
        )
      }
    >
      {waiting > 0 && <SkeletonRows rows={Math.min(waiting, 8)} widths={[140, 120, -64]} />}
      {lines.map((line) => (
        <TableRow key={line.id} faded={line.will === 'blocked'}>
          <Cell card="title" detail={line.mid ?? t('operations.noOrder')}>
            {buyerText(line.customerName)}
          </Cell>
          <Cell card="foot" className={toneOf(line)}>
            {lineText(action, line)}
          </Cell>
          <Cell card="amount" numeric>
            {line.will === 'blocked' ? '—' : <Money cents={line.amount} />}
          </Cell>
        </TableRow>
      ))}
    </Table>
  )
}

/** Red when money should have moved and did not, yellow when it needs attention. */
function toneOf({ state, will }: BulkLine): string {
  if (state.name === 'refused') return 'text-danger-ink'
  return state.name === 'unknown' || state.name === 'undoUnknown' || (state.name === 'ready' && will === 'ask') ? 'text-in-process-ink' : ''
}

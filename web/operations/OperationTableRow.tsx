import { memo } from 'react'
import type { OperationRow } from '#contract/operations'
import { date, time } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { paths } from '../paths.ts'
import { Cell } from '../ui/Cell.tsx'
import { Deadline } from '../ui/Deadline.tsx'
import { Money } from '../ui/Money.tsx'
import { RowLink } from '../ui/RowLink.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { TableRow } from '../ui/TableRow.tsx'
import { Tag } from '../ui/Tag.tsx'
import { deadlineOf } from '../operation/deadlineOf.ts'
import { deadlineText, netDetail, productText, reasonText } from '../operation/operationText.ts'
import { OperationRowActions } from './OperationRowActions.tsx'
import { statusKind } from '../operation/statusKind.ts'
import { useShop } from '../operation/useShop.ts'

type OperationTableRowProps = { row: OperationRow; now: Date; actions: 'product' | 'deadline' | 'none' }

/** On a card: day and clock in this year, the whole date before it. */
function cardDate(created: string, now: Date): string {
  const day = date(created)
  return day.slice(6) === date(now.toISOString()).slice(6) ? `${day.slice(0, 5)} ${time(created)}` : day
}

/** One operation of the list: when, who, state, until when, what, how much, what is left for the shop. */
export const OperationTableRow = memo(function OperationTableRow({ row, now, actions }: OperationTableRowProps) {
  const { merchantId, flag } = useShop()
  const deadline = deadlineOf(row, now)
  const words = deadline && deadlineText(deadline, row, now)
  const faded = row.category === 'stopped' || row.category === 'rejected'
  const verbs = actions !== 'none' && <OperationRowActions row={row} now={now} compact={actions === 'deadline'} />
  return (
    <TableRow faded={faded}>
      <Cell detail={time(row.created)}>{date(row.created)}</Cell>
      <Cell
        card="title"
        detail={
          <span className="flex min-w-0 flex-wrap items-center gap-x-2">
            <span className="truncate">{row.mid ?? t('operations.noOrder')}</span>
            <span className="md:hidden">{cardDate(row.created, now)}</span>
            {row.sandbox && <Tag kind="test">{t('operations.test')}</Tag>}
          </span>
        }
      >
        <span data-operation={row.id} className="block md:truncate" title={row.customerName}>
          <RowLink href={paths.operation(merchantId, row.id, flag)}>{row.customerName}</RowLink>
        </span>
      </Cell>
      <Cell card="state">
        <StatusBadge
          kind={statusKind[row.substatus]}
          label={t(`operations.substatus.${row.substatus}`)}
          detail={reasonText(row)}
          faded={faded}
        />
      </Cell>
      <Cell card={deadline?.tone ? 'foot' : 'hidden'}>
        <Deadline detail={words?.detail} tone={deadline?.tone ?? null} left={deadline?.left ?? 0}>
          {words?.when}
        </Deadline>
        {actions === 'deadline' && verbs}
      </Cell>
      <Cell from="lg" detail={t(`operations.channel.${row.channel}`)}>
        {productText(row)}
        {actions === 'product' && verbs}
      </Cell>
      <Cell card="amount" numeric strong>
        <Money cents={row.totalAmount} />
      </Cell>
      <Cell card="net" numeric detail={netDetail(row)}>
        <Money cents={row.netAmount} />
      </Cell>
    </TableRow>
  )
})

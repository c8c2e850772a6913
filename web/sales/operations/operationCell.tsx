import type { ReactNode } from 'react'
import type { OperationRow } from '#contract/sales/operations'
import { date, money, time } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import type { CellProps } from '../../platform/ui/tables/Cell.tsx'
import { Deadline } from '../../platform/ui/figures/Deadline.tsx'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { RowLink } from '../../platform/ui/tables/RowLink.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Tag } from '../../platform/ui/feedback/Tag.tsx'
import { deadlineOf } from '../operationStatus/deadlineOf.ts'
import { buyerText, deadlineText, netDetail, productText, reasonText, settlementText } from '../operationStatus/operationText.ts'
import { statusKind } from '../operationStatus/statusKind.ts'
import type { ListColumn } from './listColumns.ts'

/** Date on a card: day and time this year, the full date otherwise. */
function cardDate(created: string, now: Date): string {
  const day = date(created)
  return day.slice(6) === date(now.toISOString()).slice(6) ? `${day.slice(0, 5)} ${time(created)}` : day
}

type CellOptions = { row: OperationRow; now: Date; columns: readonly ListColumn[]; netBelow: boolean; href: string; faded: boolean }

/** The cell of a column; data with a column of its own is not repeated in another. */
export function operationCell(column: ListColumn, { row, now, columns, netBelow, href, faded }: CellOptions): CellProps {
  switch (column) {
    case 'created':
      return { detail: time(row.created), children: date(row.created) }
    case 'customer':
      return { card: 'title', detail: underName(row, now, columns), children: name(row, href) }
    case 'order':
      return { children: <span className="block truncate">{row.mid ?? t('operations.noOrder')}</span> }
    case 'state':
      return { card: 'state', children: state(row, faded) }
    case 'deadline':
      return until(row, now)
    case 'product': {
      const channel = columns.includes('channel') ? {} : { detail: t(`operations.channel.${row.channel}`) }
      return { children: productText(row), ...channel }
    }
    case 'channel':
      return { children: t(`operations.channel.${row.channel}`) }
    case 'amount':
      return {
        card: 'amount',
        numeric: true,
        strong: true,
        detail: netBelow && row.netAmount !== null ? t('operations.net.below', { amount: money(row.netAmount) }) : null,
        children: <Money cents={row.totalAmount} />,
      }
    case 'net': {
      const hasSettlementColumn = columns.includes('settlement') && row.settlementStatus !== 'none'
      return {
        // A dash without a heading says nothing.
        card: row.netAmount === null ? 'hidden' : 'net',
        numeric: true,
        detail: hasSettlementColumn ? null : netDetail(row),
        children: <Money cents={row.netAmount} />,
      }
    }
    case 'settlement':
      return { children: settlementText(row) ?? <span className="text-ink-3">—</span> }
  }
}

const name = (row: OperationRow, href: string): ReactNode => (
  <span data-operation={row.id} className="block md:max-lg:line-clamp-2 lg:truncate" title={buyerText(row.customerName)}>
    <RowLink href={href}>{buyerText(row.customerName)}</RowLink>
  </span>
)

const underName = (row: OperationRow, now: Date, columns: readonly ListColumn[]): ReactNode => (
  <span className="flex min-w-0 flex-wrap items-center gap-x-2">
    {!columns.includes('order') && <span className="truncate">{row.mid ?? t('operations.noOrder')}</span>}
    <span className={columns.includes('created') ? 'md:hidden' : 'lg:hidden'}>{cardDate(row.created, now)}</span>
    {row.sandbox && <Tag kind="test">{t('operations.test')}</Tag>}
  </span>
)

const state = (row: OperationRow, faded: boolean): ReactNode => (
  <StatusBadge kind={statusKind[row.substatus]} label={t(`operations.substatus.${row.substatus}`)} detail={reasonText(row)} faded={faded} />
)

function until(row: OperationRow, now: Date): CellProps {
  const deadline = deadlineOf(row, now)
  const words = deadline && deadlineText(deadline, row, now)
  return {
    card: deadline?.tone ? 'foot' : 'hidden',
    children: (
      <Deadline detail={words?.detail} tone={deadline?.tone ?? null} left={deadline?.left ?? 0}>
        {words?.when}
      </Deadline>
    ),
  }
}

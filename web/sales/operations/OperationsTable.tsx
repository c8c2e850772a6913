import { useQueryClient } from '@tanstack/react-query'
import { useCallback, type PointerEvent, type ReactNode } from 'react'
import type { OperationRow } from '#contract/sales/operations'
import { joinTexts } from '#domain/platform/direction'
import { isTopFull } from '../../platform/frame/topPlace.ts'
import { useFirstPainted } from '../../platform/routes/useFirstPainted.ts'
import { t } from '../../platform/i18n/t.ts'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { useScreenSize } from '../../platform/ui/feedback/screenSize.ts'
import { SkeletonRows } from '../../platform/ui/tables/SkeletonRows.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { detailRead } from '../operationStatus/operationReads.ts'
import { type ListColumn, shareOf, defaultColumns } from './listColumns.ts'
import { OperationTableRow } from './OperationTableRow.tsx'
import { RowToolsProvider, useLateTools } from './RowToolsContext.tsx'
import { withChange, type ListQuery, type Ordering } from '../../platform/lists/listQuery.ts'
import { useNow } from '../../platform/requests/useNow.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'

type OperationsTableProps = {
  query: ListQuery
  /** Null while the first response is loading. */
  rows: readonly OperationRow[] | null
  /** Columns of a table. */
  columns: readonly ListColumn[]
  dense: boolean
  busy: boolean
  hrefOf: (query: ListQuery) => string
}

const skeletonPx: Record<ListColumn, number> = {
  created: 70,
  customer: 110,
  order: 80,
  state: 130,
  deadline: 78,
  product: 60,
  channel: 60,
  amount: -64,
  net: -72,
  settlement: 80,
}
/** Columns that a row's actions may overlay: never figures, customer or status. */
const underActions: readonly ListColumn[] = ['product', 'deadline', 'channel', 'order', 'settlement', 'created']

/** Minimum height above the first row and above the sheet, and minimum height of a row and of a card. CSS pixels. */
const abovePx = { least: 212, top: 114 }
const rowPx = { card: 100, dense: 40, usual: 56 }

/** Maximum number of rows in the viewport: those below it are rendered in a second pass. */
const rowsInView = (row: keyof typeof rowPx, underTop: boolean) =>
  Math.max(1, Math.ceil((innerHeight - abovePx.least - (underTop ? abovePx.top : 0)) / rowPx[row]))

/** The list as a table; cards below 768 px. Hovering a row prefetches its operation. */
export function OperationsTable({ query, rows, columns, dense, busy, hrefOf }: OperationsTableProps) {
  const { merchantId, mode, may } = useMerchant()
  const client = useQueryClient()
  const now = useNow()
  const size = useScreenSize()
  const shown = size.isDefault ? defaultColumns : columns
  const actionsColumn = size.isDefault ? null : (underActions.find((column) => shown.includes(column)) ?? null)
  // On a phone the card's title is always present.
  const checkboxColumn = size.isDefault ? 'customer' : shown[0]
  const painted = useFirstPainted()
  const tools = useLateTools(painted)
  const drawn = () => rowsInView(size.isDefault ? 'card' : dense ? 'dense' : 'usual', may('inboxList') && isTopFull(merchantId, mode))

  const prefetchRow = useCallback(
    (target: EventTarget) => {
      const id =
        target instanceof Element ? target.closest('tr')?.querySelector<HTMLElement>('[data-operation]')?.dataset['operation'] : undefined
      if (id) void client.prefetchQuery({ ...detailRead(merchantId, id), staleTime: 15_000 })
    },
    [client, merchantId],
  )

  const head = shown.map((column, place) => {
    const box = tools && rows && place === 0 && <tools.PageBox rows={rows} now={now} />
    const width = { width: `${shareOf(column, shown)}%` }
    const hasDate = size.isMd && column === 'customer' && !shown.includes('created')
    const sorts = hasDate ? 'created' : sortedBy[column]
    const own = t(column === 'customer' && shown.includes('order') ? 'operations.column.name' : `operations.column.${column}`)
    const words = hasDate ? joinTexts([own, t('operations.column.created')], ' · ') : own
    return sorts ? (
      <SortedHead key={column} column={sorts} query={query} hrefOf={hrefOf} numeric={column === 'amount'} {...width} box={box}>
        {words}
      </SortedHead>
    ) : (
      <HeadCell key={column} numeric={column === 'net'} {...width} box={box}>
        {words}
      </HeadCell>
    )
  })
  return (
    <div onPointerOver={(event: PointerEvent) => prefetchRow(event.target)} onFocus={(event) => prefetchRow(event.target)}>
      <Table
        picks
        fixed
        caption={rows === null ? t('operations.loading') : t('operations.table')}
        head={head}
        dense={dense}
        busy={busy || rows === null}
      >
        {rows === null ? (
          <SkeletonRows rows={10} widths={shown.map((column) => skeletonPx[column])} />
        ) : (
          <RowToolsProvider value={tools}>
            {rows.slice(0, painted ? rows.length : drawn()).map((row) => (
              <OperationTableRow
                key={row.id}
                row={row}
                now={now}
                columns={shown}
                netBelow={!size.isDefault && !shown.includes('net')}
                actionsColumn={actionsColumn}
                checkboxColumn={checkboxColumn}
              />
            ))}
          </RowToolsProvider>
        )}
      </Table>
    </div>
  )
}

const sortedBy: Partial<Record<ListColumn, 'created' | 'total_amount'>> = { created: 'created', amount: 'total_amount' }

type SortedHeadProps = {
  column: 'created' | 'total_amount'
  query: ListQuery
  hrefOf: (query: ListQuery) => string
  numeric?: boolean
  width?: string
  /** Checkbox of the whole page, beside the header's text. */
  box: ReactNode
  children: string
}

/** A sortable column header: descending first, then ascending. */
function SortedHead({ column, query, hrefOf, numeric = false, width, box, children }: SortedHeadProps) {
  const descending: Ordering = `-${column}`
  const sort = query.ordering === descending ? 'descending' : query.ordering === column ? 'ascending' : null
  const next = withChange(query, { ordering: sort === 'descending' ? column : descending })
  return (
    <HeadCell numeric={numeric} sort={sort} sortHref={hrefOf(next)} {...(width && { width })} box={box}>
      {children}
    </HeadCell>
  )
}

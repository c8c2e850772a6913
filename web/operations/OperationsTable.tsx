import { useQueryClient } from '@tanstack/react-query'
import { useCallback, type PointerEvent } from 'react'
import type { OperationRow } from '#contract/operations'
import { t } from '../i18n/t.ts'
import { HeadCell } from '../ui/HeadCell.tsx'
import { useScreenSize } from '../ui/screenSize.ts'
import { SkeletonRows } from '../ui/SkeletonRows.tsx'
import { Table } from '../ui/Table.tsx'
import { detailRead } from '../operation/operationReads.ts'
import { OperationTableRow } from './OperationTableRow.tsx'
import { withChange, type ListQuery, type Ordering } from '../operation/listQuery.ts'
import { useNow } from '../operation/useNow.ts'
import { useShop } from '../operation/useShop.ts'

type OperationsTableProps = {
  query: ListQuery
  /** Null while the first answer is on its way. */
  rows: readonly OperationRow[] | null
  dense: boolean
  busy: boolean
  hrefOf: (query: ListQuery) => string
}

const skeletonWidths = [70, 110, 130, 78, 60, -64, -72]

/** The list as a table; cards below 768 px. Hovering a row fetches its operation ahead. */
export function OperationsTable({ query, rows, dense, busy, hrefOf }: OperationsTableProps) {
  const { merchantId } = useShop()
  const client = useQueryClient()
  const now = useNow()
  const size = useScreenSize()
  const actions = size.isLg ? 'product' : size.isMd ? 'deadline' : 'none'

  const fetchAhead = useCallback(
    (target: EventTarget) => {
      const id =
        target instanceof Element ? target.closest('tr')?.querySelector<HTMLElement>('[data-operation]')?.dataset['operation'] : undefined
      if (id) void client.prefetchQuery({ ...detailRead(merchantId, id), staleTime: 15_000 })
    },
    [client, merchantId],
  )

  const head = (
    <>
      <SortedHead column="created" query={query} hrefOf={hrefOf} width={size.isLg ? '11%' : '16%'}>
        {t('operations.column.date')}
      </SortedHead>
      <HeadCell width={size.isLg ? '20%' : '21%'}>{t('operations.column.customer')}</HeadCell>
      <HeadCell width={size.isLg ? '20%' : '21%'}>{t('operations.column.state')}</HeadCell>
      <HeadCell width={size.isLg ? '14%' : '15%'}>{t('operations.column.deadline')}</HeadCell>
      <HeadCell from="lg" width="14%">
        {t('operations.column.product')}
      </HeadCell>
      <SortedHead column="total_amount" query={query} hrefOf={hrefOf} numeric>
        {t('operations.column.amount')}
      </SortedHead>
      <HeadCell numeric width={size.isLg ? '13%' : '15%'}>
        {t('operations.column.net')}
      </HeadCell>
    </>
  )
  return (
    <div onPointerOver={(event: PointerEvent) => fetchAhead(event.target)} onFocus={(event) => fetchAhead(event.target)}>
      <Table
        fixed
        caption={rows === null ? t('operations.loading') : t('operations.table')}
        head={head}
        dense={dense}
        busy={busy || rows === null}
      >
        {rows === null ? (
          <SkeletonRows rows={10} widths={size.isLg ? skeletonWidths : skeletonWidths.toSpliced(4, 1)} />
        ) : (
          rows.map((row) => <OperationTableRow key={row.id} row={row} now={now} actions={actions} />)
        )}
      </Table>
    </div>
  )
}

type SortedHeadProps = {
  column: 'created' | 'total_amount'
  query: ListQuery
  hrefOf: (query: ListQuery) => string
  numeric?: boolean
  width?: string
  children: string
}

/** A column that sorts: first newest or largest, then the other way. */
function SortedHead({ column, query, hrefOf, numeric = false, width, children }: SortedHeadProps) {
  const descending: Ordering = `-${column}`
  const sort = query.ordering === descending ? 'descending' : query.ordering === column ? 'ascending' : null
  const next = withChange(query, { ordering: sort === 'descending' ? column : descending })
  return (
    <HeadCell numeric={numeric} sort={sort} sortHref={hrefOf(next)} {...(width && { width })}>
      {children}
    </HeadCell>
  )
}

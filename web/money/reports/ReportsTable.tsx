import { joinTexts } from '#domain/platform/direction'
import type { Report } from '#contract/money/reports'
import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { sizeText } from '../../platform/lists/sizeText.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { RowLink } from '../../platform/ui/tables/RowLink.tsx'
import { SkeletonRows } from '../../platform/ui/tables/SkeletonRows.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { Tag } from '../../platform/ui/feedback/Tag.tsx'
import { ReportActions } from './ReportActions.tsx'
import { isFileSet } from './reportDraft.ts'
import { ReportState } from './ReportState.tsx'
import type { ReportsQuery } from './reportsQuery.ts'
import { countText, filterTexts, rangeText } from './reportText.ts'

type ReportsTableProps = {
  /** Null while the first response is loading. */
  rows: readonly Report[] | null
  busy: boolean
  hrefOf: (change: Partial<ReportsQuery>) => string
}

/** The reports, newest first: title, author, size and status. */
export function ReportsTable({ rows, busy, hrefOf }: ReportsTableProps) {
  const head = (
    <>
      <HeadCell width="28%">{t('reports.column.report')}</HeadCell>
      <HeadCell width="19%">{t('reports.column.asked')}</HeadCell>
      <HeadCell width="22%">{t('shell.heading.state')}</HeadCell>
      <HeadCell numeric width="6.25rem">
        {t('reports.column.rows')}
      </HeadCell>
      <HeadCell numeric from="lg" width="9%">
        {t('reports.column.size')}
      </HeadCell>
      <HeadCell>
        <span className="sr-only">{t('shell.verbs')}</span>
      </HeadCell>
    </>
  )
  return (
    <Table fixed caption={t(rows === null ? 'reports.loading' : 'reports.table')} head={head} busy={busy || rows === null}>
      {rows === null ? (
        <SkeletonRows rows={8} widths={[160, 110, 120, -50, -60, 0]} wideOnly={[4]} />
      ) : (
        rows.map((row) => <Row key={row.id} row={row} hrefOf={hrefOf} />)
      )}
    </Table>
  )
}

function Row({ row, hrefOf }: { row: Report; hrefOf: ReportsTableProps['hrefOf'] }) {
  const { sandbox } = useMerchant()
  const count = row.filters.length
  const filters = isFileSet(row.type) ? filterTexts(row) : count > 0 ? [t('reports.filters', { count })] : []
  const detail = joinTexts([rangeText(row), t(`reports.format.${row.format}`), ...filters])
  const who = row.createdBy ?? t('reports.scheduled')
  return (
    <TableRow faded={row.status === 'expired'}>
      <Cell card="title" detail={detail}>
        <span className="inline-flex flex-wrap items-center gap-x-2">
          <RowLink href={hrefOf({ dialog: 'detail', id: row.id })}>{t(`reports.type.${row.type}`)}</RowLink>
          {sandbox && <Tag kind="test">{t('operations.test')}</Tag>}
        </span>
      </Cell>
      <Cell card="foot" detail={<span className="max-md:hidden">{who}</span>}>
        <span className="max-md:text-sm max-md:text-ink-3">
          {nearTime(row.created)}
          <span className="md:hidden"> · {who}</span>
        </span>
      </Cell>
      <Cell card="state">
        <ReportState report={row} />
      </Cell>
      <Cell numeric card="net">
        {row.rows === null ? (
          <span className="text-ink-3 max-md:hidden">—</span>
        ) : (
          <>
            <span className="md:hidden">{countText(row.type, row.rows)}</span>
            <span className="max-md:hidden">
              {isFileSet(row.type) ? countText(row.type, row.rows) : t('shell.count', { count: row.rows })}
            </span>
          </>
        )}
      </Cell>
      <Cell numeric from="lg">
        {row.sizeBytes === null ? <span className="text-ink-3">—</span> : sizeText(row.sizeBytes)}
      </Cell>
      <Cell card="amount" numeric>
        <ReportActions report={row} hrefOf={hrefOf} />
      </Cell>
    </TableRow>
  )
}

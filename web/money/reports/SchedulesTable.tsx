import { joinTexts } from '#domain/platform/direction'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ReportSchedule } from '#contract/money/reports'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { SkeletonRows } from '../../platform/ui/tables/SkeletonRows.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { Tag } from '../../platform/ui/feedback/Tag.tsx'
import type { ReportsQuery } from './reportsQuery.ts'
import { rangeText, stateKinds } from './reportText.ts'
import { nextPeriod } from './scheduleDraft.ts'

type SchedulesTableProps = {
  /** Null while the first response is loading. */
  rows: readonly ReportSchedule[] | null
  hrefOf: (change: Partial<ReportsQuery>) => string
}

/** The schedules: frequency, recipients, next run with its period, last outcome. */
export function SchedulesTable({ rows, hrefOf }: SchedulesTableProps) {
  const head = (
    <>
      <HeadCell width="21%">{t('reports.column.report')}</HeadCell>
      <HeadCell width="24%">{t('reports.column.next')}</HeadCell>
      <HeadCell width="15%">{t('reports.column.last')}</HeadCell>
      <HeadCell width="21%">{t('reports.fact.recipients')}</HeadCell>
      <HeadCell>
        <span className="sr-only">{t('shell.verbs')}</span>
      </HeadCell>
    </>
  )
  return (
    <Table fixed caption={t(rows === null ? 'reports.loading' : 'reports.schedules')} head={head} busy={rows === null}>
      {rows === null ? (
        <SkeletonRows rows={3} widths={[150, 140, 90, 150, -60]} />
      ) : (
        rows.map((row) => <Row key={row.id} row={row} hrefOf={hrefOf} />)
      )}
    </Table>
  )
}

function Row({ row, hrefOf }: { row: ReportSchedule; hrefOf: SchedulesTableProps['hrefOf'] }) {
  const { sandbox } = useMerchant()
  const [first, ...others] = row.recipients
  const to =
    first === undefined
      ? t('reports.schedule.nobody')
      : others.length === 0
        ? first
        : t('reports.schedule.andOthers', { first, count: others.length })
  return (
    <TableRow>
      <Cell card="title" detail={joinTexts([t(`reports.frequency.${row.frequency}`), t(`reports.format.${row.format}`)])}>
        <span className="inline-flex flex-wrap items-center gap-x-2 font-strong">
          {t(`reports.type.${row.type}`)}
          {sandbox && <Tag kind="test">{t('operations.test')}</Tag>}
        </span>
      </Cell>
      <Cell
        card="foot"
        detail={
          <>
            {t('reports.schedule.holds', { range: rangeText(nextPeriod(row)) })}
            <span className="block wrap-anywhere md:hidden">{to}</span>
          </>
        }
      >
        <span className="md:hidden">{t('reports.schedule.nextOn', { date: date(row.nextRunOn) })}</span>
        <span className="max-md:hidden">{date(row.nextRunOn)}</span>
      </Cell>
      <Cell card="state">
        {row.lastStatus === null ? (
          <span className="text-ink-3">{t('reports.schedule.notYet')}</span>
        ) : (
          <StatusBadge kind={stateKinds[row.lastStatus]} label={t(`reports.state.${row.lastStatus}`)} />
        )}
      </Cell>
      <Cell detail={row.createdBy} className="wrap-anywhere">
        {row.recipients.length === 0 ? <span className="text-ink-3">{to}</span> : to}
      </Cell>
      <Cell numeric card="amount">
        <Button
          variant="quiet"
          size="small"
          icon={<Trash2 aria-hidden className="size-3.75 md:max-lg:hidden" />}
          href={hrefOf({ dialog: 'unschedule', id: row.id })}
          aria-label={t('reports.schedule.removeOf', {
            type: t(`reports.type.${row.type}`),
            frequency: t(`reports.frequency.${row.frequency}`),
          })}
        >
          {t('shell.remove')}
        </Button>
      </Cell>
    </TableRow>
  )
}

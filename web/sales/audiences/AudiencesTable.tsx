import type { Audience } from '#contract/sales/audiences'
import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { RowLink } from '../../platform/ui/tables/RowLink.tsx'
import { SkeletonRows } from '../../platform/ui/tables/SkeletonRows.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { Tag } from '../../platform/ui/feedback/Tag.tsx'
import { AudienceActions } from './AudienceActions.tsx'
import { AudienceState } from './AudienceState.tsx'
import { keptText, sourceText } from './audienceText.ts'
import type { AudiencesQuery } from './audiencesQuery.ts'
import { UsedBy } from './UsedBy.tsx'

type AudiencesTableProps = {
  /** Null while the first response is loading. */
  rows: readonly Audience[] | null
  busy: boolean
  hrefOf: (change: Partial<AudiencesQuery>) => string
}

/** The audiences, newest first: source, size, status, retention and campaigns. */
export function AudiencesTable({ rows, busy, hrefOf }: AudiencesTableProps) {
  const head = (
    <>
      <HeadCell width="25%">{t('audiences.column.name')}</HeadCell>
      <HeadCell width="19%">{t('shell.heading.state')}</HeadCell>
      <HeadCell>{t('audiences.column.usedBy')}</HeadCell>
      <HeadCell from="lg" width="13%">
        {t('audiences.column.refreshed')}
      </HeadCell>
      <HeadCell width="6.25rem">{t('audiences.column.kept')}</HeadCell>
      <HeadCell numeric width="13%">
        {t('audiences.column.people')}
      </HeadCell>
      <HeadCell width="4.25rem">
        <span className="sr-only">{t('shell.verbs')}</span>
      </HeadCell>
    </>
  )
  return (
    <Table fixed caption={t(rows === null ? 'audiences.loading' : 'audiences.title')} head={head} busy={busy || rows === null}>
      {rows === null ? (
        <SkeletonRows rows={6} widths={[170, 110, 120, 80, 80, -60, 0]} wideOnly={[3]} />
      ) : (
        rows.map((row) => <Row key={row.uuid} row={row} hrefOf={hrefOf} />)
      )}
    </Table>
  )
}

function Row({ row, hrefOf }: { row: Audience; hrefOf: AudiencesTableProps['hrefOf'] }) {
  const { sandbox } = useMerchant()
  const isErased = row.erased !== null
  const size = row.erased?.size ?? row.size
  const bought = row.matched === null || isErased ? undefined : t('audiences.matched', { count: row.matched })
  return (
    <TableRow faded={isErased}>
      <Cell card="title" detail={sourceText(row)}>
        <span className="inline-flex flex-wrap items-center gap-x-2">
          <RowLink href={hrefOf({ dialog: 'receipt', id: row.uuid })}>{row.name}</RowLink>
          {sandbox && <Tag kind="test">{t('operations.test')}</Tag>}
        </span>
      </Cell>
      <Cell card="state">
        <AudienceState audience={row} />
      </Cell>
      <Cell>
        <UsedBy campaigns={row.campaigns} />
      </Cell>
      <Cell from="lg">{nearTime(row.refreshedAt)}</Cell>
      <Cell card={isErased ? 'hidden' : 'foot'}>
        <span className="max-md:text-sm max-md:text-ink-3">
          <span className="md:hidden">{t('shell.to')} </span>
          {keptText(row)}
        </span>
      </Cell>
      <Cell numeric card="net" detail={<span className="max-md:hidden">{bought}</span>}>
        <span className="md:hidden">{t('audiences.people', { count: size })}</span>
        <span className="max-md:hidden">{t('shell.count', { count: size })}</span>
      </Cell>
      <Cell numeric card="amount">
        <AudienceActions audience={row} hrefOf={hrefOf} />
      </Cell>
    </TableRow>
  )
}

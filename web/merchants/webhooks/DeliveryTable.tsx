import type { WebhookDelivery } from '#contract/merchants/webhooks'
import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { RowLink } from '../../platform/ui/tables/RowLink.tsx'
import { SkeletonRows } from '../../platform/ui/tables/SkeletonRows.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { StateLine } from './StateLine.tsx'
import { answerText, resultOf, typeText } from './webhookText.ts'

type DeliveryTableProps = {
  /** Null while first loading. */
  rows: readonly WebhookDelivery[] | null
  on: boolean
  busy: boolean
  hrefOf: (deliveryId: string) => string
}

/** Deliveries, the latest first: event, time, outcome, response. */
export function DeliveryTable({ rows, on, busy, hrefOf }: DeliveryTableProps) {
  const head = (
    <>
      <HeadCell width="34%">{t('webhooks.column.type')}</HeadCell>
      <HeadCell width="20%">{t('webhooks.column.at')}</HeadCell>
      <HeadCell width="24%">{t('shell.heading.result')}</HeadCell>
      <HeadCell>{t('webhooks.column.answer')}</HeadCell>
    </>
  )
  return (
    <Table fixed caption={t(rows === null ? 'webhooks.log.loading' : 'webhooks.log')} head={head} busy={busy || rows === null}>
      {rows === null ? (
        <SkeletonRows rows={5} widths={[180, 90, 110, 80]} />
      ) : (
        rows.map((row) => <Row key={row.id} row={row} on={on} href={hrefOf(row.id)} />)
      )}
    </Table>
  )
}

function Row({ row, on, href }: { row: WebhookDelivery; on: boolean; href: string }) {
  const answer = answerText(row)
  const took = row.ms === null || row.status === null ? null : t('webhooks.took', { ms: row.ms })
  return (
    <TableRow>
      <Cell card="title" detail={row.sentBy === null ? row.type : t('webhooks.by', { who: row.sentBy })}>
        <RowLink href={href}>{typeText(row.type)}</RowLink>
      </Cell>
      <Cell card="foot">
        <span className="max-md:text-sm max-md:text-ink-3">{nearTime(row.at)}</span>
      </Cell>
      <Cell card="state">
        <StateLine {...resultOf(row, on)} />
      </Cell>
      <Cell card="net" detail={took}>
        {answer ?? <span className="text-ink-3 max-md:hidden">—</span>}
      </Cell>
    </TableRow>
  )
}

import type { ApiCall } from '#contract/merchants/apiCalls'
import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { RowLink } from '../../platform/ui/tables/RowLink.tsx'
import { SkeletonRows } from '../../platform/ui/tables/SkeletonRows.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { maskedKey } from '../keys/keyText.ts'
import { CallStatus } from './CallStatus.tsx'

type CallsTableProps = {
  /** Null while first loading. */
  rows: readonly ApiCall[] | null
  busy: boolean
  hrefOf: (callId: string) => string
}

/** A key of a call: `sk_test_••••a1B2`. */
export const keyText = ({ keyKind, keyLastFour }: ApiCall, mode: 'live' | 'sandbox'): string =>
  maskedKey({ kind: keyKind, lastFour: keyLastFour }, mode)

/** Calls, the latest first: method and address, answer, duration, key, time. */
export function CallsTable({ rows, busy, hrefOf }: CallsTableProps) {
  const head = (
    <>
      <HeadCell width="38%">{t('developer.column.call')}</HeadCell>
      <HeadCell width="24%">{t('developer.column.answer')}</HeadCell>
      <HeadCell width="10%">{t('developer.column.ms')}</HeadCell>
      <HeadCell from="lg">{t('developer.column.key')}</HeadCell>
      <HeadCell width="14%">{t('developer.column.at')}</HeadCell>
    </>
  )
  return (
    <Table fixed caption={t(rows === null ? 'developer.calls.loading' : 'developer.calls.list')} head={head} busy={busy || rows === null}>
      {rows === null ? (
        <SkeletonRows rows={8} widths={[220, 110, 40, 120, 90]} wideOnly={[3]} />
      ) : (
        rows.map((call) => <Row key={call.id} call={call} href={hrefOf(call.id)} />)
      )}
    </Table>
  )
}

function Row({ call, href }: { call: ApiCall; href: string }) {
  const { mode } = useMerchant()
  return (
    <TableRow>
      <Cell
        card="title"
        detail={call.path !== '' && call.url !== call.path ? <code className="wrap-anywhere">{call.url}</code> : undefined}
      >
        <RowLink href={href}>
          <code className="wrap-anywhere">
            {call.method} {call.path || call.url}
          </code>
        </RowLink>
      </Cell>
      <Cell card="state">
        <CallStatus call={call} typed />
      </Cell>
      <Cell card="net">{t('webhooks.took', { ms: call.ms })}</Cell>
      <Cell from="lg">
        <code className="text-sm">{keyText(call, mode)}</code>
      </Cell>
      <Cell card="foot">
        <span className="max-md:text-sm max-md:text-ink-3">{nearTime(call.at)}</span>
      </Cell>
    </TableRow>
  )
}

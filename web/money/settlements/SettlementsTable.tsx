import type { SettlementRow } from '#contract/money/settlements'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { accountText } from '../../sales/operationStatus/accountText.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { CopyButton } from '../../platform/ui/controls/CopyButton.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { RowLink } from '../../platform/ui/tables/RowLink.tsx'
import { SkeletonRows } from '../../platform/ui/tables/SkeletonRows.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { Unbroken } from '../../platform/ui/tables/Unbroken.tsx'
import { Tag } from '../../platform/ui/feedback/Tag.tsx'
import { periodText, settlementKind, stateDetail } from './settlementText.ts'

/** The settlements, newest value date first; `rows` is null while the first response is loading. */
export function SettlementsTable({ rows, busy }: { rows: readonly SettlementRow[] | null; busy: boolean }) {
  const head = (
    <>
      <HeadCell width="7.5rem">{t('settlements.column.value')}</HeadCell>
      <HeadCell>{t('shell.heading.reference')}</HeadCell>
      <HeadCell>{t('shell.heading.state')}</HeadCell>
      <HeadCell from="lg" width="14%">
        {t('shell.heading.account')}
      </HeadCell>
      <HeadCell numeric width="5.5rem">
        {t('settlements.lines')}
      </HeadCell>
      <HeadCell numeric width="16%">
        {t('settlements.column.net')}
      </HeadCell>
    </>
  )
  return (
    <Table fixed caption={t(rows === null ? 'settlements.loading' : 'settlements.title')} head={head} busy={busy || rows === null}>
      {rows === null ? (
        <SkeletonRows rows={10} widths={[80, 140, 120, 90, -40, -90]} wideOnly={[3]} />
      ) : (
        rows.map((row) => <Row key={row.id} row={row} />)
      )}
    </Table>
  )
}

/** Detail of the status; for a returned payment with a link to its actions. */
function StateDetail({ row }: { row: SettlementRow }) {
  const { merchantId, may, flag } = useMerchant()
  const words = stateDetail(row)
  if (row.returned === null || row.returned.next === 'provider') return words
  const isAgain = row.returned.next === 'again'
  if (!may(isAgain ? 'settlementPayAgain' : 'merchantIbanCreate')) return words
  return (
    <>
      {words}{' '}
      <Anchor
        href={isAgain ? paths.settlement(merchantId, row.id, flag) : paths.invoicesIban(merchantId, flag)}
        className={`${linkClass} block w-fit max-md:leading-11`}
      >
        {t(isAgain ? 'settlements.returned.verb.again' : 'settlements.returned.verb.account')}
      </Anchor>
    </>
  )
}

function Row({ row }: { row: SettlementRow }) {
  const { merchantId, sandbox, flag } = useMerchant()
  return (
    <TableRow faded={row.status === 'compensated'}>
      <Cell>{date(row.valueOn)}</Cell>
      <Cell card="title" detail={t('settlements.operationsOf', { days: periodText(row) })}>
        <span className="inline-flex flex-wrap items-center gap-x-1.5">
          <RowLink href={paths.settlement(merchantId, row.id, flag)}>
            <Unbroken>{row.reference}</Unbroken>
          </RowLink>
          <span className="max-lg:hidden">
            <CopyButton
              iconOnly
              text={row.reference}
              label={t('settlements.copyReference', { reference: row.reference })}
              copiedLabel={t('operations.copied')}
            />
          </span>
          {sandbox && <Tag kind="test">{t('operations.test')}</Tag>}
        </span>
      </Cell>
      <Cell card="state">
        <StatusBadge kind={settlementKind[row.status]} label={t(`settlements.state.${row.status}`)} detail={<StateDetail row={row} />} />
      </Cell>
      <Cell from="lg">{accountText(row.ibanLast4)}</Cell>
      <Cell numeric card="net">
        <span className="md:hidden">{t('settlements.lineCount', { count: row.lineCount })}</span>
        <span className="max-md:hidden">{row.lineCount}</span>
      </Cell>
      <Cell
        numeric
        strong
        card="amount"
        detail={row.closingBalance < 0 ? t('settlements.debtOf', { amount: money(-row.closingBalance) }) : null}
      >
        <Money cents={row.netAmount} />
      </Cell>
    </TableRow>
  )
}

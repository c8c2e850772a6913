import type { MoneySettlement } from '#contract/provider/moneySettlements'
import { joinTexts } from '#domain/platform/direction'
import { date, nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { RowLink } from '../../platform/ui/tables/RowLink.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { OnPhone } from '../frame/OnPhone.tsx'
import { payoutKinds, settlementHref, settlementKinds } from './moneyState.ts'

type SettlementTableProps = { rows: readonly MoneySettlement[]; caption: string; busy: boolean }

/** Settlements with their payments: shop, reference, state, account and amount. */
export function SettlementTable({ rows, caption, busy }: SettlementTableProps) {
  const head = (
    <>
      <HeadCell>{t('money.column.shop')}</HeadCell>
      <HeadCell width="16%">{t('money.column.valueOn')}</HeadCell>
      <HeadCell width="26%">{t('shell.heading.state')}</HeadCell>
      <HeadCell width="16%">{t('money.column.account')}</HeadCell>
      <HeadCell numeric width="16%">
        {t('shell.heading.amount')}
      </HeadCell>
    </>
  )
  return (
    <Table fixed busy={busy} caption={caption} head={head}>
      {rows.map((row) => (
        <TableRow key={row.id}>
          <Cell card="title" detail={row.payout?.reference ?? row.reference}>
            <RowLink href={settlementHref(row.shop.merchantId, row.id)}>
              <b className="font-strong">{row.shop.name}</b>
            </RowLink>
          </Cell>
          <Cell card="foot">
            <OnPhone label={t('money.column.valueOn')} /> {date(row.valueOn)}
          </Cell>
          <Cell card="state">
            <PayoutBadge row={row} />
          </Cell>
          <Cell card="net">
            <OnPhone label={t('money.column.account')} />{' '}
            {row.payout?.ibanLast4 ? <span className="whitespace-nowrap">•••• {row.payout.ibanLast4}</span> : '—'}
          </Cell>
          <Cell card="amount" numeric strong>
            <Money cents={row.netAmount} />
          </Cell>
        </TableRow>
      ))}
    </Table>
  )
}

/** The state of a payment with its instant, or that of a settlement without one. */
export function PayoutBadge({ row: { payout, status, closingBalance, netAmount } }: { row: MoneySettlement }) {
  if (!payout) {
    const unpaid = netAmount > 0 ? t('money.payout.none') : closingBalance < 0 ? t('money.settlement.owes') : undefined
    return <StatusBadge kind={settlementKinds[status]} label={t(`money.settlement.${status}`)} detail={unpaid} />
  }
  const at = payout.doneAt ?? payout.sentAt
  const why = payout.returned && joinTexts([payout.returned.code, t(`work.return.${payout.returned.why}`)], ' ')
  return (
    <StatusBadge
      kind={payoutKinds[payout.state]}
      label={t(`money.payout.${payout.state}`)}
      detail={why ?? (at === null ? undefined : nearTime(at))}
    />
  )
}

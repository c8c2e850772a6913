import { useState } from 'react'
import type { MoneyDebit } from '#contract/provider/moneyDebts'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { RowLink } from '../../platform/ui/tables/RowLink.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { OnPhone } from '../frame/OnPhone.tsx'
import { useStaff } from '../frame/useStaff.ts'
import { DebitReturnDialog } from './DebitReturnDialog.tsx'
import { debitKinds, debtHref } from './moneyState.ts'

/** Debits with their state; those that the bank has can be marked as returned. */
export function DebitTable({ rows, busy }: { rows: readonly MoneyDebit[]; busy: boolean }) {
  const { may } = useStaff()
  const [returning, setReturning] = useState<MoneyDebit | null>(null)
  const mayReturn = may('consoleDebitReturn')
  const head = (
    <>
      <HeadCell>{t('money.column.shop')}</HeadCell>
      <HeadCell width="7rem">{t('money.column.dueOn')}</HeadCell>
      <HeadCell width="20%">{t('shell.heading.state')}</HeadCell>
      <HeadCell numeric width="15%">
        {t('shell.heading.amount')}
      </HeadCell>
      {mayReturn && <HeadCell width="12.5rem" />}
    </>
  )
  return (
    <>
      <Table fixed busy={busy} caption={t('money.debits')} head={head}>
        {rows.map((row) => (
          <TableRow key={row.id} faded={row.state === 'cancelled'}>
            <Cell card="title" detail={row.reference}>
              <RowLink href={debtHref(row.shop.merchantId)}>
                <b className="font-strong">{row.shop.name}</b>
              </RowLink>
            </Cell>
            <Cell card="foot">
              <OnPhone label={t('money.column.dueOn')} /> {date(row.dueOn)}
            </Cell>
            <Cell card="state">
              <StatusBadge kind={debitKinds[row.state]} label={t(`debits.state.${row.state}`)} detail={row.reason ?? undefined} />
            </Cell>
            <Cell card="amount" numeric strong>
              <Money cents={row.amount} />
            </Cell>
            {mayReturn && (
              <Cell card="net" className="text-right">
                {(row.state === 'sent' || row.state === 'booked') && (
                  <Button size="small" onClick={() => setReturning(row)}>
                    {t('money.debit.return')}
                  </Button>
                )}
              </Cell>
            )}
          </TableRow>
        ))}
      </Table>
      {returning && <DebitReturnDialog debit={returning} onClose={() => setReturning(null)} />}
    </>
  )
}

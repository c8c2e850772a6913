import type { Debit } from '#contract/money/debits'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { chargedCents, debitDetail, debitKind } from './debtText.ts'

/** The debits with their status, newest first. */
export function DebitsTable({ debits }: { debits: readonly Debit[] }) {
  return (
    <section aria-labelledby="debits-title">
      <h2 id="debits-title" className="pb-2 text-title-sm leading-snug font-strong">
        {t('debits.list')}
      </h2>
      {debits.length === 0 ? (
        <p className="pb-9 text-md text-ink-2">{t('debits.list.none')}</p>
      ) : (
        <Table fixed caption={t('debits.list')} head={<Head />}>
          {debits.map((debit) => (
            <TableRow key={debit.id} faded={debit.state === 'cancelled'}>
              <Cell card="title" detail={debit.mandateReference}>
                {debit.reference}
              </Cell>
              <Cell card="foot">
                <span className="md:hidden">{t('debits.dueWord', { date: date(debit.dueOn) })}</span>
                <span className="max-md:hidden">{date(debit.dueOn)}</span>
              </Cell>
              <Cell card="state">
                <StatusBadge kind={debitKind[debit.state]} label={t(`debits.state.${debit.state}`)} detail={debitDetail(debit)} />
              </Cell>
              <Cell numeric card="net">
                <Money cents={debit.announcedAmount} currency={false} />
                <span className="md:hidden"> {t('debits.announcedWord')}</span>
              </Cell>
              <Cell numeric strong={debit.state === 'booked'} card="amount">
                <Money cents={chargedCents(debit)} {...(debit.state === 'returned' && { className: 'text-ink-3' })} />
              </Cell>
            </TableRow>
          ))}
        </Table>
      )}
    </section>
  )
}

function Head() {
  return (
    <>
      <HeadCell width="26%">{t('shell.heading.reference')}</HeadCell>
      <HeadCell width="14%">{t('debits.column.due')}</HeadCell>
      <HeadCell width="28%">{t('shell.heading.state')}</HeadCell>
      <HeadCell numeric>{t('debits.column.announced')}</HeadCell>
      <HeadCell numeric>{t('debits.column.amount')}</HeadCell>
    </>
  )
}

import type { LedgerSum } from '#contract/provider/moneyMonth'
import { ledgerAccounts } from '#domain/money/ledger'
import { t } from '../../platform/i18n/t.ts'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'

/** Debits and credits of each account; both totals are the same. */
export function AccountTable({ sums }: { sums: readonly LedgerSum[] }) {
  const rows = ledgerAccounts.flatMap((account) => {
    const of = sums.filter((one) => one.account === account)
    return of.length === 0 ? [] : [{ account, ...totalOf(of) }]
  })
  const total = totalOf(sums)
  const head = (
    <>
      <HeadCell>{t('money.column.ledgerAccount')}</HeadCell>
      <HeadCell numeric width="21%">
        {t('money.column.debit')}
      </HeadCell>
      <HeadCell numeric width="21%">
        {t('money.column.credit')}
      </HeadCell>
      <HeadCell numeric width="21%">
        {t('money.column.balance')}
      </HeadCell>
    </>
  )
  return (
    <Table
      fixed
      dense
      caption={t('money.ledger.accounts')}
      head={head}
      foot={
        <TableRow group>
          <Cell card="title">{t('money.column.total')}</Cell>
          <Cell card="amount" numeric strong>
            <Money cents={total.debit} closed />
          </Cell>
          <Cell card="hidden" numeric strong>
            <Money cents={total.credit} closed />
          </Cell>
          <Cell card="hidden" numeric>
            <Money cents={total.debit - total.credit} />
          </Cell>
        </TableRow>
      }
    >
      {rows.map(({ account, debit, credit }) => (
        <TableRow key={account}>
          <Cell card="title">{t(`money.account.${account}`)}</Cell>
          <Cell card="hidden" numeric>
            <Money cents={debit} zeroDash />
          </Cell>
          <Cell card="hidden" numeric>
            <Money cents={credit} zeroDash />
          </Cell>
          <Cell card="amount" numeric strong>
            <Money cents={debit - credit} sign />
          </Cell>
        </TableRow>
      ))}
    </Table>
  )
}

const totalOf = (sums: readonly LedgerSum[]) =>
  sums.reduce((all, { debit, credit }) => ({ debit: all.debit + debit, credit: all.credit + credit }), { debit: 0, credit: 0 })

import type { ReactNode } from 'react'
import type { LedgerSum } from '#contract/provider/moneyMonth'
import { providerFigures } from '#domain/money/ledger'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { RowLink } from '../../platform/ui/tables/RowLink.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { OnPhone } from '../frame/OnPhone.tsx'
import { ledgerDayHref } from './moneyState.ts'

/** The figures of each day, the latest first; a day leads to its shops. */
export function LedgerDays({ days }: { days: readonly { on: string; sums: readonly LedgerSum[] }[] }) {
  const rows = days.toReversed().map(({ on, sums }) => ({ key: on, href: ledgerDayHref(on), name: date(on), sums }))
  return <FigureTable caption={t('money.ledger.days')} first={t('money.column.day')} rows={rows} />
}

type FigureRow = { key: string; href: string; name: ReactNode; sums: readonly LedgerSum[] }

/** Volume, income, payments and cash of each row. */
export function FigureTable({ caption, first, rows }: { caption: string; first: string; rows: readonly FigureRow[] }) {
  const columns = ['volume', 'fees', 'interest', 'paidOut', 'cash'] as const
  const head = (
    <>
      <HeadCell>{first}</HeadCell>
      {columns.map((name) => (
        <HeadCell key={name} numeric width="15%">
          {t(`money.figure.${name}`)}
        </HeadCell>
      ))}
    </>
  )
  return (
    <Table fixed caption={caption} head={head}>
      {rows.map(({ key, href, name, sums }) => {
        const figures = providerFigures(sums)
        return (
          <TableRow key={key}>
            <Cell card="title">
              <RowLink href={href}>
                <b className="font-strong">{name}</b>
              </RowLink>
            </Cell>
            {columns.map((column) => (
              <Cell
                key={column}
                card={column === 'volume' ? 'amount' : column === 'cash' ? 'net' : 'hidden'}
                numeric
                strong={column === 'volume'}
              >
                <OnPhone label={t(`money.figure.${column}`)} /> <Money cents={figures[column]} zeroDash />
              </Cell>
            ))}
          </TableRow>
        )
      })}
    </Table>
  )
}

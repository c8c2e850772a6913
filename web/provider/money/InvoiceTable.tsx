import type { AnswerOf } from '#contract/platform/endpoint'
import { consoleInvoiceFile, type consoleInvoiceList, type MoneyInvoice } from '#contract/provider/moneyInvoices'
import { joinTexts } from '#domain/platform/direction'
import { addressOf } from '../../platform/api/call.ts'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { buttonClass } from '../../platform/ui/controls/buttonClass.ts'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { monthText } from '../../platform/i18n/calendar.ts'
import { ShopLink } from '../frame/ShopLink.tsx'

type Sums = AnswerOf<typeof consoleInvoiceList>['sums']

/** Invoices with their files, and the sums of all that match. */
export function InvoiceTable({ rows, sums, busy }: { rows: readonly MoneyInvoice[]; sums: Sums; busy: boolean }) {
  const head = (
    <>
      <HeadCell>{t('money.column.shop')}</HeadCell>
      <HeadCell width="18%">{t('money.column.number')}</HeadCell>
      <HeadCell numeric width="14%">
        {t('money.column.vat')}
      </HeadCell>
      <HeadCell numeric width="16%">
        {t('money.column.total')}
      </HeadCell>
      <HeadCell width="22%" />
    </>
  )
  return (
    <Table fixed busy={busy} caption={t('money.invoices')} head={head} foot={<Foot sums={sums} />}>
      {rows.map((row) => (
        <TableRow key={row.id}>
          <Cell card="title" detail={monthText(row.month)}>
            <ShopLink shop={row.shop} />
          </Cell>
          <Cell
            card="state"
            detail={joinTexts([date(row.issuedOn), ...(row.kind === 'rectifying' ? [t('money.invoices.isRectifying')] : [])], ' · ')}
          >
            {row.number}
          </Cell>
          <Cell card="hidden" numeric>
            <Money cents={row.vatAmount} />
          </Cell>
          <Cell card="amount" numeric strong>
            <Money cents={row.totalAmount} />
          </Cell>
          <Cell card="foot" className="md:text-right">
            <span className="inline-flex gap-2">
              <Download row={row} format="pdf" label="PDF" />
              <Download row={row} format="facturae" label="Facturae" />
            </span>
          </Cell>
        </TableRow>
      ))}
    </Table>
  )
}

function Download({ row, format, label }: { row: MoneyInvoice; format: 'pdf' | 'facturae'; label: string }) {
  const href = addressOf(consoleInvoiceFile, { merchantId: row.shop.merchantId, invoiceId: row.id }, { format })
  return (
    <a className={buttonClass('outlined', 'small')} href={href} download aria-label={`${label} · ${row.number}`}>
      {label}
    </a>
  )
}

function Foot({ sums }: { sums: Sums }) {
  return (
    <TableRow group>
      <Cell card="title" colSpan={2}>
        {t('money.invoices.count', { count: sums.count })}
      </Cell>
      <Cell card="hidden" numeric>
        <Money cents={sums.vatAmount} />
      </Cell>
      <Cell card="amount" numeric strong>
        <Money cents={sums.totalAmount} closed />
      </Cell>
      <Cell card="hidden" />
    </TableRow>
  )
}

import type { Invoice } from '#contract/money/invoices'
import { percent } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { closes } from '../../merchants/ibans/closes.ts'

/** Concepts with base, VAT and total, each linked to its operations; the double rule appears only when they add up to the cent. */
export function InvoiceAmounts({ invoice }: { invoice: Invoice }) {
  const closed = closes(invoice)
  return (
    <section aria-labelledby="invoice-amounts" className="pt-7">
      <h2 id="invoice-amounts" className="pb-2 text-title-sm leading-snug font-strong">
        {t('invoices.amounts')}
      </h2>
      <Table
        fixed
        caption={t('invoices.amounts')}
        head={
          <>
            <HeadCell width="34%">{t('invoices.concept')}</HeadCell>
            <HeadCell numeric>{t('invoices.column.base')}</HeadCell>
            <HeadCell numeric>{t('invoices.vatRate')}</HeadCell>
            <HeadCell numeric>{t('invoices.column.vat')}</HeadCell>
            <HeadCell numeric width="20%">
              {t('invoices.column.total')}
            </HeadCell>
          </>
        }
        foot={<Foot invoice={invoice} closed={closed} />}
      >
        {invoice.lines.map((line) => (
          <Line key={line.concept} line={line} invoiceId={invoice.id} />
        ))}
      </Table>
      {invoice.exemption !== null && (
        <p className="max-w-[80ch] pt-3 text-md text-ink-2">{t('invoices.exemption', { why: invoice.exemption })}</p>
      )}
      {!closed && <p className="pt-3 text-md text-danger-ink">{t('invoices.open')}</p>}
    </section>
  )
}

function Line({ line, invoiceId }: { line: Invoice['lines'][number]; invoiceId: string }) {
  const { merchantId, flag } = useMerchant()
  return (
    <TableRow>
      <Cell
        card="title"
        detail={
          <Anchor
            href={paths.invoice(merchantId, invoiceId, { concept: line.concept, ...flag })}
            className={linkClass}
            onClick={() => document.getElementById('lineas')?.scrollIntoView()}
          >
            {t('invoices.explain', { count: line.count })}
          </Anchor>
        }
      >
        {t(`invoices.concept.${line.concept}`)}
      </Cell>
      <Cell numeric>
        <Money cents={line.baseAmount} currency={false} />
      </Cell>
      <Cell numeric>{line.vatRate === null ? t('invoices.exempt') : percent(line.vatRate)}</Cell>
      <Cell numeric card="net">
        <span className="md:hidden">{t(line.vatRate === null ? 'invoices.exempt' : 'invoices.column.vat')} </span>
        <span className={line.vatRate === null ? 'max-md:hidden' : ''}>
          <Money cents={line.vatAmount} currency={false} zeroDash />
        </span>
      </Cell>
      <Cell numeric strong card="amount">
        <Money cents={line.totalAmount} currency={false} />
      </Cell>
    </TableRow>
  )
}

function Foot({ invoice, closed }: { invoice: Invoice; closed: boolean }) {
  return (
    <TableRow>
      <Cell card="title">{t('invoices.column.total')}</Cell>
      <Cell numeric>
        <Money cents={invoice.baseAmount + invoice.exemptAmount} currency={false} />
      </Cell>
      <Cell />
      <Cell numeric card="net">
        <span className="font-normal md:hidden">{t('invoices.column.vat')} </span>
        <Money cents={invoice.vatAmount} currency={false} />
      </Cell>
      <Cell numeric strong card="amount">
        <Money cents={invoice.totalAmount} closed={closed} />
      </Cell>
    </TableRow>
  )
}

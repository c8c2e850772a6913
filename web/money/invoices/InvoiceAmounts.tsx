import type { Invoice } from '#contract/money/invoices'
import { taxNameOf, taxNames } from '#domain/money/taxTerritory'
import { percent } from '../../platform/i18n/format.ts'
import { t, taxText } from '../../platform/i18n/t.ts'
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

/** Concepts with base, tax and total, each linked to its operations; the double rule appears only when they add up to the cent. */
export function InvoiceAmounts({ invoice }: { invoice: Invoice }) {
  const closed = closes(invoice)
  const taxes = taxNameOf(invoice.lines.map(({ taxTerritory }) => taxTerritory))
  const tax = taxText(taxes)
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
            <HeadCell numeric>{t('invoices.vatRate', { tax })}</HeadCell>
            <HeadCell numeric>{tax}</HeadCell>
            <HeadCell numeric width="20%">
              {t('invoices.column.total')}
            </HeadCell>
          </>
        }
        foot={<Foot invoice={invoice} closed={closed} tax={tax} />}
      >
        {invoice.lines.map((line) => (
          <Line
            key={`${line.concept} ${line.taxTerritory} ${line.vatRate}`}
            line={line}
            invoiceId={invoice.id}
            severalTaxes={taxes === null}
          />
        ))}
      </Table>
      {invoice.exemption !== null && (
        <p className="max-w-[68ch] pt-3 text-md text-ink-2">{t('invoices.exemption', { why: invoice.exemption, tax })}</p>
      )}
      {!closed && <p className="pt-3 text-md text-danger-ink">{t('invoices.open')}</p>}
    </section>
  )
}

/** The rate of a line; with the name of its tax where an invoice has several. */
function rateText({ vatRate, taxTerritory }: Invoice['lines'][number], severalTaxes: boolean): string {
  const name = severalTaxes ? `${taxText(taxNames[taxTerritory])} ` : ''
  if (vatRate === null) return `${name}${t('invoices.exempt')}`
  return vatRate === 0 ? t('invoices.reverse') : `${name}${percent(vatRate)}`
}

function Line({ line, invoiceId, severalTaxes }: { line: Invoice['lines'][number]; invoiceId: string; severalTaxes: boolean }) {
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
      <Cell numeric>{rateText(line, severalTaxes)}</Cell>
      <Cell numeric card="net">
        <span className="md:hidden">{line.vatRate === null ? t('invoices.exempt') : taxText(taxNames[line.taxTerritory])} </span>
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

function Foot({ invoice, closed, tax }: { invoice: Invoice; closed: boolean; tax: string }) {
  return (
    <TableRow>
      <Cell card="title">{t('invoices.column.total')}</Cell>
      <Cell numeric>
        <Money cents={invoice.baseAmount + invoice.exemptAmount} currency={false} />
      </Cell>
      <Cell />
      <Cell numeric card="net">
        <span className="font-normal md:hidden">{tax} </span>
        <Money cents={invoice.vatAmount} currency={false} />
      </Cell>
      <Cell numeric strong card="amount">
        <Money cents={invoice.totalAmount} closed={closed} />
      </Cell>
    </TableRow>
  )
}

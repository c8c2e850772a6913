import type { AnswerOf } from '#contract/platform/endpoint'
import { type consoleInvoiceMonths, consoleInvoiceRegister } from '#contract/provider/moneyInvoices'
import { joinTexts } from '#domain/platform/direction'
import { taxNames } from '#domain/money/taxTerritory'
import { dateTime, money } from '../../platform/i18n/format.ts'
import { t, taxText, tOr } from '../../platform/i18n/t.ts'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { RowLink } from '../../platform/ui/tables/RowLink.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { monthText } from '../../platform/i18n/calendar.ts'
import { addressOf } from '../../platform/api/call.ts'
import { buttonClass } from '../../platform/ui/controls/buttonClass.ts'
import { ShopLink } from '../frame/ShopLink.tsx'
import { OnPhone } from '../frame/OnPhone.tsx'

type Answer = AnswerOf<typeof consoleInvoiceMonths>

/** A line for each month, with its totals. */
export function InvoiceMonths({ months }: { months: Answer['months'] }) {
  const head = (
    <>
      <HeadCell>{t('money.column.month')}</HeadCell>
      <HeadCell numeric width="17%">
        {t('money.column.base')}
      </HeadCell>
      <HeadCell numeric width="15%">
        {t('money.column.vat')}
      </HeadCell>
      <HeadCell numeric width="15%">
        {t('money.column.exempt')}
      </HeadCell>
      <HeadCell numeric width="18%">
        {t('money.column.total')}
      </HeadCell>
    </>
  )
  return (
    <Table fixed caption={t('money.invoices')} head={head}>
      {months.map(({ month, count, rectifying, baseAmount, vatAmount, exemptAmount, totalAmount, taxes }) => (
        <TableRow key={month}>
          <Cell
            card="title"
            detail={joinTexts(
              [
                t('money.invoices.count', { count }),
                ...(rectifying > 0 ? [t('money.invoices.rectifying', { count: rectifying })] : []),
                ...taxes.map(ofTax),
              ],
              ' · ',
            )}
          >
            <RowLink href={`/console/money/invoices?month=${month}`}>
              <b className="font-strong">{monthText(month)}</b>
            </RowLink>
          </Cell>
          <Cell card="hidden" numeric>
            <Money cents={baseAmount} />
          </Cell>
          <Cell card="net" numeric>
            <OnPhone label={t('money.column.vat')} /> <Money cents={vatAmount} />
          </Cell>
          <Cell card="hidden" numeric>
            <Money cents={exemptAmount} zeroDash />
          </Cell>
          <Cell card="amount" numeric strong>
            <Money cents={totalAmount} />
          </Cell>
        </TableRow>
      ))}
    </Table>
  )
}

/** What of a month is taxed elsewhere: `de ello IGIC (Canarias): 12,30 €`. */
const ofTax = ({ territory, vatAmount }: Answer['months'][number]['taxes'][number]): string =>
  t('money.invoices.ofTax', {
    tax: taxText(taxNames[territory]),
    place: tOr(`money.territory.${territory}`, 'money.column.vat'),
    amount: money(vatAmount),
  })

/** The register of invoices, where there is one: what is in it, and its files. */
export function InvoiceRegister({ register, month }: { register: Answer['register']; month: string }) {
  if (register === null) return null
  return (
    <div className="pb-8">
      <FormSection title={t('money.register')}>
        <p>
          {t('money.register.state', {
            records: register.records,
            number: register.lastNumber ?? '',
            at: register.lastAt === null ? '' : dateTime(register.lastAt),
          })}
        </p>
        <p className="max-w-[68ch] text-ink-2">{t('money.register.lead')}</p>
        <p>
          <a className={buttonClass('outlined')} href={addressOf(consoleInvoiceRegister, {}, month === '' ? {} : { month })} download>
            {t(month === '' ? 'money.register.download' : 'money.register.month')}
          </a>
        </p>
      </FormSection>
    </div>
  )
}

/** Shops that cannot be invoiced yet, and what is missing; nothing where there is none. */
export function WaitingShops({ waiting }: { waiting: Answer['waiting'] }) {
  if (waiting.length === 0) return null
  return (
    <div className="pb-8">
      <FormSection title={t('money.invoices.waiting')}>
        <ul className="grid gap-2">
          {waiting.map(({ shop, lacks }) => (
            <li key={shop.merchantId} className="wrap-anywhere">
              <ShopLink shop={shop} />
              <span className="text-ink-3"> · {t(`money.invoices.lacks.${lacks}`)}</span>
            </li>
          ))}
        </ul>
      </FormSection>
    </div>
  )
}

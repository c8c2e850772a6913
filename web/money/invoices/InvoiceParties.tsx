import { useState } from 'react'
import type { Invoice } from '#contract/money/invoices'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'

/** Issuer and recipient as of the date of issue, and the settlements from which it was deducted. */
export function InvoiceParties({ invoice }: { invoice: Invoice }) {
  return (
    <div className="grid gap-x-8 gap-y-8 pt-9 md:grid-cols-2 lg:grid-cols-3">
      <Party id="invoice-issuer" title={t('invoices.issuer')} party={invoice.issuer} />
      <Party id="invoice-recipient" title={t('invoices.recipient')} party={invoice.recipient} />
      <Settlements settlements={invoice.settlements} />
    </div>
  )
}

function Party({ id, title, party }: { id: string; title: string; party: Invoice['issuer'] }) {
  const town = t('invoices.town', { postcode: party.postcode, city: party.city })
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="pb-1.5 text-title-sm leading-snug font-strong">
        {title}
      </h2>
      <address className="text-md wrap-anywhere text-ink-2 not-italic">
        <b className="block font-strong text-ink">{party.name}</b>
        <span className="block">{t('invoices.taxId', { taxId: party.taxId })}</span>
        <span className="block">{party.address}</span>
        <span className="block">
          {party.province === '' || party.province === party.city ? town : t('invoices.townOf', { town, province: party.province })}
        </span>
      </address>
    </section>
  )
}

/** Settlements listed without expanding; a shop that is paid daily has over twenty. */
const atFirst = 5

function Settlements({ settlements }: Pick<Invoice, 'settlements'>) {
  const { merchantId, flag } = useMerchant()
  const [all, setAll] = useState(false)
  const shown = all ? settlements : settlements.slice(0, atFirst)
  return (
    <section aria-labelledby="invoice-settlements" className="md:max-lg:col-span-2">
      <h2 id="invoice-settlements" className="pb-1.5 text-title-sm leading-snug font-strong">
        {t('invoices.settlements')}
      </h2>
      <p className="pb-2 text-md text-ink-3">{t('invoices.settlements.about', { count: settlements.length })}</p>
      <ul className="grid gap-x-6 text-md md:max-lg:grid-cols-2">
        {shown.map(({ id, reference, valueOn }) => (
          <li key={id} className="flex min-h-8 items-center justify-between gap-3 border-b border-line md:py-1">
            <Anchor
              href={paths.settlement(merchantId, id, flag)}
              className={`${linkClass} max-md:inline-flex max-md:min-h-11 max-md:items-center`}
            >
              {reference}
            </Anchor>
            <span className="text-ink-3">{date(valueOn)}</span>
          </li>
        ))}
      </ul>
      {shown.length < settlements.length && (
        <div className="-ml-3.75 pt-1">
          <Button variant="quiet" onClick={() => setAll(true)}>
            {t('invoices.settlements.all', { count: settlements.length })}
          </Button>
        </div>
      )}
    </section>
  )
}

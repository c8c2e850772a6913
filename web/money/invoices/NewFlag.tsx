import type { InvoiceRow } from '#contract/money/invoices'
import { madridDay } from '#domain/platform/dates'
import { merchantNow } from '../../platform/api/merchantNow.ts'
import { t } from '../../platform/i18n/t.ts'
import { isNew } from './invoiceText.ts'

/** Flag of an invoice of the last weeks that the member has not downloaded yet. */
export function NewFlag({ of }: { of: Pick<InvoiceRow, 'downloadedAt' | 'issuedOn'> }) {
  if (!isNew(of, madridDay(merchantNow()))) return null
  return (
    <span className="inline-block rounded-full border border-line-strong px-2 py-0.5 text-xs leading-none font-medium text-ink-2">
      {t('invoices.new')}
    </span>
  )
}

import { t } from '../../platform/i18n/t.ts'

/** Flag of an invoice that the member has not downloaded yet. */
export function NewFlag() {
  return (
    <span className="inline-block rounded-full border border-line-strong px-1.75 py-0.5 text-xs leading-none font-medium text-ink-2">
      {t('invoices.new')}
    </span>
  )
}

import { t } from '../../platform/i18n/t.ts'

/** An invoice that this person has not taken yet. */
export function NewFlag() {
  return (
    <span className="inline-block rounded-full border border-line-strong px-1.75 py-0.5 text-xs leading-none font-medium text-ink-2">
      {t('invoices.new')}
    </span>
  )
}

import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { typesToSwitchTo, type ReportType } from './reportDraft.ts'

/** Choice of the report type, each with a description. */
export function TypeChoice({ type, onChange }: { type: ReportType; onChange: (type: ReportType) => void }) {
  const { may } = useMerchant()
  return (
    <fieldset>
      <legend className="pb-1.5 text-sm font-medium text-ink-2">{t('reports.what')}</legend>
      <div className="grid">
        {typesToSwitchTo(type, may).map((one) => (
          <label
            key={one}
            className="flex cursor-pointer items-start gap-2.5 border-t border-line px-3 py-2 last:border-b has-checked:rounded-2 has-checked:border-transparent has-checked:bg-selected max-md:py-2.75 hover:not-has-checked:bg-hover"
          >
            <input type="radio" name="type" className="mt-1" checked={type === one} onChange={() => onChange(one)} />
            <span>
              <span className="block font-medium">{t(`reports.type.${one}`)}</span>
              <span className="block text-sm text-ink-3">{t(`reports.about.${one}`)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

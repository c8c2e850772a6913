import { t } from '../i18n/t.ts'

/** An export format. */
export type ExportFormat = 'csv' | 'xlsx' | 'json' | 'pdf' | 'raw' | 'facturae'

type FormatChoiceProps<F extends ExportFormat> = { formats: readonly F[]; format: string; onChange: (format: F) => void }

/** The choice of format, each with its use: the same in every export. */
export function FormatChoice<F extends ExportFormat>({ formats, format, onChange }: FormatChoiceProps<F>) {
  return (
    <fieldset>
      <legend className="pb-1.5 text-sm font-medium text-ink-2">{t('exports.format')}</legend>
      <div className={`grid gap-2 ${formats.length === 2 ? 'sm:grid-cols-2' : ''}`}>
        {formats.map((one) => (
          <label
            key={one}
            className="flex cursor-pointer items-start gap-2.5 rounded-2 border border-line-input px-3.5 py-3 has-checked:border-accent has-checked:bg-selected"
          >
            <input type="radio" name="format" className="mt-1" checked={format === one} onChange={() => onChange(one)} />
            <span>
              <span className="block font-medium">{t(`exports.${one}`)}</span>
              <span className="block text-sm text-ink-3">{t(`exports.${one}Help`)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

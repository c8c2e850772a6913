import { t } from '../i18n/t.ts'

export const downloadFormats = ['csv', 'xlsx'] as const
export type DownloadFormat = (typeof downloadFormats)[number]

/** CSV or Excel. */
export function FormatChoice({ format, onChange }: { format: DownloadFormat; onChange: (format: DownloadFormat) => void }) {
  return (
    <fieldset>
      <legend className="pb-1.5 text-sm font-medium text-ink-2">{t('operations.downloadModal.format')}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {downloadFormats.map((one) => (
          <label
            key={one}
            className="flex cursor-pointer items-start gap-2.5 rounded-2 border border-line-input px-3.5 py-3 has-checked:border-accent has-checked:bg-selected"
          >
            <input type="radio" name="format" className="mt-1 accent-accent" checked={format === one} onChange={() => onChange(one)} />
            <span>
              <span className="block font-medium">{t(`operations.downloadModal.${one}`)}</span>
              <span className="block text-sm text-ink-3">
                {t(one === 'csv' ? 'operations.downloadModal.csvHelp' : 'operations.downloadModal.xlsxHelp')}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

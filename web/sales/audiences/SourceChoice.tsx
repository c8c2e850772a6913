import { t } from '../../platform/i18n/t.ts'
import type { AudienceSource } from './audienceDraft.ts'

const sources = ['file', 'operations'] as const satisfies readonly AudienceSource[]

/** Choice of the source: a file or the shop's operations. */
export function SourceChoice({ source, onChange }: { source: AudienceSource; onChange: (source: AudienceSource) => void }) {
  return (
    <fieldset>
      <legend className="pb-1.5 text-sm font-medium text-ink-2">{t('audiences.field.source')}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {sources.map((one) => (
          <label
            key={one}
            className="flex cursor-pointer items-start gap-2.5 rounded-2 border border-line-input px-3.5 py-3 has-checked:border-accent has-checked:bg-selected"
          >
            <input type="radio" name="source" className="mt-1" checked={source === one} onChange={() => onChange(one)} />
            <span>
              <span className="block font-medium">{t(`audiences.from.${one}`)}</span>
              <span className="block text-sm text-ink-3">{t(`audiences.from.${one}.help`)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

import type { ReactNode } from 'react'
import { t } from '../i18n/t.ts'

/** Downloaded now, or as a background job. */
const exportWays = ['now', 'background'] as const
export type ExportWay = (typeof exportWays)[number]

type WayChoiceProps = {
  way: ExportWay
  onChange: (way: ExportWay) => void
  /** Why the background job is not available, with a way out; null when it is. */
  blocked: ReactNode
}

/** The choice between download and background job. */
export function WayChoice({ way, onChange, blocked }: WayChoiceProps) {
  return (
    <fieldset className="mt-5">
      <legend className="pb-1.5 text-sm font-medium text-ink-2">{t('exports.way')}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {exportWays.map((one) => {
          const closed = one === 'background' && blocked !== null
          return (
            <label
              key={one}
              className={`flex items-start gap-2.5 rounded-2 border px-3.5 py-3 has-checked:border-accent has-checked:bg-selected ${closed ? 'border-line' : 'cursor-pointer border-line-input'}`}
            >
              <input type="radio" name="way" className="mt-1" checked={way === one} disabled={closed} onChange={() => onChange(one)} />
              <span>
                <span className={`block font-medium ${closed ? 'text-ink-3' : ''}`}>{t(`exports.way.${one}`)}</span>
                <span className="block text-sm text-ink-3">{closed ? blocked : t(`exports.way.${one}Help`)}</span>
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

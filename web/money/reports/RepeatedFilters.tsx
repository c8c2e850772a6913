import type { Report } from '#contract/money/reports'
import { t } from '../../platform/i18n/t.ts'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { isFileSet } from './reportDraft.ts'
import { filterTexts } from './reportText.ts'

/** The filters of a repeated report; they can be cleared all at once, except those of file sets. */
export function RepeatedFilters({ type, filters, onClear }: Pick<Report, 'type' | 'filters'> & { onClear: () => void }) {
  if (filters.length === 0) return null
  const texts = filterTexts({ type, filters })
  return (
    <section>
      <div className="flex items-baseline justify-between gap-3 pb-1 text-sm">
        <h3 className="font-medium text-ink-2">{t('reports.filtersTitle')}</h3>
        {!isFileSet(type) && (
          <button type="button" className={linkClass} onClick={onClear}>
            {t('reports.filtersClear')}
          </button>
        )}
      </div>
      <ul className="text-md">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  )
}

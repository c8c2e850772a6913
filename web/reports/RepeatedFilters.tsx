import type { Report } from '#contract/reports'
import { t } from '../i18n/t.ts'
import { linkClass } from '../ui/linkClass.ts'
import { filterTexts } from './reportText.ts'

/** The filters that a repeated report brings along, in words; they go all at once or stay. */
export function RepeatedFilters({ filters, onClear }: { filters: Report['filters']; onClear: () => void }) {
  if (filters.length === 0) return null
  return (
    <section>
      <div className="flex items-baseline justify-between gap-3 pb-1 text-sm">
        <h3 className="font-medium text-ink-2">{t('reports.filtersTitle')}</h3>
        <button type="button" className={linkClass} onClick={onClear}>
          {t('reports.filtersClear')}
        </button>
      </div>
      <ul className="text-md">
        {filterTexts(filters).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  )
}

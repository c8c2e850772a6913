import X from 'lucide-react/icons/x'
import { t } from '../../platform/i18n/t.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { activeFilters, withoutFilter, withoutFilters } from '../../platform/lists/activeFilters.ts'
import { filterText } from '../../platform/lists/filterText.ts'
import { FactTotal } from './FactTotal.tsx'
import type { ListQuery } from '../../platform/lists/listQuery.ts'

/** The panel's active filters as removable chips; category, sub-status and search are shown elsewhere. */
export function FiltersOn({ query, hrefOf }: { query: ListQuery; hrefOf: (query: ListQuery) => string }) {
  const names = activeFilters(query).filter((name) => name !== 'status' && name !== 'substatus' && name !== 'q')
  if (names.length === 0) return null
  return (
    <ul aria-label={t('operations.filter.on')} className="flex flex-wrap items-center gap-2 pt-3 text-md">
      {names.map((name) => (
        <li key={name} className="inline-flex items-center rounded-2 bg-accent-soft">
          <span className="py-1 pl-2.5">{filterText(query, name)}</span>
          <Anchor
            href={hrefOf(withoutFilter(query, name))}
            aria-label={t('operations.filter.remove', { filter: filterText(query, name) })}
            className="grid size-7.5 place-items-center text-accent-ink max-md:size-11"
          >
            <X aria-hidden className="size-3.75" />
          </Anchor>
        </li>
      ))}
      {names.length > 1 && (
        <li>
          <Anchor href={hrefOf(withoutFilters(query))} className={linkClass}>
            {t('operations.filter.clear')}
          </Anchor>
        </li>
      )}
      {query.fact !== null && (
        <li className="text-ink-2">
          <FactTotal query={query} />
        </li>
      )}
    </ul>
  )
}

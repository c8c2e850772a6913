import { readSearch, type SearchType } from '#domain/sales/operations/search'
import { t } from '../../platform/i18n/t.ts'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { countText } from './countText.ts'
import type { Counted } from './countOperations.ts'
import type { ListQuery } from '../../platform/lists/listQuery.ts'
import { otherReadings } from './otherReadings.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'

type SearchReadingProps = {
  query: ListQuery
  reading: { type: SearchType; value: string; within: number | null } | null
  total: Counted | null
  onSearch: (change: Partial<ListQuery>) => void
}

/** How the search was interpreted and its number of results, with the other interpretations one key away. */
export function SearchReading({ query, reading, total, onSearch }: SearchReadingProps) {
  const { role } = useMerchant()
  const type = reading?.type ?? readSearch(query.q, query.searchAs ?? undefined).type
  const others = otherReadings(query.q, type, role)
  return (
    <p className="mt-2 flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1 max-md:min-h-16 max-md:gap-y-0 text-sm text-ink-3 lg:ml-[190px]">
      <span>
        {total && <b className="font-strong text-ink">{countText(total)}</b>}
        {total && ' · '}
        {t(`operations.search.read.${type}`)}
        {reading !== null && reading.within !== null && ` · ${t('operations.search.within', { count: reading.within })}`}
      </span>
      {others.length > 0 && (
        <span className="flex flex-wrap items-center gap-x-3">
          <span className="max-md:hidden">{t('operations.search.otherwise')}</span>
          {others.map((other) => (
            <button
              key={other}
              type="button"
              className={`${linkClass} min-h-6 max-md:min-h-11`}
              onClick={() => onSearch({ q: query.q, searchAs: other })}
            >
              {t(`operations.search.try.${other}`)}
            </button>
          ))}
        </span>
      )}
    </p>
  )
}

import { categoryOf, substatuses } from '#domain/sales/operations/lifecycle'
import { t } from '../../platform/i18n/t.ts'
import { FilterChips } from '../../platform/ui/tables/FilterChips.tsx'
import { countOf, type SubstatusCount } from './countOperations.ts'
import { countFigure } from './countText.ts'
import { withChange, type ListQuery } from '../../platform/lists/listQuery.ts'

type SubstatusChipsProps = {
  query: ListQuery
  counts: readonly SubstatusCount[] | null
  hrefOf: (query: ListQuery) => string
}

/** Filter chips of the selected category's sub-statuses; a category with one sub-status has none, its tab says it. Pressing the active one clears it. */
export function SubstatusChips({ query, counts, hrefOf }: SubstatusChipsProps) {
  const group = substatuses.filter((substatus) => categoryOf(substatus) === query.status)
  if (group.length < 2) return null
  return (
    <FilterChips
      label={t('operations.substatuses')}
      groups={[
        group.map((substatus) => {
          const pressed = query.substatus === substatus
          return {
            key: substatus,
            label: t(`operations.substatus.${substatus}`),
            count: counts && countFigure(countOf(counts, { substatus })),
            pressed,
            href: hrefOf(withChange(query, { substatus: pressed ? null : substatus })),
          }
        }),
      ]}
    />
  )
}

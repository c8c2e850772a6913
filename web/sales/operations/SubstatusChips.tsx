import { Fragment, useEffect } from 'react'
import { categories, categoryOf, substatuses, type Substatus } from '#domain/sales/operations/lifecycle'
import { t } from '../../platform/i18n/t.ts'
import { Chip } from '../../platform/ui/tables/Chip.tsx'
import { countOf, type SubstatusCount } from './countOperations.ts'
import { rememberCountWidth, countWidthOf } from './countWidths.ts'
import { countFigure } from './countText.ts'
import type { ChangesLink } from './views/useChangesLink.ts'
import { withChange, type ListQuery } from '../../platform/lists/listQuery.ts'

type SubstatusChipsProps = {
  query: ListQuery
  counts: readonly SubstatusCount[] | null
  hrefOf: (query: ListQuery) => string
  /** What changed since the last visit; on a wide screen it stands beside the tabs. */
  door: ChangesLink | null
}

/** The nine sub-statuses under their categories; with a category chosen, its own. Pressing one again takes it off. */
export function SubstatusChips({ query, counts, hrefOf, door }: SubstatusChipsProps) {
  const groups = categories
    .filter((category) => query.status === null || query.status === category)
    .map((category) => substatuses.filter((substatus) => categoryOf(substatus) === category))
    .filter((group) => group.length > 1 || query.status === null)
  useEffect(() => {
    if (counts) for (const substatus of substatuses) rememberCountWidth(substatus, countFigure(countOf(counts, { substatus })))
  }, [counts])
  if (groups.length === 0) return <div className="h-4" />
  const chip = (substatus: Substatus) => {
    const pressed = query.substatus === substatus
    const counted = counts && countOf(counts, { substatus })
    const next = withChange(query, pressed ? { substatus: null } : { substatus, status: categoryOf(substatus) })
    return (
      <Chip key={substatus} pressed={pressed} href={hrefOf(next)}>
        <span className={counted?.count === 0 && !pressed ? 'text-ink-3' : ''}>{t(`operations.substatus.${substatus}`)}</span>
        <span className={pressed ? '' : 'text-ink-3'} style={{ minWidth: countWidthOf(substatus) }}>
          {counted && countFigure(counted)}
        </span>
      </Chip>
    )
  }
  return (
    <div
      role="group"
      aria-label={t('operations.substatuses')}
      className="-ml-2 flex items-center gap-y-1 py-2.5 max-lg:-mx-(--gutter) max-lg:overflow-x-auto max-lg:px-[calc(var(--gutter)-8px)] max-lg:scroll-pr-40 max-lg:scrollbar-none lg:flex-wrap"
    >
      {groups.map((group, index) => (
        <Fragment key={group[0]}>
          {index > 0 && <span aria-hidden className="mx-1.5 h-3.5 w-px flex-none bg-line" />}
          {group.map(chip)}
        </Fragment>
      ))}
      {door && (
        // Over the end of the line, so that no chip is pushed away when it comes.
        <span className="sticky right-[calc(8px-var(--gutter))] -mr-[calc(var(--gutter)-8px)] ml-auto flex-none bg-sheet pr-[calc(var(--gutter)-8px)] [box-shadow:-12px_0_10px_-2px_var(--sheet)] lg:hidden">
          <Chip href={door.href}>
            <span aria-hidden className="size-1.75 rounded-full bg-accent" />
            {door.short}
          </Chip>
        </span>
      )}
    </div>
  )
}

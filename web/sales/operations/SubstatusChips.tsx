import { Fragment, useEffect, useRef } from 'react'
import { categories, categoryOf, substatuses, type Substatus } from '#domain/sales/operations/lifecycle'
import { t } from '../../platform/i18n/t.ts'
import { useCutTabs } from '../../platform/ui/controls/useCutTabs.ts'
import { Chip } from '../../platform/ui/tables/Chip.tsx'
import { countOf, type SubstatusCount } from './countOperations.ts'
import { rememberCountWidth, countWidth } from './countWidths.ts'
import { countFigure } from './countText.ts'
import type { ChangesLink } from './views/useChangesLink.ts'
import { withChange, type ListQuery } from '../../platform/lists/listQuery.ts'

type SubstatusChipsProps = {
  query: ListQuery
  counts: readonly SubstatusCount[] | null
  hrefOf: (query: ListQuery) => string
  /** Link to the changes since the last visit; on a wide screen it is beside the tabs. */
  changesLink: ChangesLink | null
}

/** Beside another of its group: without the words that the first one has said. */
const shortened = ['payment_completed', 'payment_suspended', 'pending_customer', 'stopped_customer'] as const
const isShortened = (substatus: Substatus): substatus is (typeof shortened)[number] =>
  (shortened as readonly Substatus[]).includes(substatus)

/**
 * Filter chips of the sub-statuses, or of the selected category's; a category with one sub-status has none, its tab says it. Pressing the active one
 * clears it.
 */
export function SubstatusChips({ query, counts, hrefOf, changesLink }: SubstatusChipsProps) {
  const groups = categories
    .filter((category) => query.status === null || query.status === category)
    .map((category) => substatuses.filter((substatus) => categoryOf(substatus) === category))
    .filter((group) => group.length > 1)
  useEffect(() => {
    if (counts) for (const substatus of substatuses) rememberCountWidth(substatus, countFigure(countOf(counts, { substatus })))
  }, [counts])
  const row = useRef<HTMLDivElement>(null)
  useCutTabs(row)
  if (groups.length === 0) return <div className="h-4" />
  const chip = (substatus: Substatus) => {
    const pressed = query.substatus === substatus
    const counted = counts && countOf(counts, { substatus })
    const name = t(`operations.substatus.${substatus}`)
    const short = isShortened(substatus) ? t(`operations.substatusShort.${substatus}`) : null
    const next = withChange(query, pressed ? { substatus: null } : { substatus, status: categoryOf(substatus) })
    return (
      <Chip key={substatus} pressed={pressed} href={hrefOf(next)} title={short === null ? undefined : name}>
        <span className={counted?.count === 0 && !pressed ? 'text-ink-3' : ''}>{short ?? name}</span>
        <span className={`in-data-cut:invisible ${pressed ? '' : 'text-ink-3'}`} style={{ minWidth: countWidth(substatus) }}>
          {countFigure(counted)}
        </span>
      </Chip>
    )
  }
  return (
    <div
      ref={row}
      role="group"
      aria-label={t('operations.substatuses')}
      className="-ml-2 flex items-center gap-y-1 py-2.5 lg:-ml-1.5 lg:py-1.5 lg:[&>.chip]:gap-1.25 lg:[&>.chip]:px-1.5 max-lg:-mx-(--gutter) max-lg:overflow-x-auto max-lg:px-[calc(var(--gutter)-8px)] max-lg:scroll-pr-40 max-lg:scrollbar-none lg:flex-wrap"
    >
      {groups.map((group, index) => (
        <Fragment key={group[0]}>
          {index > 0 && <span aria-hidden className="mx-1.5 h-3.5 w-px lg:mx-1 flex-none bg-line" />}
          {group.map(chip)}
        </Fragment>
      ))}
      {changesLink && (
        // Overlays the end of the line, so that it does not move any chip when it appears.
        <span className="sticky right-[calc(8px-var(--gutter))] -mr-[calc(var(--gutter)-8px)] ml-auto flex-none bg-sheet pr-[calc(var(--gutter)-8px)] [box-shadow:-12px_0_10px_-2px_var(--sheet)] lg:hidden">
          <Chip href={changesLink.href}>
            <span aria-hidden className="size-2 rounded-full bg-accent" />
            {changesLink.short}
          </Chip>
        </span>
      )}
    </div>
  )
}

import CircleHelp from 'lucide-react/icons/circle-question-mark'
import { categories } from '#domain/lifecycle'
import { t } from '../i18n/t.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { linkClass } from '../ui/linkClass.ts'
import { Tabs } from '../ui/Tabs.tsx'
import { countOf, type SubstatusCount } from './countOperations.ts'
import { countFigure } from './countText.ts'
import { withChange, type ListQuery } from '../operation/listQuery.ts'

type CategoryTabsProps = {
  query: ListQuery
  counts: readonly SubstatusCount[] | null
  hrefOf: (query: ListQuery) => string
  guideHref: string
  /** Rows that changed since the page was drawn. */
  changes: number
  onShowChanges: () => void
}

/** "Todas" and the four categories of specification §4, each with its count for the other filters. */
export function CategoryTabs({ query, counts, hrefOf, guideHref, changes, onShowChanges }: CategoryTabsProps) {
  const tabs = [null, ...categories].map((category) => ({
    href: hrefOf(withChange(query, { status: category, substatus: null })),
    label: t(`operations.category.${category ?? 'all'}`),
    count: counts && countFigure(countOf(counts, { category })),
    current: query.status === category,
  }))
  const news = changes > 0 && (
    <span role="status" className="flex items-center gap-1.5 text-accent-ink">
      <span aria-hidden className="size-1.75 rounded-full bg-accent" />
      {t('operations.changes', { count: changes })}
      <button type="button" className={`${linkClass} min-h-6`} onClick={onShowChanges}>
        {t('operations.showChanges')}
      </button>
    </span>
  )
  return (
    <>
      {news && <div className="flex justify-end py-1 text-sm md:hidden">{news}</div>}
      <Tabs
        label={t('operations.categories')}
        tabs={tabs}
        aside={
          <>
            {news}
            <IconButton label={t('operations.guide')} icon={<CircleHelp aria-hidden />} href={guideHref} />
          </>
        }
      />
    </>
  )
}

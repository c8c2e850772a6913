import CircleHelp from 'lucide-react/icons/circle-question-mark'
import { categories } from '#domain/sales/operations/lifecycle'
import { t } from '../../platform/i18n/t.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { IconButton } from '../../platform/ui/controls/IconButton.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { Tabs } from '../../platform/ui/controls/Tabs.tsx'
import { useScreenSize } from '../../platform/ui/feedback/screenSize.ts'
import { countOf, type SubstatusCount } from './countOperations.ts'
import { countFigure } from './countText.ts'
import type { ChangesLink } from './views/useChangesLink.ts'
import type { ListNews } from './views/useListChanges.ts'
import { withChange, type ListQuery } from '../../platform/lists/listQuery.ts'

type CategoryTabsProps = {
  query: ListQuery
  counts: readonly SubstatusCount[] | null
  hrefOf: (query: ListQuery) => string
  guideHref: string
  /** Rows that changed since the page was loaded. */
  news: ListNews | null
  /** Link to the changes since the last visit. */
  changesLink: ChangesLink | null
}

/** Tabs for "Todas" and the four categories, each with its count under the other filters. */
export function CategoryTabs({ query, counts, hrefOf, guideHref, news, changesLink }: CategoryTabsProps) {
  const { isLg } = useScreenSize()
  const tabs = [null, ...categories].map((category) => ({
    href: hrefOf(withChange(query, { status: category, substatus: null })),
    label: t(`operations.category.${category ?? 'all'}`),
    count: counts && countFigure(countOf(counts, { category })),
    current: query.status === category,
  }))
  const arrived = news && (
    <span role="status" className="flex items-center gap-1.5 text-accent-ink">
      <span aria-hidden className="size-2 rounded-full bg-accent" />
      {t('operations.changes', { count: news.count })}
      <button type="button" className={linkClass} onClick={news.show}>
        {t('operations.showChanges')}
      </button>
    </span>
  )
  return (
    <Tabs
      label={t('operations.categories')}
      tabs={tabs}
      aside={
        <>
          {changesLink && (
            <Anchor
              href={changesLink.href}
              className={`${linkClass} inline-flex items-center gap-1.5 whitespace-nowrap max-md:min-h-11 ${news ? 'max-lg:hidden' : ''}`}
            >
              {/* With capped counts ("más de 10.000") there is no room for the time of the last visit, nor is there in a narrower window. */}
              <span aria-hidden className="size-2 rounded-full bg-accent lg:hidden" />
              {isLg && !counts?.some(({ capped }) => capped) ? (
                changesLink.label
              ) : (
                <span>
                  {changesLink.short} <span className="sr-only">{changesLink.rest}</span>
                </span>
              )}
            </Anchor>
          )}
          {arrived}
          <span className="max-md:hidden">
            <IconButton label={t('operations.guide')} icon={<CircleHelp aria-hidden />} href={guideHref} />
          </span>
        </>
      }
    />
  )
}

import { t } from '../../platform/i18n/t.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Tabs } from '../../platform/ui/controls/Tabs.tsx'
import { useAddress } from './address.ts'
import { type ConsoleRoute, mayOpen, type Section, tabsOf } from './consoleRoute.ts'
import { useFrame } from './useStaff.ts'

type Counts = Readonly<Record<string, number | undefined>>
type SectionTabsProps = {
  section: Section
  /** How many wait on a page, by its path; undefined while loading. */
  counts?: Counts
}

/** What a page or a tab counts: null while loading, nothing where nothing waits. */
const countOf = (path: string, counts: Counts) => (path in counts && counts[path] !== 0 ? { count: counts[path] ?? null } : {})

/**
 * The pages of an entry of the menu that this person may open, as tabs above each of them; nothing where there is only one. Pages that share a tab are
 * chosen below it. Both lines wrap: no word is cut.
 */
export function SectionTabs({ section, counts = {} }: SectionTabsProps) {
  const { routes, staff } = useFrame()
  const { path: present } = useAddress()
  const pages = routes.filter((route) => route.section === section && !route.path.includes('{') && mayOpen(route, staff.roles))
  if (pages.length < 2) return null
  const tabs = tabsOf(pages)
  const current = tabs.find((tab) => tab.pages.some(({ path }) => path === present))
  return (
    <div className="grid gap-3 pb-5">
      <Tabs
        wrap
        label={t(`console.section.${section}`)}
        tabs={tabs.map(({ title, pages: own }) => ({
          href: own[0].path,
          label: t(title),
          current: own === current?.pages,
          ...Object.assign({}, ...own.map(({ path }) => countOf(path, counts))),
        }))}
      />
      {current && current.pages.length > 1 && (
        <PageChoice label={t(current.title)} pages={current.pages} present={present} counts={counts} />
      )}
    </div>
  )
}

type PageChoiceProps = { label: string; pages: readonly ConsoleRoute[]; present: string; counts: Counts }

function PageChoice({ label, pages, present, counts }: PageChoiceProps) {
  return (
    <nav aria-label={label} className="-ml-2 flex flex-wrap gap-1.5">
      {pages.map(({ path, title }) => (
        <Anchor key={path} href={path} aria-current={path === present ? 'true' : undefined} className="chip">
          {t(title)}
          {countOf(path, counts).count !== undefined && <span className="text-ink-3">{countOf(path, counts).count}</span>}
        </Anchor>
      ))}
    </nav>
  )
}

import { t } from '../../platform/i18n/t.ts'
import { Tabs } from '../../platform/ui/controls/Tabs.tsx'
import { useAddress } from './address.ts'
import { mayOpen, type Section } from './consoleRoute.ts'
import { useFrame } from './useStaff.ts'

type SectionTabsProps = {
  section: Section
  /** How many wait on a page, by its path; undefined while loading. */
  counts?: Readonly<Record<string, number | undefined>>
}

/** The pages of an entry of the menu that this person may open, as tabs above each of them; nothing where there is only one. */
export function SectionTabs({ section, counts = {} }: SectionTabsProps) {
  const { routes, staff } = useFrame()
  const { path: present } = useAddress()
  const pages = routes.filter((route) => route.section === section && !route.path.includes('{') && mayOpen(route, staff.roles))
  if (pages.length < 2) return null
  const tabs = pages.map(({ path, title }) => ({
    href: path,
    label: t(title),
    current: path === present,
    ...(path in counts && counts[path] !== 0 && { count: counts[path] ?? null }),
  }))
  return (
    <div className="pb-5">
      <Tabs label={t(`console.section.${section}`)} tabs={tabs} />
    </div>
  )
}

import MenuIcon from 'lucide-react/icons/menu'
import { t } from '../../platform/i18n/t.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Menu } from '../../platform/ui/controls/Menu.tsx'
import type { MenuEntry, Section } from './consoleRoute.ts'
import { OwnMenuHeader } from './OwnMenuHeader.tsx'
import { SectionIcon } from './SectionIcon.tsx'
import { useOwnMenu } from './useOwnMenu.tsx'

const entry = 'bottom-entry flex h-full flex-1 flex-col items-center justify-center gap-1 leading-none font-medium'

/** Entries beside "Más". */
const shown = 4

/** The bottom navigation on phones: four entries, and the others with the person's own menu under "Más". */
export function ConsoleBottomBar({ entries, present }: { entries: readonly MenuEntry[]; present: Section | null }) {
  const first = entries.slice(0, shown)
  const more = useOwnMenu(entries.slice(shown))
  const among = first.some(({ section }) => section === present)
  return (
    <nav
      aria-label={t('shell.nav.label')}
      className="bottom-bar fixed inset-x-0 bottom-0 z-8 flex h-17 border-t border-line bg-sheet px-1.5 pb-1.5 md:hidden"
    >
      {first.map(({ section, href }) => (
        <Anchor key={section} href={href} className={entry} aria-current={section === present ? 'page' : undefined}>
          <SectionIcon section={section} />
          {t(`console.section.${section}`)}
        </Anchor>
      ))}
      <Menu
        label={t('shell.bottom.more')}
        triggerClassName={`${entry} ${among ? '' : 'is-present'}`}
        trigger={
          <>
            <MenuIcon aria-hidden />
            {t('shell.bottom.more')}
          </>
        }
        header={<OwnMenuHeader />}
        items={more}
      />
    </nav>
  )
}
